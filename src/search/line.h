// Line: the moves a search expects, as bits of a kernel's lattice.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace turncoat::search {

// The expected moves from a node on; -1 is a pass.
struct Line {
  static constexpr int kLongest = 64;
  int length = 0;
  std::array<std::int16_t, kLongest> bits;

  void set(int bit, const Line& rest) {
    bits[0] = static_cast<std::int16_t>(bit);
    length = std::min(kLongest, rest.length + 1);
    std::copy_n(rest.bits.begin(), length - 1, bits.begin() + 1);
  }
};

}  // namespace turncoat::search
