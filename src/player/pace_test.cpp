#include "player/pace.h"

#include <cmath>

#include <gmock/gmock.h>

namespace turncoat::player {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

TEST(Pace, IsNothingWithoutAClock) {
  EXPECT_FALSE(allot({}, Pace::Smooth, 8, 60, 1).has_value());
}

TEST(Pace, UsesATimePerMoveButForAMargin) {
  TimeBudget budget;
  budget.move = seconds(1);
  const Allotment time = *allot(budget, Pace::Smooth, 8, 60, 1);
  EXPECT_EQ(time.target, time.limit);
  EXPECT_LT(time.limit, seconds(1));
  EXPECT_GT(time.limit, milliseconds(950));
}

// T exp(0.1 n) / sum exp(0.1 i), i = 1..n, with n = 36 turns left on 8x8 at the first, and M = 4 + 64 / 2.
TEST(PaceEarly, GivesTheShareOfItsFormula) {
  TimeBudget budget;
  budget.game = seconds(100);
  double sum = 0;
  for (int i = 1; i <= 36; ++i) sum += std::exp(0.1 * i);
  const double expected = (100 - 0.015) * std::exp(3.6) / sum;
  const Allotment time = *allot(budget, Pace::Early, 8, 60, 1);
  EXPECT_NEAR(std::chrono::duration<double>(time.target).count(), expected, 1e-6);
}

// A whole game, every move using its target: the clock never runs out, on any board and at any pace.
TEST(Pace, LeavesTimeForEveryMoveOfAGame) {
  for (const Pace pace : {Pace::Smooth, Pace::Early}) {
    for (const int size : {4, 6, 8, 12, 16}) {
      SideClock clock({.per_move = {}, .per_game = seconds(2)});
      int turn = 1;
      for (int empties = size * size - 4; empties > 0; empties -= 2, ++turn) {
        const Allotment time = *allot(clock.budget(), pace, size, empties, turn);
        EXPECT_GE(time.target, nanoseconds(0));
        EXPECT_LE(time.target, time.limit);
        ASSERT_TRUE(clock.charge(time.target, nanoseconds(0))) << size << " at " << empties;
      }
    }
  }
}

TEST(PaceSmooth, SpendsMostAroundTheMiddleGame) {
  TimeBudget budget;
  budget.game = seconds(60);
  const auto share = [&](int empties) { return allot(budget, Pace::Smooth, 8, empties, 1)->target; };
  EXPECT_LT(share(58), share(50));
  EXPECT_LT(share(50), share(40));
}

}  // namespace
}  // namespace turncoat::player
