#include "player/stall_watch.h"

#include <gmock/gmock.h>

namespace turncoat::player {
namespace {

using namespace std::chrono_literals;

TimeBudget per_move(std::chrono::nanoseconds time) {
  TimeBudget budget;
  budget.move = time;
  return budget;
}

TEST(StallWatch, KeepsHalfBackUntilItKnows) {
  EXPECT_EQ(StallWatch().safe(per_move(100ms)).move, 50ms);
}

TEST(StallWatch, TakesNothingOnAQuietMachine) {
  StallWatch watch;
  watch.record(80ms, 80ms);
  EXPECT_EQ(watch.safe(per_move(100ms)).move, 100ms);
  EXPECT_TRUE(watch.safe({}).unlimited());
}

TEST(StallWatch, TakesTheWorstOfLateAndForgetsItSlowly) {
  StallWatch watch;
  watch.record(90ms, 50ms);
  EXPECT_EQ(watch.safe(per_move(100ms)).move, 60ms);
  watch.record(60ms, 60ms);
  EXPECT_EQ(watch.safe(per_move(100ms)).move, 62'500us);
  for (int i = 0; i < 200; ++i) watch.record(60ms, 60ms);
  EXPECT_GT(watch.safe(per_move(100ms)).move, 99ms);
}

TEST(StallWatch, LeavesAQuarterHoweverBadItWas) {
  StallWatch watch;
  watch.record(10s, 1ms);
  EXPECT_EQ(watch.safe(per_move(100ms)).move, 25ms);
  TimeBudget game;
  game.game = 4s;
  EXPECT_EQ(watch.safe(game).game, 1s);
}

TEST(StallWatch, LeavesAStallForEveryMoveOfAGame) {
  StallWatch watch;
  watch.record(60ms, 50ms);
  TimeBudget game;
  game.game = 4s;
  EXPECT_EQ(watch.safe(game, 20).game, 3800ms);
  EXPECT_EQ(watch.safe(game, 0).game, 3990ms);
}

// A clock that runs backwards between processors is no stall.
TEST(StallWatch, IgnoresMoreWorkThanTime) {
  StallWatch watch;
  watch.record(10ms, 12ms);
  EXPECT_EQ(watch.safe(per_move(100ms)).move, 100ms);
}

TEST(StallWatch, DoesNotCountWaitingForItsOwnThreads) {
  StallWatch watch;
  { StallWatch::Move(watch).waited(1h); }
  EXPECT_EQ(watch.safe(per_move(100ms)).move, 100ms);
}

}  // namespace
}  // namespace turncoat::player
