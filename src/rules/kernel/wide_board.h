// WideBoard: a board of any size as two SquareSets, seen from the side to move. Slower than Board64 and
// needed above 8x8. The lattice is SquareSet's own: 16 columns a row, the board in the top left corner.
// WideLattice has the names of Lattice64 (board64.h), so that one template serves both.
#pragma once

#include <bit>
#include <cstdint>

#include "rules/position.h"
#include "rules/square.h"

namespace turncoat::rules::kernel {

struct WideBoard {
  SquareSet mover;
  SquareSet other;

  friend constexpr bool operator==(const WideBoard&, const WideBoard&) = default;
};

struct WideLattice {
  using Board = WideBoard;
  using Set = SquareSet;
  static constexpr int kLargestSize = kMaxSize;

  static constexpr Set area(int size) { return SquareSet::board(size); }
  static constexpr int bit_of(Square square, int /*size*/) { return square.index(); }
  static constexpr Square square_of(int bit, int /*size*/) { return Square::from_index(bit); }
  static constexpr Set set_of(const SquareSet& squares, int /*size*/) { return squares; }
  static constexpr SquareSet squares_of(const Set& set, int /*size*/) { return set; }
  static Board board_of(const Position& position) {
    return {position.discs(position.mover()), position.discs(rules::other(position.mover()))};
  }

  static constexpr Set single(int bit) { return SquareSet{Square::from_index(bit)}; }
  static constexpr bool empty(const Set& set) { return set.empty(); }
  static constexpr int count(const Set& set) { return set.size(); }
  static constexpr bool contains(const Set& set, int bit) { return set.contains(Square::from_index(bit)); }
  static constexpr int first(const Set& set) {
    const auto& words = set.words();
    if (words[0] != 0) return std::countr_zero(words[0]);
    if (words[1] != 0) return 64 + std::countr_zero(words[1]);
    if (words[2] != 0) return 128 + std::countr_zero(words[2]);
    return 192 + std::countr_zero(words[3]);
  }
  static constexpr int pop_first(Set& set) {
    const int bit = first(set);
    set.erase(Square::from_index(bit));
    return bit;
  }

  static constexpr Set empties(const Board& board, const Set& area) {
    return area & ~(board.mover | board.other);
  }
  static constexpr Board after(const Board& board, int bit, const Set& flips) {
    return {board.other ^ flips, board.mover ^ flips ^ single(bit)};
  }
  static constexpr Board after_pass(const Board& board) { return {board.other, board.mover}; }
};

}  // namespace turncoat::rules::kernel
