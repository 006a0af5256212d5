// reference: moves and flips written to be read, square by square, on any board. The truth that every faster
// kernel is tested against; too slow to play with.
#pragma once

#include "rules/square.h"

namespace turncoat::rules::kernel {

// The discs that `mover` turns by playing `square`; empty when the move is illegal. `square` must be empty.
SquareSet reference_flips(int size, const SquareSet& mover, const SquareSet& opponent, Square square);

SquareSet reference_moves(int size, const SquareSet& mover, const SquareSet& opponent);

}  // namespace turncoat::rules::kernel
