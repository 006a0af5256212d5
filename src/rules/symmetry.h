// Symmetry: the eight ways to turn and mirror a board, numbered 0 to 7. Bit 2 transposes (columns become
// rows), then bit 0 mirrors left and right, then bit 1 top and bottom; 0 is the identity.
// Rules and scores are the same in all eight; the start position is not.
#pragma once

#include <array>
#include <cstdint>

#include "rules/kernel/board64.h"
#include "rules/position.h"
#include "rules/square.h"

namespace turncoat::rules {

class Symmetry {
 public:
  static constexpr int kCount = 8;

  constexpr explicit Symmetry(int number) : number_(static_cast<std::uint8_t>(number & 7)) {}
  static constexpr std::array<Symmetry, kCount> all() {
    return {Symmetry(0), Symmetry(1), Symmetry(2), Symmetry(3),
            Symmetry(4), Symmetry(5), Symmetry(6), Symmetry(7)};
  }

  constexpr int number() const { return number_; }
  constexpr bool mirrors() const { return (number_ & 1) != 0; }
  constexpr bool upends() const { return (number_ & 2) != 0; }
  constexpr bool transposes() const { return (number_ & 4) != 0; }

  // Undoes this one. Moving a transposition past a mirroring changes which mirroring it is.
  constexpr Symmetry inverse() const {
    if (!transposes()) return *this;
    return Symmetry(4 | (mirrors() ? 2 : 0) | (upends() ? 1 : 0));
  }

  constexpr Square operator()(Square square, int size) const {
    int x = transposes() ? square.row() : square.column();
    int y = transposes() ? square.column() : square.row();
    if (mirrors()) x = size - 1 - x;
    if (upends()) y = size - 1 - y;
    return {x, y};
  }
  constexpr Move operator()(Move move, int size) const {
    return move.is_pass() ? move : Move((*this)(move.square(), size));
  }
  constexpr SquareSet operator()(const SquareSet& set, int size) const {
    SquareSet image;
    for (const Square square : set) image.insert((*this)(square, size));
    return image;
  }
  Position operator()(const Position& position) const;

  // On the 8x8 lattice of Board64, which is right for every board standing in its middle.
  constexpr std::uint64_t operator()(std::uint64_t set) const {
    if (transposes()) set = transposed(set);
    if (mirrors()) set = mirrored(set);
    if (upends()) set = upended(set);
    return set;
  }
  constexpr kernel::Board64 operator()(const kernel::Board64& board) const {
    return {(*this)(board.mover), (*this)(board.other)};
  }

  friend constexpr bool operator==(Symmetry, Symmetry) = default;

  static constexpr std::uint64_t upended(std::uint64_t x) {
    x = (x >> 8 & 0x00ff00ff00ff00ffULL) | (x & 0x00ff00ff00ff00ffULL) << 8;
    x = (x >> 16 & 0x0000ffff0000ffffULL) | (x & 0x0000ffff0000ffffULL) << 16;
    return x >> 32 | x << 32;
  }
  static constexpr std::uint64_t mirrored(std::uint64_t x) {
    x = (x >> 1 & 0x5555555555555555ULL) | (x & 0x5555555555555555ULL) << 1;
    x = (x >> 2 & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) << 2;
    return (x >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
  }
  // Swaps the off-diagonal squares of 2x2, then 4x4, then 8x8 blocks.
  static constexpr std::uint64_t transposed(std::uint64_t x) {
    std::uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aaULL;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000ccccULL;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0ULL;
    return x ^ t ^ t << 28;
  }

 private:
  std::uint8_t number_;
};

// The smallest of a board's eight images, by the mover's word and then the other's, and the symmetry that
// gives it.
struct Canonical64 {
  kernel::Board64 board;
  Symmetry symmetry{0};
};
Canonical64 canonical(const kernel::Board64& board);

}  // namespace turncoat::rules
