#include "eval/staged.h"

#include <gmock/gmock.h>

#include "eval/staged_formula.h"
#include "eval/testing/random_positions.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/wide_kernels.h"

namespace turncoat::eval {
namespace {

using rules::Color;
using rules::Position;
using rules::SquareSet;
using rules::kernel::PortableKernel64;
using rules::kernel::PortableWideKernel;

template <class K>
StagedCounts counts_of(const Position& position) {
  const auto board = K::board_of(position);
  return Staged<K>(position.size()).counts(board, K::moves(board, K::area(position.size())));
}

TEST(StagedShare, IsZeroWhereTheSumIs) {
  EXPECT_EQ(share(0, 0), 0);
  EXPECT_EQ(share(3, -3), 0);
  EXPECT_DOUBLE_EQ(share(5, 4), 100.0 / 9);
  EXPECT_DOUBLE_EQ(share(0, 2), -100);
}

// After f5 d6: Black may play c3 c4 c5 c6 c7, White could play f3 f4 f6 g5. 100 (5 - 4) / 9, times 50.
TEST(StagedValue, OfTheEarlyGameIsCornersAndMobility) {
  const auto rules = rules::standard(8);
  const Position position =
      *Position::parse(rules, "--------/--------/--------/---OX---/---OXX--/---O----/--------/-------- X");
  const StagedCounts counts = counts_of<PortableKernel64>(position);
  EXPECT_THAT(counts.moves, testing::ElementsAre(5, 4));
  EXPECT_THAT(counts.corners, testing::ElementsAre(0, 0));
  EXPECT_DOUBLE_EQ(staged_value(counts, 64), 50 * 100.0 / 9);
}

// The weights, stage by stage: 19 and 20 discs, 58 and 59.
TEST(StagedValue, ChangesAtTwentyAndFiftyEightDiscs) {
  const auto with_discs = [](int mine, int theirs) {
    return StagedCounts{{mine, theirs}, {2, 1}, {6, 2}, {5, 3}};
  };
  const double corners = 100.0 / 3;
  const double mobility = 50;
  const double stability = 25;
  EXPECT_DOUBLE_EQ(staged_value(with_discs(10, 9), 64), 1000 * corners + 50 * mobility);
  EXPECT_DOUBLE_EQ(staged_value(with_discs(12, 8), 64),
                   1000 * corners + 20 * mobility + 10 * 4 + 100 * 20.0 + 500 * stability);
  EXPECT_DOUBLE_EQ(staged_value(with_discs(29, 29), 64), 1000 * corners + 20 * mobility + 500 * stability);
  EXPECT_DOUBLE_EQ(staged_value(with_discs(40, 19), 64),
                   1000 * corners + mobility + 500 * 21 + 500 * (100.0 * 21 / 59));
}

// On other boards by the share of filled squares: 20/64 of 36 is 11.25 discs, 58/64 of 144 is 130.5.
TEST(StagedValue, ScalesItsStages) {
  const StagedCounts early{{6, 5}, {1, 0}, {1, 1}, {1, 0}};
  const StagedCounts middle{{6, 6}, {1, 0}, {1, 1}, {1, 0}};
  EXPECT_DOUBLE_EQ(staged_value(early, 36), 100'000);
  EXPECT_DOUBLE_EQ(staged_value(middle, 36), 150'000);
  const StagedCounts late{{66, 65}, {1, 0}, {1, 1}, {1, 0}};
  EXPECT_DOUBLE_EQ(staged_value({{65, 65}, {1, 0}, {1, 1}, {1, 0}}, 144), 150'000);
  EXPECT_DOUBLE_EQ(staged_value(late, 144), 100'000 + 500 + 500 * (100.0 / 131));
}

// The counts again, square by square, from the rules alone.
StagedCounts plain_counts(const Position& position) {
  StagedCounts counts{};
  const int last = position.size() - 1;
  for (const int side : {0, 1}) {
    const Color color = side == 0 ? position.mover() : rules::other(position.mover());
    const auto seen = *Position::make(position.ruleset_ptr(), position.discs(Color::Black),
                                      position.discs(Color::White), color);
    counts.discs[side] = position.disc_count(color);
    for (const auto corner :
         {rules::Square(0, 0), rules::Square(last, 0), rules::Square(0, last), rules::Square(last, last)}) {
      counts.corners[side] += position.discs(color).contains(corner) ? 1 : 0;
    }
    counts.moves[side] = seen.legal_moves().size();
    SquareSet turned;
    for (const rules::Square square : seen.legal_moves()) turned = turned | seen.flips(square);
    counts.stability[1 - side] -= turned.size();
  }
  return counts;
}

TEST(StagedCounts, AgreeWithTheRulesOnEveryBoard) {
  for (const rules::Position& position : testing_positions(40, 11)) {
    const StagedCounts counts = counts_of<PortableWideKernel>(position);
    const StagedCounts plain = plain_counts(position);
    for (const std::size_t side : {0U, 1U}) {
      EXPECT_EQ(counts.discs[side], plain.discs[side]);
      EXPECT_EQ(counts.corners[side], plain.corners[side]);
      EXPECT_EQ(counts.moves[side], plain.moves[side]);
      const auto board = PortableWideKernel::board_of(position);
      const SquareSet stable = Geometry<PortableWideKernel>(position.size()).stable(board);
      const SquareSet& mine = side == 0 ? board.mover : board.other;
      EXPECT_EQ(counts.stability[side], plain.stability[side] + (stable & mine).size());
    }
    if (position.size() > 8) continue;
    const StagedCounts narrow = counts_of<PortableKernel64>(position);
    EXPECT_THAT(narrow.stability, testing::ElementsAreArray(counts.stability));
    EXPECT_THAT(narrow.moves, testing::ElementsAreArray(counts.moves));
  }
}

}  // namespace
}  // namespace turncoat::eval
