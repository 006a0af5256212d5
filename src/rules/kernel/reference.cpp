#include "rules/kernel/reference.h"

namespace turncoat::rules::kernel {

SquareSet reference_flips(int size, const SquareSet& mover, const SquareSet& opponent, Square square) {
  SquareSet flips;
  for (int dx = -1; dx <= 1; ++dx) {
    for (int dy = -1; dy <= 1; ++dy) {
      if (dx == 0 && dy == 0) continue;
      SquareSet run;
      int x = square.column() + dx;
      int y = square.row() + dy;
      const auto on_board = [&] { return x >= 0 && x < size && y >= 0 && y < size; };
      while (on_board() && opponent.contains({x, y})) {
        run.insert({x, y});
        x += dx;
        y += dy;
      }
      if (on_board() && mover.contains({x, y})) flips = flips | run;
    }
  }
  return flips;
}

SquareSet reference_moves(int size, const SquareSet& mover, const SquareSet& opponent) {
  SquareSet moves;
  for (const Square square : SquareSet::board(size) & ~(mover | opponent)) {
    if (!reference_flips(size, mover, opponent, square).empty()) moves.insert(square);
  }
  return moves;
}

}  // namespace turncoat::rules::kernel
