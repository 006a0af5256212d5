#include "search/scale.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace turncoat::search {
namespace {

struct InDiscs {
  static constexpr bool kInDiscs = true;
  static constexpr int kUnit = 128;
};
struct InPoints {
  static constexpr bool kInDiscs = false;
  static constexpr int kUnit = 1;
};

template <class E>
class ScaleOf : public testing::Test {};
using Evaluators = testing::Types<InDiscs, InPoints>;
TYPED_TEST_SUITE(ScaleOf, Evaluators);

TYPED_TEST(ScaleOf, GoesThereAndBack) {
  using S = Scale<TypeParam>;
  for (int discs = -256; discs <= 256; ++discs) {
    EXPECT_EQ(S::discs_at_most(S::of(discs)), discs);
    EXPECT_EQ(S::of(-discs), -S::of(discs));
    if (discs > -256) {
      EXPECT_GT(S::of(discs), S::of(discs - 1));
      EXPECT_EQ(S::discs_at_most(S::of(discs) - 1), discs - 1);
    }
  }
}

TYPED_TEST(ScaleOf, RoundsDownBetween) {
  using S = Scale<TypeParam>;
  rc::check([] {
    const auto score = *rc::gen::inRange<Score>(-kEnd - 64, kEnd + 64);
    const int discs = S::discs_at_most(score);
    RC_ASSERT(S::of(discs) <= score);
    RC_ASSERT(S::of(discs + 1) > score);
  });
}

TEST(Scale, PutsAWonGameBeyondEveryEvaluation) {
  using S = Scale<InPoints>;
  EXPECT_GT(S::of(1), kHeuristicLimit);
  EXPECT_LT(S::of(-1), -kHeuristicLimit);
  EXPECT_LT(S::of(256), kInfinity);
}

}  // namespace
}  // namespace turncoat::search
