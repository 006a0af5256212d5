#include "eval/geometry.h"

#include <gmock/gmock.h>

#include "base/rng.h"
#include "eval/testing/random_positions.h"
#include "rules/game.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/wide_kernels.h"
#include "rules/testing/random_games.h"

namespace turncoat::eval {
namespace {

using rules::Color;
using rules::Position;
using rules::Square;
using rules::SquareSet;
using rules::kernel::PortableKernel64;
using rules::kernel::PortableWideKernel;
using Wide = Geometry<PortableWideKernel>;
using Word = Geometry<PortableKernel64>;

SquareSet squares(std::string_view names) {
  SquareSet set;
  while (!names.empty()) {
    const std::size_t space = names.find(' ');
    set.insert(*Square::parse(names.substr(0, space), 16));
    names = space == std::string_view::npos ? std::string_view() : names.substr(space + 1);
  }
  return set;
}

SquareSet stable_squares(const Position& position) {
  return Wide(position.size()).stable(PortableWideKernel::board_of(position));
}

TEST(GeometryAreas, AreTheCornersAndTheBoardLessTwoRings) {
  EXPECT_EQ(Wide(12).corners, squares("a1 l1 a12 l12"));
  EXPECT_EQ(Wide(8).centre, squares("c3 d3 e3 f3 c4 d4 e4 f4 c5 d5 e5 f5 c6 d6 e6 f6"));
  EXPECT_EQ(Wide(12).centre.size(), 64);  // c3 to j10
  EXPECT_TRUE(Wide(12).centre.contains(*Square::parse("j10", 12)));
  EXPECT_FALSE(Wide(12).centre.contains(*Square::parse("k10", 12)));
  EXPECT_EQ(Wide(4).centre.size(), 4);
  EXPECT_EQ(PortableKernel64::squares_of(Word(6).centre, 6), squares("c3 d3 c4 d4"));
}

TEST(GeometryStable, IsACornerAndWhatLeansOnIt) {
  const Position position = *Position::parse(rules::standard(8),
                                             "XXX-----/XX------/X-------/---OX---/---XO---/"
                                             "--------/--------/-------O O");
  EXPECT_EQ(stable_squares(position), squares("a1 b1 c1 a2 b2 a3 h8"));
}

TEST(GeometryStable, NeedsNoCornerOnFullLines) {
  // All but h8 filled: d4's row, column and both diagonals... one of them ends in h8.
  const Position position = *Position::parse(rules::standard(4), "XXXX/XOOX/XOOX/XXX- O");
  // b2 and c3 stand on the diagonal of the empty d4; b2 leans on the stable a1 of the other colour only.
  const SquareSet stable = stable_squares(position);
  EXPECT_TRUE((stable & squares("c2 b3")) == squares("c2 b3"));
  EXPECT_TRUE((stable & squares("b2 c3")).empty());
}

// Nothing that is called stable may ever be turned.
TEST(GeometryStable, DiscsAreNeverTurnedInAnyContinuation) {
  for (const Position& start : testing_positions(12, 5)) {
    const SquareSet stable = stable_squares(start);
    const SquareSet black = stable & start.discs(Color::Black);
    const SquareSet white = stable & start.discs(Color::White);
    Rng rng = Rng::stream(7, static_cast<std::uint64_t>(start.size()));
    for (int run = 0; run < 8; ++run) {
      rules::Game game(start);
      while (!game.is_over()) {
        rules::testing::play_random_move(game, rng);
        ASSERT_EQ(game.position().discs(Color::Black) & stable, black);
        ASSERT_EQ(game.position().discs(Color::White) & stable, white);
      }
    }
  }
}

TEST(GeometryStable, GrowsOnlyDuringAGame) {
  rules::Game game(rules::standard(8));
  SquareSet before;
  while (!game.is_over()) {
    if (game.pass_if_forced()) continue;
    ASSERT_TRUE(game.play(*game.position().legal_moves().begin()).has_value());
    const SquareSet now = stable_squares(game.position());
    EXPECT_EQ(before & now, before);
    before = now;
  }
  EXPECT_EQ(before & game.position().empties(), SquareSet());
}

TEST(GeometryStable, IsTheSameInWordsAndWideSets) {
  for (const Position& position : testing_positions(30, 9)) {
    if (position.size() > 8) continue;
    const auto word = Word(position.size()).stable(PortableKernel64::board_of(position));
    EXPECT_EQ(PortableKernel64::squares_of(word, position.size()), stable_squares(position));
  }
}

// Every move played on its own, on every board and kernel, against the runs of all moves at once.
template <class K>
void check_turnable(const Position& position) {
  const auto board = K::board_of(position);
  typename K::Set expected{};
  for (auto moves = K::moves(board, K::area(position.size())); !K::empty(moves);) {
    expected = expected | K::flips(board, K::pop_first(moves));
  }
  EXPECT_EQ(Geometry<K>(position.size()).turnable(board), expected) << position.to_string();
}

TEST(GeometryTurnable, IsWhatTheMovesTurn) {
  for (const Position& position : testing_positions(40, 11)) {
    check_turnable<PortableWideKernel>(position);
    if (position.size() <= 8) check_turnable<PortableKernel64>(position);
  }
}

TEST(GeometryGroups, TouchInEightDirections) {
  EXPECT_EQ(Wide::groups({}), 0);
  EXPECT_EQ(Wide::groups(squares("a1 b2 c1 d2")), 1);
  EXPECT_EQ(Wide::groups(squares("a1 c1 a3 c3")), 4);
  EXPECT_EQ(Wide::groups(squares("h1 a2 p16 a16")), 4);  // no wrapping around an edge
  EXPECT_EQ(Wide::groups(squares("a1 b1 c1 c2 c3 b3 a3 a2")), 1);
  EXPECT_EQ(Word::groups(PortableKernel64::set_of(squares("h1 a2 h2 a3"), 8)), 2);
}

}  // namespace
}  // namespace turncoat::eval
