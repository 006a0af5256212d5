#include "search/levels.h"

#include <tuple>

#include <gmock/gmock.h>

#include "search/probcut.h"
#include "search/selectivity.h"

namespace turncoat::search {
namespace {

// To the end is more than any depth, more care is more; short of the end the depth counts.
std::tuple<bool, int, int> strength(int level, int empties) {
  const LevelPlan plan = plan_of_level(level, empties);
  const bool to_end = plan.depth >= empties;
  return {to_end, to_end ? plan.selectivity : plan.depth, to_end ? 0 : plan.selectivity};
}

TEST(Levels, AreSearchesThatCanBeMade) {
  for (int level = 0; level <= kMostLevel; ++level) {
    for (int empties = 1; empties <= 60; ++empties) {
      const LevelPlan plan = plan_of_level(level, empties);
      EXPECT_GE(plan.depth, 1);
      EXPECT_GE(plan.selectivity, 0);
      EXPECT_LE(plan.selectivity, kFullWidth);
    }
  }
}

TEST(Levels, NeverLookLessThanTheLevelBelow) {
  for (int level = 1; level <= kMostLevel; ++level) {
    for (int empties = 1; empties <= 60; ++empties) {
      EXPECT_GE(strength(level, empties), strength(level - 1, empties)) << level << " at " << empties;
    }
  }
}

TEST(Levels, OnceAtTheEndStayThere) {
  for (int level = 1; level <= kMostLevel; ++level) {
    for (int empties = 2; empties <= 60; ++empties) {
      if (!std::get<0>(strength(level, empties))) continue;
      EXPECT_GE(strength(level, empties - 1), strength(level, empties)) << level << " at " << empties;
    }
  }
}

TEST(Levels, AreThoseThatUsersKnow) {
  const auto plan = [](int level, int empties) {
    const LevelPlan p = plan_of_level(level, empties);
    return std::pair(p.depth, p.selectivity);
  };
  EXPECT_EQ(plan(0, 50), std::pair(1, kFullWidth));
  EXPECT_EQ(plan(6, 50), std::pair(6, kFullWidth));
  EXPECT_EQ(plan(6, 12), std::pair(12, kFullWidth));
  EXPECT_EQ(plan(6, 13), std::pair(6, kFullWidth));
  EXPECT_EQ(plan(21, 24), std::pair(24, kFullWidth));
  EXPECT_EQ(plan(21, 30), std::pair(30, 1));
  EXPECT_EQ(plan(21, 31), std::pair(21, 0));
  EXPECT_EQ(plan(60, 54), std::pair(54, kFullWidth));
}

TEST(Selectivity, RisesToNever) {
  for (std::size_t i = 1; i + 1 < kSelectivities.size(); ++i) {
    EXPECT_GT(kSelectivities[i].deviations, kSelectivities[i - 1].deviations);
  }
  EXPECT_EQ(kSelectivities[kFullWidth].name, "100%");
}

TEST(ProbCut, AsksASearchThatTheSameSideEnds) {
  for (int depth = ProbCutTable::kLeastDepth; depth <= 60; ++depth) {
    EXPECT_LT(shallow_depth(depth), depth);
    EXPECT_GE(shallow_depth(depth), depth / 2 - 1);
    EXPECT_EQ(shallow_depth(depth) % 2, depth % 2);
  }
}

TEST(ProbCut, TableHoldsTheModel) {
  const ProbCutModel model{{0.5, 0.01, 0.02, -0.05, 0.1}};
  const ProbCutTable table(model, 128);
  EXPECT_NEAR(table.of_search(30, 12), 128 * model.sigma(30, 12, 6), 1);
  EXPECT_NEAR(table.of_evaluation(30, 12), 128 * model.sigma(30, 12, 0), 1);
  EXPECT_EQ(table.of_search(70, 70), table.of_search(60, 60));
}

// A model comes from a file: finite, and otherwise anything.
TEST(ProbCut, TableSurvivesAbsurdModels) {
  constexpr double kHuge = 1e308;
  for (const std::array<double, 5>& c : {std::array<double, 5>{kHuge, kHuge, kHuge, kHuge, kHuge},
                                         {-kHuge, kHuge, -kHuge, kHuge, -kHuge},
                                         {-kHuge, 0, 0, 0, 0},
                                         {20, 0, 0, 0, 0}}) {
    const ProbCutTable table(ProbCutModel{c}, 128);
    for (int e = 0; e <= 60; ++e) {
      for (int d = ProbCutTable::kLeastDepth; d <= 60; ++d) {
        ASSERT_GE(table.of_search(e, d), 0);
        ASSERT_LE(table.of_search(e, d), 128 * 128);
        ASSERT_LE(table.of_evaluation(e, d), 128 * 128);
      }
    }
  }
}

}  // namespace
}  // namespace turncoat::search
