#include "base/memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace turncoat {
namespace {

using testing::HasSubstr;

TEST(Memory, KnowsWhatTheMachineHas) {
  EXPECT_GT(physical_memory(), 64U << 20);
  EXPECT_TRUE(check_memory(physical_memory()).has_value());
  EXPECT_FALSE(check_memory(physical_memory() + 1).has_value());
}

TEST(Memory, ReadsSizesThatFit) {
  EXPECT_EQ(parse_memory("16MB"), 16U << 20);
  EXPECT_THAT(parse_memory("much").error().message, HasSubstr("is not a size"));
  EXPECT_THAT(parse_memory("1EB").error().message, HasSubstr("of memory that this machine has"));
  EXPECT_THAT(parse_memory("4EB").error().message, HasSubstr("is more memory than there is"));
}

}  // namespace
}  // namespace turncoat
