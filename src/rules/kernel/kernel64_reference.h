// ReferenceKernel64: the square-by-square reference behind the interface of the 64-bit kernels.
//
// Every kernel, 64-bit or 256-bit, inherits its lattice's names and adds
//   kIsa                         which Isa it needs
//   moves(board, area)           legal moves of the mover
//   flips(board, bit)            discs turned by a disc on the empty square `bit`; empty when illegal
//   nth(set, k)                  the k-th bit of a set, from 0; requires k < count(set)
// and every 64-bit kernel what WordLanes64 has, and
//   flips_in_lanes(mover, other, bit)
//   moves_in_lanes(mover, other, open)   legal moves, where `open` are the empty squares
#pragma once

#include "rules/kernel/board64.h"
#include "rules/kernel/isa.h"
#include "rules/kernel/reference.h"
#include "rules/kernel/word_lanes64.h"

namespace turncoat::rules::kernel {

struct ReferenceKernel64 : Lattice64, WordLanes64 {
  static constexpr Isa kIsa = Isa::Reference;

  // The whole lattice is taken for the board: squares outside `area` are empty and end every run.
  static Set moves(const Board& board, Set area) {
    return area & set_of(reference_moves(8, squares_of(board.mover, 8), squares_of(board.other, 8)), 8);
  }
  static Set flips(const Board& board, int bit) {
    return set_of(
        reference_flips(8, squares_of(board.mover, 8), squares_of(board.other, 8), square_of(bit, 8)), 8);
  }
  static Lanes flips_in_lanes(Lanes mover, Lanes other, int bit) { return flips({mover, other}, bit); }
  static Set moves_in_lanes(Lanes mover, Lanes other, Set open) { return moves({mover, other}, open); }
  static int nth(Set set, int k) {
    for (; k > 0; --k) pop_first(set);
    return first(set);
  }
};

}  // namespace turncoat::rules::kernel
