#include "rules/symmetry.h"

#include <set>

#include <gtest/gtest.h>

#include "rules/kernel/kernel64_portable.h"
#include "rules/testing/random_boards.h"

namespace turncoat::rules {

namespace {

using kernel::Board64;
using kernel::Lattice64;
using Kernel = kernel::PortableKernel64;

TEST(Symmetry, InverseUndoesIt) {
  Rng rng(1);
  for (const Symmetry symmetry : Symmetry::all()) {
    const std::uint64_t word = rng();
    EXPECT_EQ(symmetry.inverse()(symmetry(word)), word);
    for (const Square square : SquareSet::board(6)) {
      EXPECT_EQ(symmetry.inverse()(symmetry(square, 6), 6), square);
    }
  }
}

TEST(Symmetry, EightDifferentImages) {
  std::set<std::uint64_t> images;
  for (const Symmetry symmetry : Symmetry::all()) images.insert(symmetry(std::uint64_t{2}));
  EXPECT_EQ(images.size(), 8U);
}

TEST(Symmetry, WordsAndSquaresMoveAlike) {
  for (const int size : {4, 6, 8}) {
    for (const Symmetry symmetry : Symmetry::all()) {
      for (const Square square : SquareSet::board(size)) {
        const std::uint64_t word = Lattice64::single(Lattice64::bit_of(square, size));
        EXPECT_EQ(symmetry(word), Lattice64::single(Lattice64::bit_of(symmetry(square, size), size)));
      }
    }
  }
}

TEST(Symmetry, CommutesWithMovesAndFlips) {
  Rng rng(7);
  for (const int size : {4, 6, 8}) {
    const std::uint64_t area = Lattice64::area(size);
    for (int i = 0; i < 2000; ++i) {
      const auto wide = testing::reachable_board(size, rng);
      const Board64 board{Lattice64::set_of(wide.mover, size), Lattice64::set_of(wide.other, size)};
      const std::uint64_t moves = Kernel::moves(board, area);
      for (const Symmetry symmetry : Symmetry::all()) {
        const Board64 image = symmetry(board);
        ASSERT_EQ(Kernel::moves(image, area), symmetry(moves));
        for (std::uint64_t rest = moves; rest != 0;) {
          const int bit = Lattice64::pop_first(rest);
          const int image_bit = Lattice64::first(symmetry(Lattice64::single(bit)));
          ASSERT_EQ(Kernel::flips(image, image_bit), symmetry(Kernel::flips(board, bit)));
        }
      }
    }
  }
}

TEST(Symmetry, PositionsOfEverySizeCommuteWithMoves) {
  Rng rng(8);
  for (int size = 4; size <= 16; size += 2) {
    for (int i = 0; i < 20; ++i) {
      const auto wide = testing::reachable_board(size, rng);
      const auto position = Position::make(standard(size), wide.mover, wide.other, Color::Black).value();
      for (const Symmetry symmetry : Symmetry::all()) {
        const Position image = symmetry(position);
        ASSERT_EQ(image.legal_moves(), symmetry(position.legal_moves(), size));
        for (const Square move : position.legal_moves()) {
          ASSERT_EQ(image.after(symmetry(Move(move), size)), symmetry(position.after(move)));
        }
      }
    }
  }
}

TEST(Symmetry, EightImagesHaveOneCanonicalBoard) {
  Rng rng(9);
  for (int i = 0; i < 2000; ++i) {
    const auto wide = testing::reachable_board(8, rng);
    const Board64 board{Lattice64::set_of(wide.mover, 8), Lattice64::set_of(wide.other, 8)};
    const Canonical64 first = canonical(board);
    EXPECT_EQ(first.symmetry(board), first.board);
    for (const Symmetry symmetry : Symmetry::all()) {
      ASSERT_EQ(canonical(symmetry(board)).board, first.board);
    }
  }
}

}  // namespace

}  // namespace turncoat::rules
