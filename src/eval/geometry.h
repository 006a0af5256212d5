// Geometry: the fixed squares of one board in a kernel's lattice, and the set operations that evaluators are
// made of: steps and fills along a line, neighbours, stable discs, groups. No ruleset, no opinion of what
// anything is worth. Everything depends on the kernel type K (rules/kernel), so that it may be included in a
// target region.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "rules/square.h"

namespace turncoat::eval {

template <class K>
struct Geometry {
  using Board = typename K::Board;
  using Set = typename K::Set;

  // Lines run along four axes: rows, columns, and the two diagonals.
  static constexpr std::array<int, 4> kColumnStep = {1, 0, 1, -1};
  static constexpr std::array<int, 4> kRowStep = {0, 1, 1, 1};

  int size;
  Set area;
  Set corners;
  Set centre;                 // the board less two rings; on 4x4 its middle four
  std::array<Set, 4> border;  // per axis: squares with a neighbour off the board along it

  explicit Geometry(int board_size) : size(board_size), area(K::area(board_size)) {
    rules::SquareSet corner_squares;
    rules::SquareSet centre_squares;
    std::array<rules::SquareSet, 4> border_squares;
    const int last = size - 1;
    const int ring = size > 4 ? 2 : 1;
    for (const rules::Square square : rules::SquareSet::board(size)) {
      const int x = square.column();
      const int y = square.row();
      const bool side = x == 0 || x == last;
      const bool end = y == 0 || y == last;
      if (side && end) corner_squares.insert(square);
      if (x >= ring && x <= last - ring && y >= ring && y <= last - ring) centre_squares.insert(square);
      if (side) border_squares[0].insert(square);
      if (end) border_squares[1].insert(square);
      if (side || end) {
        border_squares[2].insert(square);
        border_squares[3].insert(square);
      }
    }
    corners = K::set_of(corner_squares, size);
    centre = K::set_of(centre_squares, size);
    for (std::size_t axis = 0; axis < 4; ++axis) border[axis] = K::set_of(border_squares[axis], size);
  }

  // The set moved by one square along an axis; squares that leave the lattice vanish, those that leave the
  // board are the caller's to cut off.
  template <int Axis, bool Forward>
  static Set step(const Set& set) {
    constexpr int kStride = std::is_same_v<Set, std::uint64_t> ? 8 : rules::kMaxSize;
    constexpr int kShift = kRowStep[Axis] * kStride + kColumnStep[Axis];
    // Forward moves towards higher columns on axes 0 and 2, lower ones on axis 3.
    constexpr int kSideways = Forward ? kColumnStep[Axis] : -kColumnStep[Axis];
    const Set kept = kSideways > 0 ? set & not_last_column() : kSideways < 0 ? set & not_first_column() : set;
    return shift<kShift, Forward>(kept);
  }

  // All of `allowed` that can be reached from `seeds` along one axis, both ways, without leaving `allowed`.
  template <int Axis>
  static Set fill(const Set& seeds, const Set& allowed) {
    return seeds | joined<Axis, true>(seeds, allowed) | joined<Axis, false>(seeds, allowed);
  }

  // All of `through` that is joined to `from` along one direction; `from` only where `through` has it too.
  template <int Axis, bool Forward>
  static Set joined(const Set& from, const Set& through) {
    constexpr int kSign = Forward ? 1 : -1;
    if constexpr (requires { K::template joined<1, 0>(from, through); }) {
      return K::template joined<kSign * kColumnStep[Axis], kSign * kRowStep[Axis]>(from, through);
    } else if constexpr (kWord) {
      // Twice as far each time; the columns that would wrap around are taken off the way once.
      constexpr int kShift = kRowStep[Axis] * 8 + kColumnStep[Axis];
      constexpr int kSideways = kSign * kColumnStep[Axis];
      Set way = kSideways > 0   ? through & not_first_column()
                : kSideways < 0 ? through & not_last_column()
                                : through;
      Set run = way & shift<kShift, Forward>(from);
      run |= way & shift<kShift, Forward>(run);
      way &= shift<kShift, Forward>(way);
      run |= way & shift<2 * kShift, Forward>(run);
      way &= shift<2 * kShift, Forward>(way);
      return run | (way & shift<4 * kShift, Forward>(run));
    } else {
      Set run{};
      for (Set next = through & step<Axis, Forward>(from); !(next == run);) {
        run = next;
        next = run | (through & step<Axis, Forward>(run));
      }
      return run;
    }
  }

  // The other side's discs that some move of the mover turns: those on a run with the mover's disc at one end
  // and an empty square at the other.
  Set turnable(const Board& board) const {
    const Set empties = area & ~(board.mover | board.other);
    return turnable_on<0>(board, empties) | turnable_on<1>(board, empties) | turnable_on<2>(board, empties) |
           turnable_on<3>(board, empties);
  }

  // The set and its eight neighbours.
  static Set dilate(const Set& set) {
    const Set row = set | step<0, true>(set) | step<0, false>(set);
    return row | step<1, true>(row) | step<1, false>(row);
  }

  // Discs of both colours that can never be turned: on each axis the line is full, or ends at the board's
  // edge next to the disc, or the disc leans on a stable one of its own colour. A lower bound, exact in most
  // real positions.
  Set stable(const Board& board) const {
    const Set filled = board.mover | board.other;
    const Set empties = area & ~filled;
    const std::array<Set, 4> safe = {
        border[0] | (area & ~fill<0>(empties, area)), border[1] | (area & ~fill<1>(empties, area)),
        border[2] | (area & ~fill<2>(empties, area)), border[3] | (area & ~fill<3>(empties, area))};
    return stable_of(board.mover, safe) | stable_of(board.other, safe);
  }

  // Clusters of discs that touch in any of eight directions.
  static int groups(Set discs) {
    int count = 0;
    while (!K::empty(discs)) {
      Set group = K::single(K::first(discs));
      for (;;) {
        const Set grown = dilate(group) & discs;
        if (grown == group) break;
        group = grown;
      }
      discs = discs & ~group;
      ++count;
    }
    return count;
  }

 private:
  static constexpr bool kWord = std::is_same_v<Set, std::uint64_t>;

  static Set not_first_column() {
    if constexpr (kWord)
      return 0xfefefefefefefefeULL;
    else
      return Set(rules::SquareSet::Words{kNotFirst, kNotFirst, kNotFirst, kNotFirst});
  }
  static Set not_last_column() {
    if constexpr (kWord)
      return 0x7f7f7f7f7f7f7f7fULL;
    else
      return Set(rules::SquareSet::Words{kNotLast, kNotLast, kNotLast, kNotLast});
  }
  static constexpr std::uint64_t kNotFirst = 0xfffefffefffefffeULL;
  static constexpr std::uint64_t kNotLast = 0x7fff7fff7fff7fffULL;

  template <int Shift, bool Up>
  static Set shift(const Set& set) {
    if constexpr (kWord) {
      return Up ? set << Shift : set >> Shift;
    } else {
      const auto& w = set.words();
      constexpr int kBack = 64 - Shift;
      if constexpr (Up) {
        return Set(rules::SquareSet::Words{w[0] << Shift, w[1] << Shift | w[0] >> kBack,
                                           w[2] << Shift | w[1] >> kBack, w[3] << Shift | w[2] >> kBack});
      } else {
        return Set(rules::SquareSet::Words{w[0] >> Shift | w[1] << kBack, w[1] >> Shift | w[2] << kBack,
                                           w[2] >> Shift | w[3] << kBack, w[3] >> Shift});
      }
    }
  }

  template <int Axis>
  static Set turnable_on(const Board& board, const Set& empties) {
    const Set& o = board.other;
    return (joined<Axis, true>(board.mover, o) & joined<Axis, false>(empties, o)) |
           (joined<Axis, false>(board.mover, o) & joined<Axis, true>(empties, o));
  }

  static Set stable_of(const Set& discs, const std::array<Set, 4>& safe) {
    Set stable{};
    for (;;) {
      const Set next = discs & leaning<0>(stable, safe) & leaning<1>(stable, safe) &
                       leaning<2>(stable, safe) & leaning<3>(stable, safe);
      if (next == stable) return stable;
      stable = next;
    }
  }

  template <int Axis>
  static Set leaning(const Set& stable, const std::array<Set, 4>& safe) {
    return safe[Axis] | step<Axis, true>(stable) | step<Axis, false>(stable);
  }
};

}  // namespace turncoat::eval
