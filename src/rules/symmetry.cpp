#include "rules/symmetry.h"

#include "base/check.h"

namespace turncoat::rules {

Position Symmetry::operator()(const Position& position) const {
  const int size = position.size();
  auto image = Position::make(position.ruleset_ptr(), (*this)(position.discs(Color::Black), size),
                              (*this)(position.discs(Color::White), size), position.mover());
  TURNCOAT_CHECK(image.has_value(), "the image of a valid position is valid");
  return *std::move(image);
}

Canonical64 canonical(const kernel::Board64& board) {
  using kernel::Board64;
  const auto less = [](const Board64& a, const Board64& b) {
    return a.mover != b.mover ? a.mover < b.mover : a.other < b.other;
  };
  Canonical64 best{board, Symmetry(0)};
  const auto offer = [&](const Board64& image, int number) {
    if (less(image, best.board)) best = {image, Symmetry(number)};
  };
  Board64 turned = board;
  for (const int transpose : {0, 4}) {
    if (transpose != 0) turned = {Symmetry::transposed(board.mover), Symmetry::transposed(board.other)};
    const Board64 mirrored = {Symmetry::mirrored(turned.mover), Symmetry::mirrored(turned.other)};
    offer(turned, transpose);
    offer(mirrored, transpose | 1);
    offer({Symmetry::upended(turned.mover), Symmetry::upended(turned.other)}, transpose | 2);
    offer({Symmetry::upended(mirrored.mover), Symmetry::upended(mirrored.other)}, transpose | 3);
  }
  return best;
}

}  // namespace turncoat::rules
