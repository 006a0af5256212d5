#include "mcts/zero_player.h"

#include <gmock/gmock.h>

#include "mcts/testing/plain_judge.h"
#include "player/conformance.h"
#include "rules/testing/random_games.h"

namespace turncoat::mcts {
namespace {

using testing::FancifulJudge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::plain_solve;
using testing::plain_solve_root;

std::unique_ptr<ZeroPlayer> player_with(const ZeroParams& params) {
  return std::make_unique<ZeroPlayer>(params, [params](const rules::Ruleset&) -> Result<ZeroTools> {
    return ZeroTools{std::make_unique<FancifulJudge>(), plain_solve(std::min(params.leaves, params.solve)),
                     plain_solve_root(params.solve)};
  });
}

ZeroParams quick(int sims = 20) {
  ZeroParams params;
  params.sims = sims;
  params.solve = 4;
  return params;
}

TEST(ZeroPlayer, ConformsOnEveryBoard) {
  player::ConformanceOptions options;
  for (const std::string& name : rules::preset_names())
    options.rulesets.push_back(*rules::find_ruleset(name));
  EXPECT_THAT(player::check_conformance([] { return player_with(quick()); }, options), IsEmpty());
}

TEST(ZeroPlayer, ConformsWithoutSimulationsAndWithGumbel) {
  player::ConformanceOptions options;
  options.rulesets = {rules::standard(4), rules::standard(6), rules::standard(8)};
  EXPECT_THAT(player::check_conformance([] { return player_with(quick(0)); }, options), IsEmpty());
  ZeroParams params = quick();
  params.root = RootChoice::Gumbel;
  params.batch = 3;
  EXPECT_THAT(player::check_conformance([&] { return player_with(params); }, options), IsEmpty());
}

TEST(ZeroPlayer, SaysWhatItFound) {
  const auto player = player_with(quick(100));
  const rules::Game game(rules::standard(8));
  ASSERT_TRUE(player->new_game(game.start(), 1).has_value());
  const auto choice = player->choose(game, {});
  ASSERT_TRUE(choice.has_value());
  EXPECT_THAT(choice->thought.note, HasSubstr("100 visits, "));
  EXPECT_EQ(choice->thought.line.front(), choice->move);
  EXPECT_TRUE(choice->thought.value.has_value());
  ASSERT_TRUE(player->finding().has_value());
  EXPECT_EQ(player->finding()->moves.size(), 4U);
}

TEST(ZeroPlayer, PlaysEndingsExactly) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const rules::Position position = rules::testing::late_position(rules::standard(6), 6, seed);
    if (position.legal_moves().size() < 2) continue;
    ZeroParams params = quick(1);
    params.solve = 6;
    const auto player = player_with(params);
    ASSERT_TRUE(player->new_game(position, 1).has_value());
    const auto choice = player->choose(rules::Game(position), {});
    ASSERT_TRUE(choice.has_value());
    EXPECT_EQ(choice->thought.note, "exact");
    EXPECT_EQ(choice->thought.score, rules::testing::plain_negamax(position));
    const rules::Position next = settled(position.after(choice->move));
    const int there = rules::testing::plain_negamax(next);
    EXPECT_EQ(next.mover() == position.mover() ? there : -there, rules::testing::plain_negamax(position));
  }
}

TEST(ZeroPlayer, AStopGetsAnAnswer) {
  ZeroParams params = quick();
  params.sims = -1;
  params.time = std::chrono::hours(1);
  const auto player = player_with(params);
  const rules::Game game(rules::standard(8));
  ASSERT_TRUE(player->new_game(game.start(), 1).has_value());
  std::stop_source stop;
  stop.request_stop();
  player::Request request;
  request.stop = stop.get_token();
  const auto choice = player->choose(game, request);
  ASSERT_TRUE(choice.has_value());
  EXPECT_TRUE(game.position().is_legal(choice->move));
}

TEST(ZeroPlayer, GumbelNeedsToKnowItsSimulations) {
  ZeroParams params = quick();
  params.sims = -1;
  params.root = RootChoice::Gumbel;
  const auto player = player_with(params);
  const rules::Game game(rules::standard(8));
  ASSERT_TRUE(player->new_game(game.start(), 1).has_value());
  player::Request request;
  request.time.move = std::chrono::seconds(1);
  const auto choice = player->choose(game, request);
  ASSERT_FALSE(choice.has_value());
  EXPECT_THAT(choice.error().message, HasSubstr("give it sims"));
}

TEST(ZeroPlayer, AToolThatIsMissingIsAnErrorOfTheGame) {
  ZeroPlayer player(quick(), [](const rules::Ruleset&) -> Result<ZeroTools> {
    return fail(Error::Code::NotFound, "no such network");
  });
  const auto begun = player.new_game(rules::Position(rules::standard(8)), 1);
  ASSERT_FALSE(begun.has_value());
  EXPECT_EQ(begun.error().message, "no such network");
}

}  // namespace
}  // namespace turncoat::mcts
