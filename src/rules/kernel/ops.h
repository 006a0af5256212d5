// ops: every kernel behind function pointers, for tests, benchmarks and callers that are not hot.
// A search is a template over the kernel type instead, compiled once per Isa (target.h).
#pragma once

#include "rules/kernel/board64.h"
#include "rules/kernel/isa.h"
#include "rules/kernel/wide_board.h"

namespace turncoat::rules::kernel {

template <class Lattice>
struct Ops {
  using Board = typename Lattice::Board;
  using Set = typename Lattice::Set;
  Isa isa;  // the kernel behind it: boards above 8x8 have none of their own for AVX-512 and use AVX2
  Set (*moves)(const Board& board, const Set& area);
  Set (*flips)(const Board& board, int bit);
  int (*nth)(const Set& set, int k);
};

using Ops64 = Ops<Lattice64>;
using WideOps = Ops<WideLattice>;

// What 64-bit kernels have for the last empties (word_lanes64.h).
struct LastOps64 {
  Isa isa;
  std::uint64_t (*flips_in_lanes)(const Board64& board, int bit);
  int (*last_flips)(std::uint64_t mover, int bit);
};

// Requires an Isa of supported_isas().
Ops64 ops64(Isa isa);
WideOps wide_ops(Isa isa);
LastOps64 last_ops64(Isa isa);

namespace ops_detail {

Ops64 avx2_ops64();
Ops64 avx512_ops64();
WideOps avx2_wide_ops();
LastOps64 avx2_last_ops64();
LastOps64 avx512_last_ops64();

}  // namespace ops_detail

}  // namespace turncoat::rules::kernel
