// The player engine, made from spec text as users write it, with the weights that ship.
#include <gmock/gmock.h>

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
  for (const std::string spec : {"engine:level=0,hash=1MB", "engine:level=2,hash=1MB",
                                 "engine:depth=3,hash=64KB", "engine:nodes=500,hash=1MB"}) {
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

TEST(Engine, RefusesWhatItCannotUse) {
  const auto reason = [](std::string_view spec) { return make_player(spec).error().message; };
  EXPECT_THAT(reason("engine:level=61"), HasSubstr("0..60"));
  EXPECT_THAT(reason("engine:weights=nothing-here"), HasSubstr("nothing-here"));
  EXPECT_THAT(reason("engine:weights=/dev/null"), HasSubstr("/dev/null"));
  EXPECT_THAT(reason("engine:threads=0"), HasSubstr("1..256"));
}

}  // namespace
}  // namespace turncoat::engine
