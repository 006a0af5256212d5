// perft: counts the lines of play of a given length, the usual proof that moves are made right.
// A game that ends earlier counts as one line. A forced pass is one ply by default; other programs let it
// cost nothing, hence Pass::Free.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "base/error.h"
#include "rules/kernel/isa.h"
#include "rules/position.h"

namespace turncoat::rules {

struct PerftOptions {
  enum class Pass { Ply, Free };
  int depth = 1;
  Pass pass = Pass::Ply;
  bool bulk = true;  // count the moves of the last ply instead of playing them
  int threads = 1;
  kernel::Isa isa = kernel::best_isa();
};

// The same number for every thread count and every kernel. Cancelled when `stop` was requested.
// Requires depth >= 0 and an isa of supported_isas().
Result<std::uint64_t> perft(const Position& position, const PerftOptions& options, std::stop_token stop = {});

// The count below each legal move, in reading order; a lone pass when that is all there is; empty when the
// game is over. Requires depth >= 1.
struct PerftMove {
  Move move;
  std::uint64_t nodes;
};
Result<std::vector<PerftMove>> perft_divide(const Position& position, const PerftOptions& options,
                                            std::stop_token stop = {});

}  // namespace turncoat::rules
