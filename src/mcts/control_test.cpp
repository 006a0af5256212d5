#include "mcts/control.h"

#include <gmock/gmock.h>

namespace turncoat::mcts {
namespace {

Control::Rhythm rhythm_of(int worker) {
  Control::Rhythm rhythm;
  rhythm.worker = worker;
  return rhythm;
}

// On a busy machine the second thread may be the first to run, and too late.
TEST(Control, GrantsTheFirstRolloutWhateverTheOthersFound) {
  Control control({.deadline = Control::Clock::now() - std::chrono::seconds(1)}, {});
  Control::Rhythm other = rhythm_of(1);
  EXPECT_EQ(control.claim(other), 0U);
  Control::Rhythm first = rhythm_of(0);
  EXPECT_GE(control.claim(first), 1U);
  EXPECT_EQ(control.claim(first), 0U);
}

TEST(Control, GrantsWhatTheLimitLeaves) {
  Control control({.sims = 5}, {});
  std::uint64_t granted = 0;
  Control::Rhythm first = rhythm_of(0);
  Control::Rhythm other = rhythm_of(1);
  for (int i = 0; i < 10; ++i) granted += control.claim(first) + control.claim(other);
  EXPECT_EQ(granted, 5U);
  control.give_back(2);
  EXPECT_GE(control.claim(other), 1U);
}

}  // namespace
}  // namespace turncoat::mcts
