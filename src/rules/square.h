// Color, Square, Move and SquareSet: the words every other part of the rules is written in.
// A Square is a column and a row, both from 0, on a board of up to 16x16; it does not know the board's size.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>

#include "base/error.h"

namespace turncoat::rules {

inline constexpr int kMinSize = 4;
inline constexpr int kMaxSize = 16;

enum class Color : std::uint8_t { Black, White };

constexpr Color other(Color color) {
  return color == Color::Black ? Color::White : Color::Black;
}
constexpr int index_of(Color color) {
  return color == Color::Black ? 0 : 1;
}
// 'X' for Black, 'O' for White.
constexpr char disc_char(Color color) {
  return color == Color::Black ? 'X' : 'O';
}
constexpr std::string_view color_name(Color color) {
  return color == Color::Black ? "Black" : "White";
}

class Square {
 public:
  constexpr Square(int column, int row)
      : column_(static_cast<std::uint8_t>(column)), row_(static_cast<std::uint8_t>(row)) {}
  static constexpr Square from_index(int index) { return {index % kMaxSize, index / kMaxSize}; }

  // "d3", "P16": a column letter in either case, then the row from 1. The whole text must be the square.
  static Result<Square> parse(std::string_view text, int size);

  constexpr int column() const { return column_; }
  constexpr int row() const { return row_; }
  // Position of the square's bit in a SquareSet.
  constexpr int index() const { return row_ * kMaxSize + column_; }
  std::string name() const;

  friend constexpr auto operator<=>(const Square&, const Square&) = default;

 private:
  std::uint8_t column_;
  std::uint8_t row_;
};

// A disc placed on a square, or a pass.
class Move {
 public:
  constexpr Move(Square square)
      : code_(static_cast<std::uint16_t>(square.index())) {}  // NOLINT: a square is a move
  static constexpr Move pass() { return Move(kPass); }

  constexpr bool is_pass() const { return code_ == kPass; }
  // Requires !is_pass().
  constexpr Square square() const { return Square::from_index(code_); }
  std::string name() const;

  friend constexpr bool operator==(const Move&, const Move&) = default;

 private:
  static constexpr std::uint16_t kPass = 0xffff;
  constexpr explicit Move(std::uint16_t code) : code_(code) {}
  std::uint16_t code_;
};

// A set of squares of the 16x16 lattice: one bit each, row by row, 16 columns a row whatever the board's
// size.
class SquareSet {
 public:
  using Words = std::array<std::uint64_t, 4>;

  constexpr SquareSet() = default;
  constexpr explicit SquareSet(const Words& words) : words_(words) {}
  constexpr SquareSet(std::initializer_list<Square> squares) {
    for (const Square square : squares) insert(square);
  }
  // Every square of a board of this size.
  static constexpr SquareSet board(int size) {
    SquareSet set;
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) set.insert({column, row});
    }
    return set;
  }

  constexpr const Words& words() const { return words_; }
  constexpr bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
  constexpr int size() const {
    return std::popcount(words_[0]) + std::popcount(words_[1]) + std::popcount(words_[2]) +
           std::popcount(words_[3]);
  }
  constexpr bool contains(Square square) const {
    return (words_[word(square.index())] >> (square.index() & 63) & 1) != 0;
  }
  constexpr void insert(Square square) {
    words_[word(square.index())] |= std::uint64_t{1} << (square.index() & 63);
  }
  constexpr void erase(Square square) {
    words_[word(square.index())] &= ~(std::uint64_t{1} << (square.index() & 63));
  }

  friend constexpr SquareSet operator&(const SquareSet& a, const SquareSet& b) {
    return SquareSet(Words{a.words_[0] & b.words_[0], a.words_[1] & b.words_[1], a.words_[2] & b.words_[2],
                           a.words_[3] & b.words_[3]});
  }
  friend constexpr SquareSet operator|(const SquareSet& a, const SquareSet& b) {
    return SquareSet(Words{a.words_[0] | b.words_[0], a.words_[1] | b.words_[1], a.words_[2] | b.words_[2],
                           a.words_[3] | b.words_[3]});
  }
  friend constexpr SquareSet operator^(const SquareSet& a, const SquareSet& b) {
    return SquareSet(Words{a.words_[0] ^ b.words_[0], a.words_[1] ^ b.words_[1], a.words_[2] ^ b.words_[2],
                           a.words_[3] ^ b.words_[3]});
  }
  // Complement within the whole lattice: intersect with a board.
  friend constexpr SquareSet operator~(const SquareSet& a) {
    return SquareSet(Words{~a.words_[0], ~a.words_[1], ~a.words_[2], ~a.words_[3]});
  }
  friend constexpr bool operator==(const SquareSet&, const SquareSet&) = default;

  // Squares in reading order: a1, b1, ..., a2, ...
  class Iterator {
   public:
    using value_type = Square;
    using difference_type = std::ptrdiff_t;
    constexpr explicit Iterator(const Words& words) : rest_(words) { settle(); }
    constexpr Square operator*() const {
      return Square::from_index(static_cast<int>(word_) * 64 + std::countr_zero(rest_[word_]));
    }
    constexpr Iterator& operator++() {
      rest_[word_] &= rest_[word_] - 1;
      settle();
      return *this;
    }
    constexpr void operator++(int) { ++*this; }
    friend constexpr bool operator==(const Iterator& it, std::default_sentinel_t) { return it.word_ == 4; }

   private:
    constexpr void settle() {
      while (word_ < 4 && rest_[word_] == 0) ++word_;
    }
    Words rest_;
    std::size_t word_ = 0;
  };
  constexpr Iterator begin() const { return Iterator(words_); }
  constexpr std::default_sentinel_t end() const { return {}; }

 private:
  static constexpr std::size_t word(int index) { return static_cast<std::size_t>(index) >> 6; }

  Words words_{};
};

}  // namespace turncoat::rules
