// WordLanes64: the part of a 64-bit kernel that serves the last few empties (search/endgame_leaf.h), on plain
// words. Lanes are a set in the form that flips want it in: here the word itself, a repeated word in the
// vector kernels, which so spare the way through the general registers from one ply to the next.
#pragma once

#include "rules/kernel/last_flips64.h"

namespace turncoat::rules::kernel {

struct WordLanes64 {
  using Lanes = std::uint64_t;

  static constexpr Lanes spread(std::uint64_t set) { return set; }
  static constexpr Lanes spread_single(int bit) { return std::uint64_t{1} << bit; }
  static constexpr std::uint64_t word(Lanes lanes) { return lanes; }
  static constexpr bool none(Lanes lanes) { return lanes == 0; }

  // The bits of `set` on the squares of `mask`, side by side.
  static constexpr std::size_t extract(std::uint64_t set, std::uint64_t mask) {
    std::size_t bits = 0;
    for (std::size_t at = 1; mask != 0; mask &= mask - 1, at <<= 1) {
      if ((set & mask & (0 - mask)) != 0) bits |= at;
    }
    return bits;
  }

  // Twice the discs that a disc on `bit`, the only empty square, turns; `mover` are the mover's discs.
  // Diagonals are projected on their columns, so the place of the square is its column.
  static constexpr int last_flips(std::uint64_t mover, int bit) {
    constexpr std::uint64_t kColumn = 0x0101010101010101ULL;
    const auto at = static_cast<std::size_t>(bit);
    const std::size_t x = at % 8;
    const std::size_t y = at / 8;
    const LinesThrough64& lines = kLinesThrough64[at];
    const std::uint64_t column = (mover >> x & kColumn) * 0x0102040810204080ULL >> 56;
    return kLastFlips[x][mover >> (8 * y) & 0xff] + kLastFlips[y][column] +
           kLastFlips[x][(mover & lines.mask[1]) * kColumn >> 56] +
           kLastFlips[x][(mover & lines.mask[2]) * kColumn >> 56];
  }
};

}  // namespace turncoat::rules::kernel
