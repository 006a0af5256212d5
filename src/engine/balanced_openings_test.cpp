#include "engine/balanced_openings.h"

#include <gmock/gmock.h>

#include "engine/models.h"

namespace turncoat::engine {
namespace {

// Positions that differ under all eight symmetries, by ply; the counts are known.
TEST(DistinctOpenings, AreAsManyAsThereAre) {
  const std::vector<std::size_t> expected{1, 1, 3, 14, 60, 322};
  for (std::size_t plies = 0; plies < expected.size(); ++plies) {
    const auto openings = distinct_openings(static_cast<int>(plies));
    EXPECT_EQ(openings.size(), expected[plies]) << plies;
    for (const rules::Game& game : openings) EXPECT_EQ(game.ply(), static_cast<int>(plies));
  }
}

TEST(BalancedOpenings, DoNotDependOnThreadsAndGrowWithTheMargin) {
  const auto patterns = load_patterns("patterns-8");
  ASSERT_TRUE(patterns.has_value()) << patterns.error().message;
  BalanceSettings settings{.plies = 4, .within = 3, .level = 4};
  const auto serial = balanced_openings(*patterns, settings, {}, {});
  settings.threads = 2;
  const auto parallel = balanced_openings(*patterns, settings, {}, {});
  ASSERT_EQ(serial.size(), parallel.size());
  for (std::size_t i = 0; i < serial.size(); ++i) EXPECT_EQ(serial[i].score, parallel[i].score);
  for (const BalancedOpening& opening : serial) EXPECT_LE(std::abs(opening.score), 3);
  settings.within = 64;
  EXPECT_EQ(balanced_openings(*patterns, settings, {}, {}).size(), 60U);
}

// The side that moves last in a search looks better than it is.
TEST(BalancedOpenings, AreJudgedWithEitherSideMovingLast) {
  const auto patterns = load_patterns("patterns-8");
  ASSERT_TRUE(patterns.has_value()) << patterns.error().message;
  const auto openings = balanced_openings(*patterns, {.plies = 2, .within = 64, .level = 4}, {}, {});
  ASSERT_EQ(openings.size(), 3U);
  for (const BalancedOpening& opening : openings) {
    const auto value = [&](int depth) {
      const auto searcher =
          search::make_searcher(*rules::standard(8), *patterns, {}, rules::kernel::best_isa());
      return searcher->search(opening.game.position(), {.depth = depth}, {}).value;
    };
    EXPECT_NE(value(3), value(4));
    EXPECT_DOUBLE_EQ(opening.score, (value(3) + value(4)) / 2);
  }
}

}  // namespace
}  // namespace turncoat::engine
