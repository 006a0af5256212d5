// The counting of perft for each instruction set, each compiled in its own file. Internal to perft.
#pragma once

#include <cstdint>
#include <stop_token>

#include "rules/kernel/board64.h"
#include "rules/kernel/wide_board.h"

namespace turncoat::rules {

template <class Board>
using PerftBelow = std::uint64_t (*)(const Board& board, int size, int depth, bool free_pass, bool bulk,
                                     const std::stop_token& stop);

PerftBelow<kernel::Board64> perft64_avx2();
PerftBelow<kernel::Board64> perft64_avx512();
PerftBelow<kernel::WideBoard> perft_wide_avx2();

}  // namespace turncoat::rules
