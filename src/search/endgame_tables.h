// Tables of the endgame ladder (endgame.h). Data only: no code, so that any target may use them.
#pragma once

#include <array>
#include <cstdint>

namespace turncoat::search {

// How to play four empties by the quadrants they lie in: alone in its quadrant comes first, and squares of
// one quadrant stand side by side.
struct FourOrder {
  std::array<std::uint8_t, 4> shift{};  // of the packed squares, in bits
  bool two_pairs = false;               // after a square of the second pair its partner comes first
};

// By the quadrants of the four squares, two bits each.
inline constexpr std::array<FourOrder, 256> kFourOrders = [] {
  std::array<FourOrder, 256> orders{};
  for (unsigned index = 0; index < 256; ++index) {
    std::array<unsigned, 4> quadrant{};
    std::array<int, 4> many{};
    for (unsigned i = 0; i < 4; ++i) {
      quadrant[i] = index >> (2 * i) & 3;
      ++many[quadrant[i]];
    }
    std::size_t at = 0;
    orders[index].two_pairs = true;
    for (const int size : {1, 2, 3, 4}) {
      for (unsigned q = 0; q < 4; ++q) {
        if (many[q] != size) continue;
        if (size != 2) orders[index].two_pairs = false;
        for (unsigned i = 0; i < 4; ++i) {
          if (quadrant[i] == q) orders[index].shift[at++] = static_cast<std::uint8_t>(8 * i);
        }
      }
    }
  }
  return orders;
}();

// The least alpha at which counting the opponent's stable discs pays, by empties; 4 is the first.
// Without the cut-off 24 % more nodes; thresholds 6 lower or 8 higher change 0.3 % (docs/endgame.md).
inline constexpr std::array<std::int8_t, 17> kStabilityAlpha = {99, 99, 99, 99, 6,  8,  10, 12, 14,
                                                                16, 20, 22, 24, 26, 28, 30, 32};

// For the order of moves: corners, then the squares that give little, X squares last.
inline constexpr std::array<std::uint8_t, 64> kSquareClass = [] {
  constexpr std::array<std::uint8_t, 16> kQuarter = {12, 4, 8, 6, 4, 0, 3, 4, 8, 3, 5, 4, 6, 4, 4, 0};
  std::array<std::uint8_t, 64> classes{};
  for (std::size_t bit = 0; bit < 64; ++bit) {
    const std::size_t x = bit % 8 < 4 ? bit % 8 : 7 - bit % 8;
    const std::size_t y = bit / 8 < 4 ? bit / 8 : 7 - bit / 8;
    classes[bit] = kQuarter[4 * y + x];
  }
  return classes;
}();

}  // namespace turncoat::search
