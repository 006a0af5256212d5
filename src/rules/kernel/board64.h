// Board64: a board of up to 8x8 as two 64-bit words, seen from the side to move. No ruleset, no colours.
// Smaller boards stand in the middle of the 8x8 lattice, bit = 8 * row + column, so that one kernel and the
// same eight symmetries serve 4x4, 6x6 and 8x8; only `area`, the squares of the board, differs.
// Lattice64 holds what every 64-bit kernel shares and inherits; WideLattice (wide_board.h) has the same
// names.
#pragma once

#include <bit>
#include <cstdint>

#include "rules/position.h"
#include "rules/square.h"

namespace turncoat::rules::kernel {

struct Board64 {
  std::uint64_t mover = 0;
  std::uint64_t other = 0;

  friend constexpr bool operator==(const Board64&, const Board64&) = default;
};

struct Lattice64 {
  using Board = Board64;
  using Set = std::uint64_t;
  static constexpr int kLargestSize = 8;

  // Squares of a board. `size` is even, 4 to 8.
  static constexpr Set area(int size) {
    const int margin = (kLargestSize - size) / 2;
    const Set row = ((Set{1} << size) - 1) << margin;
    Set all = 0;
    for (int y = margin; y < margin + size; ++y) all |= row << (8 * y);
    return all;
  }
  static constexpr int bit_of(Square square, int size) {
    const int margin = (kLargestSize - size) / 2;
    return 8 * (square.row() + margin) + square.column() + margin;
  }
  static constexpr Square square_of(int bit, int size) {
    const int margin = (kLargestSize - size) / 2;
    return {bit % 8 - margin, bit / 8 - margin};
  }
  // Bits rise in reading order, as a SquareSet's do.
  static constexpr Set set_of(const SquareSet& squares, int size) {
    Set set = 0;
    for (const Square square : squares) set |= single(bit_of(square, size));
    return set;
  }
  static constexpr SquareSet squares_of(Set set, int size) {
    SquareSet squares;
    while (!empty(set)) squares.insert(square_of(pop_first(set), size));
    return squares;
  }
  static Board board_of(const Position& position) {
    const int size = position.size();
    return {set_of(position.discs(position.mover()), size),
            set_of(position.discs(rules::other(position.mover())), size)};
  }

  static constexpr Set single(int bit) { return Set{1} << bit; }
  static constexpr bool empty(Set set) { return set == 0; }
  static constexpr int count(Set set) { return std::popcount(set); }
  static constexpr bool contains(Set set, int bit) { return (set >> bit & 1) != 0; }
  // The lowest bit; requires a set that is not empty.
  static constexpr int first(Set set) { return std::countr_zero(set); }
  static constexpr int pop_first(Set& set) {
    const int bit = first(set);
    set &= set - 1;
    return bit;
  }

  static constexpr Set empties(const Board& board, Set area) { return area & ~(board.mover | board.other); }
  // The other side's view after a disc on `bit` that turned `flips`.
  static constexpr Board after(const Board& board, int bit, Set flips) {
    return {board.other ^ flips, board.mover ^ flips ^ single(bit)};
  }
  static constexpr Board after_pass(const Board& board) { return {board.other, board.mover}; }
};

}  // namespace turncoat::rules::kernel
