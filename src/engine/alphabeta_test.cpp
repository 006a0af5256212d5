// The player alphabeta, made from spec text as users write it.
#include <gmock/gmock.h>

#include "engine/registry.h"
#include "player/conformance.h"
#include "player/random_player.h"

namespace turncoat::engine {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::unique_ptr<player::Player> made(std::string_view spec) {
  auto player = make_player(spec);
  EXPECT_TRUE(player.has_value()) << player.error().message;
  return std::move(*player);
}

player::ConformanceOptions boards() {
  player::ConformanceOptions options;
  for (const char* name : {"standard-4", "standard-6", "standard-8", "standard-10", "leader-12"}) {
    options.rulesets.push_back(*rules::find_ruleset(name));
  }
  return options;
}

TEST(AlphaBeta, Conforms) {
  for (const std::string spec : {"alphabeta:depth=2", "alphabeta:depth=2,eval=linear",
                                 "alphabeta:depth=2,eval=linear,weights=0 80 0 10 0 -1 0 0 0 -5",
                                 "alphabeta:depth=3,eval=linear,weights=human-1,patience=3,tt=64KB"}) {
    EXPECT_THAT(check_conformance([&] { return made(spec); }, boards()), IsEmpty()) << spec;
  }
}

TEST(AlphaBeta, RefusesWhatItCannotUse) {
  const auto reason = [](std::string_view spec) { return make_player(spec).error().message; };
  EXPECT_THAT(reason("alphabeta:eval=linear,weights=seed-bets"), HasSubstr("did you mean \"seed-best\"?"));
  EXPECT_THAT(reason("alphabeta:eval=stagd"), HasSubstr("did you mean \"staged\"?"));
  EXPECT_THAT(reason("alphabeta:depth=61"), HasSubstr("0..60"));
  EXPECT_THAT(reason("alphabeta:eval=linear,weights=/dev/null"), HasSubstr("neither"));
  EXPECT_THAT(reason("alphabeta:eval=linear,weights=1 2 3"), HasSubstr("weights: 3 numbers"));
}

// On its own move, with the opponent about to pass, the line is kept and played on without another search.
TEST(AlphaBeta, PlaysItsLineOnWhenTheOpponentPasses) {
  int replayed = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const rules::Position start(rules::standard(6));
    const auto player = made("alphabeta:depth=8");
    player::RandomPlayer random;
    ASSERT_TRUE(player->new_game(start, seed).has_value());
    ASSERT_TRUE(random.new_game(start, seed).has_value());
    rules::Game game(start);
    while (!game.is_over()) {
      if (game.pass_if_forced()) continue;
      const bool own = game.position().mover() == rules::Color::Black;
      const auto choice = own ? player->choose(game, {}) : random.choose(game, {});
      ASSERT_TRUE(choice.has_value());
      if (choice->thought.note == "as foreseen") {
        ++replayed;
        EXPECT_TRUE(game.moves().back().is_pass() || choice->thought.score.has_value());
        EXPECT_EQ(choice->thought.nodes, 0U);
      }
      ASSERT_TRUE(game.play(choice->move).has_value());
    }
  }
  EXPECT_GT(replayed, 0);
}

TEST(AlphaBeta, KeepsToTheClock) {
  const rules::Position start(rules::standard(8));
  const auto player = made("alphabeta");
  ASSERT_TRUE(player->new_game(start, 1).has_value());
  player::Request request;
  request.time.move = std::chrono::milliseconds(20);
  std::vector<int> depths;
  request.report = [&](const player::Thought& thought) { depths.push_back(*thought.depth); };
  const auto choice = player->choose(rules::Game(start), request);
  ASSERT_TRUE(choice.has_value());
  EXPECT_FALSE(depths.empty());
  EXPECT_LT(depths.back(), 30) << "a clock ends the search long before the game's end";
}

}  // namespace
}  // namespace turncoat::engine
