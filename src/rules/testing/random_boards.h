// Boards for tests: random games of any length, and boards no game reaches.
#pragma once

#include "base/rng.h"
#include "rules/kernel/wide_kernels.h"
#include "rules/square.h"

namespace turncoat::rules::testing {

// A board of a random game from the usual start; every number of plies up to the end is about equally likely.
inline kernel::WideBoard reachable_board(int size, Rng& rng) {
  using Kernel = kernel::PortableWideKernel;
  const int middle = size / 2;
  kernel::WideBoard board{{Square(middle, middle - 1), Square(middle - 1, middle)},
                          {Square(middle - 1, middle - 1), Square(middle, middle)}};
  const SquareSet area = SquareSet::board(size);
  for (auto plies = rng.below(static_cast<std::uint32_t>(size * size - 3)); plies > 0; --plies) {
    SquareSet moves = Kernel::moves(board, area);
    if (moves.empty()) {
      board = Kernel::after_pass(board);
      moves = Kernel::moves(board, area);
      if (moves.empty()) break;
    }
    const int bit = Kernel::nth(moves, static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.size()))));
    board = Kernel::after(board, bit, Kernel::flips(board, bit));
  }
  return board;
}

// Discs anywhere, the share of empties and of each side drawn anew.
inline kernel::WideBoard scattered_board(int size, Rng& rng) {
  const std::uint32_t filled = rng.below(101);
  const std::uint32_t mine = rng.below(101);
  kernel::WideBoard board;
  for (const Square square : SquareSet::board(size)) {
    if (rng.below(100) >= filled) continue;
    (rng.below(100) < mine ? board.mover : board.other).insert(square);
  }
  return board;
}

}  // namespace turncoat::rules::testing
