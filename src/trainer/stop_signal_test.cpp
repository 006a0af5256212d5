#include "trainer/stop_signal.h"

#include <thread>

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>

namespace turncoat::trainer {
namespace {

TEST(StopSignal, IsSeenWhicheverThreadItReaches) {
  StopSignal first;
  EXPECT_FALSE(first.seen());
  std::thread([] { pthread_kill(pthread_self(), SIGTERM); }).join();
  EXPECT_TRUE(first.seen());
  const StopSignal again;
  EXPECT_FALSE(again.seen());
  raise(SIGINT);
  EXPECT_TRUE(again.seen());
}

TEST(StopSignalDeathTest, ASecondOneEndsTheProgram) {
  const auto twice = [] {
    const StopSignal signal;
    raise(SIGTERM);
    raise(SIGTERM);
  };
  EXPECT_EXIT(twice(), ::testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace turncoat::trainer
