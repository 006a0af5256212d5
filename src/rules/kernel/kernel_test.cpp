// Every kernel this machine can run against the reference, on boards of games and on boards of no game.
#include <gtest/gtest.h>

#include "base/rng.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/ops.h"
#include "rules/testing/random_boards.h"

namespace turncoat::rules::kernel {

namespace {

constexpr std::uint64_t kSeed = 20261115;

template <class Lattice>
typename Lattice::Board to_lattice(const WideBoard& board, int size) {
  return {Lattice::set_of(board.mover, size), Lattice::set_of(board.other, size)};
}

std::vector<Ops64> all_ops(Lattice64 /*lattice*/) {
  std::vector<Ops64> all;
  for (const Isa isa : supported_isas()) all.push_back(ops64(isa));
  return all;
}
std::vector<WideOps> all_ops(WideLattice /*lattice*/) {
  std::vector<WideOps> all;
  for (const Isa isa : supported_isas()) all.push_back(wide_ops(isa));
  return all;
}

// Moves of the board and flips of every empty square, legal or not; true when all kernels agree.
template <class Lattice>
void expect_agreement(const std::vector<Ops<Lattice>>& all, const WideBoard& wide, int size) {
  const auto board = to_lattice<Lattice>(wide, size);
  const auto area = Lattice::area(size);
  const auto moves = Lattice::set_of(reference_moves(size, wide.mover, wide.other), size);
  for (const auto& ops : all) {
    ASSERT_EQ(ops.moves(board, area), moves) << isa_name(ops.isa) << " moves, size " << size;
  }
  for (auto rest = Lattice::empties(board, area); !Lattice::empty(rest);) {
    const int bit = Lattice::pop_first(rest);
    const auto flips =
        Lattice::set_of(reference_flips(size, wide.mover, wide.other, Lattice::square_of(bit, size)), size);
    ASSERT_EQ(Lattice::contains(moves, bit), !Lattice::empty(flips));
    for (const auto& ops : all) {
      if (ops.isa == Isa::Reference) continue;
      ASSERT_EQ(ops.flips(board, bit), flips) << isa_name(ops.isa) << " flips, size " << size;
    }
  }
  int k = 0;
  for (auto rest = moves; !Lattice::empty(rest); ++k) {
    const int bit = Lattice::pop_first(rest);
    for (const auto& ops : all) ASSERT_EQ(ops.nth(moves, k), bit) << isa_name(ops.isa);
  }
}

template <class Lattice>
void compare_kernels(int size, int boards) {
  const auto all = all_ops(Lattice{});
  Rng rng = Rng::stream(kSeed, static_cast<std::uint64_t>(size));
  for (int i = 0; i < boards && !::testing::Test::HasFatalFailure(); ++i) {
    expect_agreement<Lattice>(all, testing::reachable_board(size, rng), size);
    expect_agreement<Lattice>(all, testing::scattered_board(size, rng), size);
  }
}

// The AVX-512 steps in scalar code, because the machine that runs the tests may not have AVX-512.
std::uint64_t avx512_flips_in_scalar(const Board64& board, int bit) {
  const Rays64& rays = kRays64[static_cast<std::size_t>(bit)];
  std::uint64_t flips = 0;
  for (std::size_t axis = 0; axis < 4; ++axis) {
    const int zeros = std::countl_zero(rays.down[axis] & ~board.other);
    const std::uint64_t top = zeros == 64 ? 0 : (std::uint64_t{1} << 63) >> zeros;
    const std::uint64_t end_down = top & board.mover;
    flips |= ((0 - end_down) ^ end_down) & rays.down[axis];
    const std::uint64_t stop = rays.up[axis] & ~board.other;
    const std::uint64_t end_up = stop & (0 - stop) & board.mover;
    const auto beyond = std::min(static_cast<std::int64_t>(0 - end_up), std::int64_t{-1});
    flips |= rays.up[axis] & ~static_cast<std::uint64_t>(beyond);
  }
  return flips;
}

}  // namespace

TEST(Kernel64, AgreesWithReference) {
  for (const int size : {4, 6, 8}) compare_kernels<Lattice64>(size, 20'000);
}

TEST(WideKernel, AgreesWithReference) {
  for (int size = 4; size <= 16; size += 2) compare_kernels<WideLattice>(size, 600);
}

TEST(SlowKernel64, AgreesWithReferenceOnMillions) {
  for (const int size : {4, 6, 8}) compare_kernels<Lattice64>(size, 400'000);
}

TEST(SlowWideKernel, AgreesWithReferenceOnMillions) {
  for (int size = 4; size <= 16; size += 2) compare_kernels<WideLattice>(size, 300'000);
}

TEST(Kernel64, Avx512StepsAreRight) {
  Rng rng(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    const Board64 board = to_lattice<Lattice64>(testing::scattered_board(8, rng), 8);
    for (std::uint64_t rest = Lattice64::empties(board, Lattice64::area(8)); rest != 0;) {
      const int bit = Lattice64::pop_first(rest);
      ASSERT_EQ(avx512_flips_in_scalar(board, bit), PortableKernel64::flips(board, bit));
    }
  }
}

// Boards of no game on every size: the ring around a small board must end the lines of the last square too.
TEST(Kernel64, LastEmptySquareIsCounted) {
  Rng rng(kSeed);
  for (const Isa isa : supported_isas()) {
    const LastOps64 ops = last_ops64(isa);
    for (const int size : {4, 6, 8}) {
      const std::uint64_t area = Lattice64::area(size);
      for (int i = 0; i < 3000; ++i) {
        const int bit =
            PortableKernel64::nth(area, static_cast<int>(rng.below(static_cast<std::uint32_t>(size * size))));
        // Few discs of one side make long lines.
        std::uint64_t mover = rng() & area;
        for (std::uint32_t thin = rng.below(3); thin > 0; --thin) mover &= rng();
        mover &= ~Lattice64::single(bit);
        const Board64 board{mover, area & ~mover & ~Lattice64::single(bit)};
        const std::uint64_t flips = PortableKernel64::flips(board, bit);
        ASSERT_EQ(ops.last_flips(mover, bit), 2 * std::popcount(flips)) << isa_name(isa);
      }
    }
  }
}

TEST(Kernel64, FlipsInLanesAreTheFlips) {
  Rng rng(kSeed);
  for (const Isa isa : supported_isas()) {
    const LastOps64 ops = last_ops64(isa);
    for (int i = 0; i < 2000; ++i) {
      const Board64 board = to_lattice<Lattice64>(testing::scattered_board(8, rng), 8);
      for (std::uint64_t rest = Lattice64::empties(board, Lattice64::area(8)); rest != 0;) {
        const int bit = Lattice64::pop_first(rest);
        ASSERT_EQ(ops.flips_in_lanes(board, bit), PortableKernel64::flips(board, bit)) << isa_name(isa);
      }
    }
  }
}

TEST(Kernel64, LongestRunsTurn) {
  // a1 and h8 ends of the four axes: six discs each.
  for (const auto& ops : all_ops(Lattice64{})) {
    const Board64 row{std::uint64_t{1} << 7, 0x7e};
    EXPECT_EQ(ops.flips(row, 0), 0x7eU);
    EXPECT_EQ(ops.moves(row, ~std::uint64_t{0}), 1U);
    const Board64 diagonal{1, 0x0040201008040200ULL};
    EXPECT_EQ(ops.flips(diagonal, 63), 0x0040201008040200ULL);
    const Board64 column{std::uint64_t{1} << 56, 0x0001010101010100ULL};
    EXPECT_EQ(ops.flips(column, 0), 0x0001010101010100ULL);
  }
}

TEST(Kernel64, RunsDoNotWrapAroundTheEdge) {
  for (const auto& ops : all_ops(Lattice64{})) {
    // h1 and a2 are neighbours as bits, not on the board: g1 own, h1 theirs, a2 empty.
    const Board64 board{std::uint64_t{1} << 6, std::uint64_t{1} << 7};
    EXPECT_EQ(ops.moves(board, ~std::uint64_t{0}), 0U);
    EXPECT_EQ(ops.flips(board, 8), 0U);
  }
}

TEST(Lattice64, PutsSmallBoardsInTheMiddle) {
  EXPECT_EQ(Lattice64::area(8), ~std::uint64_t{0});
  EXPECT_EQ(Lattice64::area(6), 0x007e7e7e7e7e7e00ULL);
  EXPECT_EQ(Lattice64::area(4), 0x00003c3c3c3c0000ULL);
  for (const int size : {4, 6, 8}) {
    for (const Square square : SquareSet::board(size)) {
      EXPECT_EQ(Lattice64::square_of(Lattice64::bit_of(square, size), size), square);
    }
    const Position start(standard(size));
    const Board64 board = Lattice64::board_of(start);
    EXPECT_EQ(Lattice64::squares_of(board.mover, size), start.discs(Color::Black));
    EXPECT_EQ(Lattice64::squares_of(board.other, size), start.discs(Color::White));
  }
}

TEST(Isa, NamesAreReadBack) {
  for (const Isa isa : supported_isas()) EXPECT_EQ(parse_isa(isa_name(isa)).value(), isa);
  EXPECT_EQ(parse_isa("auto").value(), best_isa());
  EXPECT_NE(parse_isa("portabel").error().message.find("did you mean \"portable\""), std::string::npos);
  EXPECT_FALSE(parse_isa("").has_value());
}

}  // namespace turncoat::rules::kernel
