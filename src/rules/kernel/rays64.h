// Rays64: the squares seen from each square of the 8x8 lattice, by direction. Data only: no code, any target.
#pragma once

#include <array>
#include <cstdint>

namespace turncoat::rules::kernel {

// Ray masks of one square, the square itself left out: `up` towards higher bits (steps 1, 8, 9, 7), `down`
// towards lower ones. One cache line a square, 4 KiB in all.
struct alignas(64) Rays64 {
  std::array<std::uint64_t, 4> up{};
  std::array<std::uint64_t, 4> down{};
};

constexpr std::array<Rays64, 64> make_rays64() {
  constexpr std::array<int, 4> kDx = {1, 0, 1, -1};
  constexpr std::array<int, 4> kDy = {0, 1, 1, 1};
  std::array<Rays64, 64> rays{};
  for (int bit = 0; bit < 64; ++bit) {
    Rays64& here = rays[static_cast<std::size_t>(bit)];
    for (std::size_t axis = 0; axis < 4; ++axis) {
      for (const int sign : {1, -1}) {
        std::uint64_t& ray = sign > 0 ? here.up[axis] : here.down[axis];
        int x = bit % 8 + sign * kDx[axis];
        int y = bit / 8 + sign * kDy[axis];
        for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += sign * kDx[axis], y += sign * kDy[axis]) {
          ray |= std::uint64_t{1} << (8 * y + x);
        }
      }
    }
  }
  return rays;
}

inline constexpr std::array<Rays64, 64> kRays64 = make_rays64();

}  // namespace turncoat::rules::kernel
