// Tables for the last empty square of a full board: how many discs a line turns, from the mover's discs
// alone, because every other square of the line is the opponent's. Squares beyond the end of a short line
// count as the opponent's too; no mover's disc stands behind them, so they never turn. Data only: no code,
// any target.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rules/kernel/rays64.h"

namespace turncoat::rules::kernel {

// kLastFlips[place][line]: twice the discs turned by a disc on `place` when `line` are the mover's.
using LastFlips = std::array<std::array<std::uint8_t, 256>, 8>;

constexpr LastFlips make_last_flips() {
  LastFlips table{};
  for (unsigned place = 0; place < 8; ++place) {
    for (unsigned line = 0; line < 256; ++line) {
      unsigned above = place + 1;
      while (above < 8 && (line >> above & 1) == 0) ++above;
      unsigned below = 0;
      while (below < place && (line >> (place - 1 - below) & 1) == 0) ++below;
      const unsigned turned = (above < 8 ? above - place - 1 : 0) + (below < place ? below : 0);
      table[place][line] = static_cast<std::uint8_t>(2 * turned);
    }
  }
  return table;
}

inline constexpr LastFlips kLastFlips = make_last_flips();

// The column and the two diagonals (steps 8, 9, 7) through a square, itself included, and the square's place
// among the bits of each.
struct LinesThrough64 {
  std::array<std::uint64_t, 3> mask{};
  std::array<std::uint8_t, 3> place{};
};

constexpr std::array<LinesThrough64, 64> make_lines_through64() {
  std::array<LinesThrough64, 64> lines{};
  for (std::size_t bit = 0; bit < 64; ++bit) {
    const Rays64& rays = kRays64[bit];
    for (std::size_t i = 0; i < 3; ++i) {
      lines[bit].mask[i] = rays.up[i + 1] | rays.down[i + 1] | std::uint64_t{1} << bit;
      lines[bit].place[i] = static_cast<std::uint8_t>(std::popcount(rays.down[i + 1]));
    }
  }
  return lines;
}

inline constexpr std::array<LinesThrough64, 64> kLinesThrough64 = make_lines_through64();

inline constexpr std::array<std::uint64_t, 64> kSingles64 = [] {
  std::array<std::uint64_t, 64> singles{};
  for (std::size_t bit = 0; bit < 64; ++bit) singles[bit] = std::uint64_t{1} << bit;
  return singles;
}();

}  // namespace turncoat::rules::kernel
