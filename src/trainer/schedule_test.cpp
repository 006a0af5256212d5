#include "trainer/schedule.h"

#include <gtest/gtest.h>

namespace turncoat::trainer {
namespace {

TEST(Schedule, FallsAtItsSteps) {
  const auto schedule = Schedule::parse("0.02,0.006@20000,0.002@60000");
  ASSERT_TRUE(schedule) << schedule.error().message;
  EXPECT_EQ(schedule->at(0), 0.02);
  EXPECT_EQ(schedule->at(19'999), 0.02);
  EXPECT_EQ(schedule->at(20'000), 0.006);
  EXPECT_EQ(schedule->at(1'000'000), 0.002);
  EXPECT_EQ(Schedule::parse("0.1")->at(7), 0.1);
}

TEST(Schedule, RefusesNonsense) {
  for (const char* text : {"", "x", "-1", "nan", "inf", "0.1@5", "0.1,0.2", "0.1,0.2@0", "0.1,0.2@9,0.3@9",
                           "0.1,0.2@x", "0.1,0.2@3@4", "0.1,"}) {
    EXPECT_FALSE(Schedule::parse(text)) << text;
  }
}

}  // namespace
}  // namespace turncoat::trainer
