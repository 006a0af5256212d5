// ops_of: a kernel type as a table of functions. Included inside the region of that kernel (target.h).
#pragma once

#include "rules/kernel/ops.h"

namespace turncoat::rules::kernel::ops_detail {

template <class Kernel, class Lattice>
Ops<Lattice> ops_of() {
  using Board = typename Lattice::Board;
  using Set = typename Lattice::Set;
  return {Kernel::kIsa, [](const Board& board, const Set& area) { return Kernel::moves(board, area); },
          [](const Board& board, int bit) { return Kernel::flips(board, bit); },
          [](const Set& set, int k) { return Kernel::nth(set, k); }};
}

template <class Kernel>
LastOps64 last_ops_of() {
  return {Kernel::kIsa,
          [](const Board64& board, int bit) {
            const auto mover = Kernel::spread(board.mover);
            return Kernel::word(Kernel::flips_in_lanes(mover, Kernel::spread(board.other), bit));
          },
          [](std::uint64_t mover, int bit) { return Kernel::last_flips(mover, bit); }};
}

}  // namespace turncoat::rules::kernel::ops_detail
