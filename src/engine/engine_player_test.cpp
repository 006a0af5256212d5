// The player engine, made from spec text as users write it, with the weights that ship.
#include <set>

#include <gmock/gmock.h>

#include "base/memory.h"
#include "base/rng.h"
#include "engine/models.h"
#include "engine/registry.h"
#include "player/conformance.h"
#include "rules/testing/random_games.h"

namespace turncoat::engine {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::unique_ptr<player::Player> made(std::string_view spec) {
  auto player = make_player(spec);
  EXPECT_TRUE(player.has_value()) << player.error().message;
  return std::move(*player);
}

TEST(Engine, Conforms) {
  player::ConformanceOptions options;
  options.rulesets = {rules::standard(8), rules::standard(6), *rules::find_ruleset("leader-12")};
  options.games = 1;
  for (const std::string spec :
       {"engine:level=0,hash=1MB", "engine:level=2,hash=1MB", "engine:depth=3,hash=64KB",
        "engine:nodes=500,hash=1MB", "engine:level=2,hash=1MB,error=90"}) {
    EXPECT_THAT(check_conformance([&] { return made(spec); }, options), IsEmpty()) << spec;
  }
}

TEST(Engine, SpendsItsNodesOnEveryMove) {
  const auto player = made("engine:nodes=20000,hash=1MB");
  rules::Game game(rules::standard(8));
  ASSERT_TRUE(player->new_game(game.position(), 1).has_value());
  for (int move = 0; move < 6; ++move) {
    const auto choice = player->choose(game, {});
    ASSERT_TRUE(choice.has_value());
    EXPECT_GE(choice->thought.nodes, 20'000U);
    EXPECT_LT(choice->thought.nodes, 25'000U);
    ASSERT_TRUE(game.play(choice->move).has_value());
  }
}

TEST(Engine, LooksAsFarAsItsLevel) {
  rules::Game game(rules::standard(8));
  for (const int level : {1, 3, 5}) {
    const auto player = made(fmt::format("engine:level={},hash=1MB", level));
    ASSERT_TRUE(player->new_game(game.position(), 1).has_value());
    const auto choice = player->choose(game, {});
    EXPECT_EQ(choice->thought.depth, level);
    EXPECT_EQ(choice->thought.note, "") << "no selective cuts below level 11";
  }
}

TEST(Engine, PlaysWholeGamesWithThreads) {
  const auto player = made("engine:level=5,hash=1MB,threads=3");
  rules::Game game(rules::standard(8));
  ASSERT_TRUE(player->new_game(game.position(), 1).has_value());
  while (!game.is_over()) {
    if (game.pass_if_forced()) continue;
    const auto choice = player->choose(game, {});
    ASSERT_TRUE(choice.has_value());
    ASSERT_TRUE(game.play(choice->move).has_value());
  }
}

// Whatever the moment at which the opponent answers, new games and the end included.
TEST(Engine, PondersWithoutGettingInTheWay) {
  const auto player = made("engine:nodes=3000,hash=1MB,ponder=on,threads=2");
  Rng rng(1);
  for (int round = 0; round < 3; ++round) {
    rules::Game game(rules::standard(8));
    ASSERT_TRUE(player->new_game(game.position(), 1).has_value());
    while (!game.is_over() && game.ply() < 20 + 20 * round) {
      if (game.pass_if_forced()) continue;
      const auto choice = player->choose(game, {});
      ASSERT_TRUE(choice.has_value());
      ASSERT_TRUE(game.play(choice->move).has_value()) << game.position().to_string();
      if (game.is_over() || game.pass_if_forced()) continue;
      const auto replies = game.position().legal_moves();
      auto reply = replies.begin();
      for (auto skip = rng.below(static_cast<std::uint32_t>(replies.size())); skip > 0; --skip) ++reply;
      ASSERT_TRUE(game.play(*reply).has_value());
    }
  }
}

// The reply it expected was searched meanwhile: its own search then begins deeper than a fresh one could.
TEST(Engine, PonderingIsRemembered) {
  const auto player = made("engine:depth=9,hash=16MB,ponder=on");
  rules::Game game(rules::standard(8));
  ASSERT_TRUE(player->new_game(game.position(), 1).has_value());
  const auto first = player->choose(game, {});
  ASSERT_TRUE(first.has_value());
  ASSERT_GE(first->thought.line.size(), 2U);
  ASSERT_TRUE(game.play(first->move).has_value());
  ASSERT_TRUE(game.play(first->thought.line[1]).has_value());
  // Another player takes its time meanwhile: ten times what the same search takes from nothing.
  const auto fresh = made("engine:depth=9,hash=16MB");
  std::uint64_t alone = 0;
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(fresh->new_game(game.start(), 1).has_value());
    alone = fresh->choose(game, {})->thought.nodes;
  }
  EXPECT_LT(player->choose(game, {})->thought.nodes * 2, alone);
}

// Where nothing is learned the search does not speak of discs, but an error is still one: of the three best
// moves in the middle of a game each is played some time.
TEST(Engine, ErrsOnEveryBoard) {
  for (const int size : {8, 10, 12}) {
    Rng rng(7);
    const rules::Game game = rules::testing::random_game(rules::standard(size), rng, size * size / 2);
    ASSERT_GT(game.position().legal_moves().size(), 3);
    const auto player = made("engine:level=2,hash=64KB,error=60");
    std::set<std::string> played;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      ASSERT_TRUE(player->new_game(game.start(), seed).has_value());
      const auto choice = player->choose(game, {});
      ASSERT_TRUE(choice.has_value());
      played.insert(choice->move.name());
      EXPECT_LE(std::abs(choice->thought.score.value_or(0)), size * size);
    }
    EXPECT_GE(played.size(), 3U) << size;
  }
}

TEST(Engine, RefusesWhatItCannotUse) {
  const auto reason = [](std::string_view spec) { return make_player(spec).error().message; };
  EXPECT_THAT(reason("engine:level=61"), HasSubstr("0..60"));
  EXPECT_THAT(reason("engine:weights=nothing-here"), HasSubstr("nothing-here"));
  EXPECT_THAT(reason("engine:weights=/dev/null"), HasSubstr("/dev/null"));
  EXPECT_THAT(reason("engine:threads=0"), HasSubstr("1..256"));
  EXPECT_THAT(reason("engine:blunder=3"), HasSubstr("goes with error"));
  EXPECT_THAT(reason("engine:hash=65GB"), HasSubstr("64KB..64GB"));
  if (physical_memory() < std::uint64_t{64} << 30) {
    EXPECT_THAT(reason("engine:hash=64GB"), HasSubstr("engine: hash: 64GB is more than"));
  }
}

TEST(Engine, PlaysOnTheBoardOfItsWeightsOnly) {
  for (const std::string spec : {"engine:weights=patterns-6", "engine:weights=patterns-6,book=shipped"}) {
    const auto player = *make_player(spec);
    const auto refused = player->new_game(rules::Position(rules::standard(8)), 1);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().message, "engine: patterns-6 is made for 6x6, not for 8x8");
    EXPECT_FALSE(player->accepts(*rules::standard(8)).has_value());
    EXPECT_TRUE(player->accepts(*rules::standard(6)).has_value());
  }
  const auto shipped = *make_player("engine");
  EXPECT_TRUE(shipped->accepts(*rules::standard(12)).has_value());
}

// Known since 1993: the second player wins 20 to 16. About a minute.
TEST(SlowEngine, SolvesSixBySix) {
  const auto patterns = load_patterns_for(6, "");
  ASSERT_TRUE(patterns.has_value()) << patterns.error().message;
  const auto searcher =
      search::make_searcher(*rules::standard(6), *patterns,
                            {.table_bytes = std::uint64_t{1} << 30, .threads = 2}, rules::kernel::best_isa());
  const auto finding = searcher->search(rules::Position(rules::standard(6)), {}, {});
  EXPECT_EQ(finding.score, -4);
}

}  // namespace
}  // namespace turncoat::engine
