#include "base/zeroed_memory.h"

#include <cstring>

#include <gtest/gtest.h>

namespace turncoat {
namespace {

TEST(ZeroedMemory, ReadsAsZerosAndDoesSoAgainAfterClear) {
  constexpr std::size_t kBytes = 3 << 20;
  ZeroedMemory memory(kBytes);
  auto* bytes = static_cast<unsigned char*>(memory.data());
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < kBytes; i += 4096) ASSERT_EQ(bytes[i], 0);
    std::memset(bytes, 0xff, kBytes);
    memory.clear();
  }
}

TEST(ZeroedMemory, MovesWithItsContents) {
  ZeroedMemory first(4096);
  static_cast<char*>(first.data())[7] = 'x';
  const ZeroedMemory second = std::move(first);
  EXPECT_EQ(static_cast<char*>(second.data())[7], 'x');
}

}  // namespace
}  // namespace turncoat
