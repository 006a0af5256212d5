// ReferenceWideKernel, PortableWideKernel: the kernels (kernel64_reference.h) of boards of any size, on
// reference.h and on the plain C++ of wide.h. Any CPU.
#pragma once

#include "rules/kernel/isa.h"
#include "rules/kernel/reference.h"
#include "rules/kernel/wide.h"
#include "rules/kernel/wide_board.h"

namespace turncoat::rules::kernel {

struct ReferenceWideKernel : WideLattice {
  static constexpr Isa kIsa = Isa::Reference;

  // The whole lattice is taken for the board: squares outside `area` are empty and end every run.
  static Set moves(const Board& board, const Set& area) {
    return area & reference_moves(kMaxSize, board.mover, board.other);
  }
  static Set flips(const Board& board, int bit) {
    return reference_flips(kMaxSize, board.mover, board.other, Square::from_index(bit));
  }
  static int nth(Set set, int k) {
    for (; k > 0; --k) pop_first(set);
    return first(set);
  }
};

struct PortableWideKernel : WideLattice {
  static constexpr Isa kIsa = Isa::Portable;

  static constexpr Set moves(const Board& board, const Set& area) {
    return wide_moves(area, board.mover, board.other);
  }
  static constexpr Set flips(const Board& board, int bit) {
    return wide_flips(board.mover, board.other, Square::from_index(bit));
  }
  static constexpr int nth(const Set& set, int k) {
    for (int word = 0;; ++word) {
      std::uint64_t rest = set.words()[static_cast<std::size_t>(word)];
      const int here = std::popcount(rest);
      if (k >= here) {
        k -= here;
        continue;
      }
      for (; k > 0; --k) rest &= rest - 1;
      return 64 * word + std::countr_zero(rest);
    }
  }
};

}  // namespace turncoat::rules::kernel
