// PortableKernel64: moves and flips on 64-bit words in plain C++, for any CPU.
#pragma once

#include "rules/kernel/board64.h"
#include "rules/kernel/isa.h"
#include "rules/kernel/rays64.h"
#include "rules/kernel/word_lanes64.h"

namespace turncoat::rules::kernel {

// Opponent discs on an outer column never stand inside a run along a row or a diagonal; masking them out is
// also what keeps shifts from wrapping around.
inline constexpr std::uint64_t kInnerColumns64 = 0x7e7e7e7e7e7e7e7eULL;

struct PortableKernel64 : Lattice64, WordLanes64 {
  static constexpr Isa kIsa = Isa::Portable;

  static constexpr Set moves(const Board& board, Set area) {
    return moves_in_lanes(board.mover, board.other, empties(board, area));
  }

  static constexpr Set moves_in_lanes(Lanes mover, Lanes other, Set open) {
    const Set inner = other & kInnerColumns64;
    return (reach<1>(mover, inner) | reach<8>(mover, other) | reach<9>(mover, inner) |
            reach<7>(mover, inner)) &
           open;
  }

  static constexpr Set flips(const Board& board, int bit) {
    const Rays64& rays = kRays64[static_cast<std::size_t>(bit)];
    Set flips = 0;
    for (std::size_t axis = 0; axis < 4; ++axis) {
      // Upwards the first square that is not the opponent's is the lowest bit; if it is the mover's, the
      // bits below it on the ray turn.
      const Set stop_up = rays.up[axis] & ~board.other;
      const Set end_up = stop_up & (0 - stop_up) & board.mover;
      flips |= rays.up[axis] & (end_up - (end_up != 0));
      // Downwards it is the highest bit; the bits above it turn.
      const Set stop_down = rays.down[axis] & ~board.other;
      const Set end_down = std::bit_floor(stop_down) & board.mover;
      flips |= rays.down[axis] & ((0 - end_down) ^ end_down);
    }
    return flips;
  }

  static constexpr Lanes flips_in_lanes(Lanes mover, Lanes other, int bit) {
    return flips({mover, other}, bit);
  }

  static constexpr int nth(Set set, int k) {
    for (; k > 0; --k) set &= set - 1;
    return first(set);
  }

 private:
  // Squares behind a run of opponent discs that starts next to a mover's disc, both ways along one axis.
  // Doubling: one, two, four, six squares.
  template <int Shift>
  static constexpr Set reach(Set mover, Set o) {
    Set up = o & (mover << Shift);
    Set down = o & (mover >> Shift);
    up |= o & (up << Shift);
    down |= o & (down >> Shift);
    const Set pairs_up = o & (o << Shift);
    const Set pairs_down = pairs_up >> Shift;
    up |= pairs_up & (up << (2 * Shift));
    down |= pairs_down & (down >> (2 * Shift));
    up |= pairs_up & (up << (2 * Shift));
    down |= pairs_down & (down >> (2 * Shift));
    return up << Shift | down >> Shift;
  }
};

}  // namespace turncoat::rules::kernel
