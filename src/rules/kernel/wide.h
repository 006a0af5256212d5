// wide: moves and flips on 256-bit sets, 16 columns a row, for every board size. Plain C++.
// Discs never stand outside the board, so only the 16x16 board's own edges could wrap: opponent discs on
// columns a and p are masked out of every run that is not vertical, and nothing else needs a guard.
#pragma once

#include <cstdint>

#include "rules/square.h"

namespace turncoat::rules::kernel {

namespace wide_detail {

template <int Shift>
constexpr SquareSet up(const SquareSet& set) {
  const auto& w = set.words();
  return SquareSet(SquareSet::Words{w[0] << Shift, w[1] << Shift | w[0] >> (64 - Shift),
                                    w[2] << Shift | w[1] >> (64 - Shift),
                                    w[3] << Shift | w[2] >> (64 - Shift)});
}

template <int Shift>
constexpr SquareSet down(const SquareSet& set) {
  const auto& w = set.words();
  return SquareSet(SquareSet::Words{w[0] >> Shift | w[1] << (64 - Shift),
                                    w[1] >> Shift | w[2] << (64 - Shift),
                                    w[2] >> Shift | w[3] << (64 - Shift), w[3] >> Shift});
}

// Opponent discs that can stand inside a run along the axis: not on the outer columns unless the axis is
// vertical.
template <int Shift>
constexpr SquareSet inside(const SquareSet& opponent) {
  if constexpr (Shift == kMaxSize) return opponent;
  constexpr std::uint64_t kInner = 0x7ffe7ffe7ffe7ffeULL;
  return opponent & SquareSet(SquareSet::Words{kInner, kInner, kInner, kInner});
}

// Squares behind a run of opponent discs that starts next to a mover's disc, both ways along one axis.
// Doubling: after the fourth step runs of up to 14 are covered, the longest a 16x16 board has.
template <int Shift>
constexpr SquareSet reach(const SquareSet& mover, const SquareSet& opponent) {
  const SquareSet o = inside<Shift>(opponent);
  SquareSet a = o & up<Shift>(mover);
  SquareSet b = o & down<Shift>(mover);
  a = a | (o & up<Shift>(a));
  b = b | (o & down<Shift>(b));
  SquareSet two_up = o & up<Shift>(o);
  SquareSet two_down = o & down<Shift>(o);
  a = a | (two_up & up<2 * Shift>(a));
  b = b | (two_down & down<2 * Shift>(b));
  two_up = two_up & up<2 * Shift>(two_up);
  two_down = two_down & down<2 * Shift>(two_down);
  for (int step = 0; step < 3; ++step) {  // four more squares each
    a = a | (two_up & up<2 * Shift>(up<2 * Shift>(a)));
    b = b | (two_down & down<2 * Shift>(down<2 * Shift>(b)));
  }
  return up<Shift>(a) | down<Shift>(b);
}

template <int Shift>
constexpr SquareSet flips_on_axis(const SquareSet& mover, const SquareSet& opponent,
                                  const SquareSet& square) {
  const SquareSet o = inside<Shift>(opponent);
  SquareSet flips;
  SquareSet run;
  SquareSet front = up<Shift>(square);
  while (!(front & o).empty()) {
    run = run | front;
    front = up<Shift>(front);
  }
  if (!(front & mover).empty()) flips = run;
  run = SquareSet();
  front = down<Shift>(square);
  while (!(front & o).empty()) {
    run = run | front;
    front = down<Shift>(front);
  }
  if (!(front & mover).empty()) flips = flips | run;
  return flips;
}

}  // namespace wide_detail

// `board` is every square of the board: empties outside it are never moves.
constexpr SquareSet wide_moves(const SquareSet& board, const SquareSet& mover, const SquareSet& opponent) {
  using namespace wide_detail;
  const SquareSet behind = reach<1>(mover, opponent) | reach<16>(mover, opponent) |
                           reach<15>(mover, opponent) | reach<17>(mover, opponent);
  return behind & board & ~(mover | opponent);
}

// The discs turned by playing the empty `square`; empty when the move is illegal.
constexpr SquareSet wide_flips(const SquareSet& mover, const SquareSet& opponent, Square square) {
  using namespace wide_detail;
  const SquareSet placed{square};
  return flips_on_axis<1>(mover, opponent, placed) | flips_on_axis<16>(mover, opponent, placed) |
         flips_on_axis<15>(mover, opponent, placed) | flips_on_axis<17>(mover, opponent, placed);
}

}  // namespace turncoat::rules::kernel
