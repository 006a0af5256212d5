#include "rules/square.h"

#include <set>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "base/text.h"

namespace turncoat::rules {
namespace {

using ::testing::HasSubstr;

TEST(SquareParse, ReadsEverySquareOfEveryBoardInEitherCase) {
  for (int size = kMinSize; size <= kMaxSize; size += 2) {
    for (const Square square : SquareSet::board(size)) {
      std::string name = square.name();
      EXPECT_EQ(Square::parse(name, size), square);
      name[0] = static_cast<char>(name[0] - 'a' + 'A');
      EXPECT_EQ(Square::parse(name, size), square);
    }
  }
}

TEST(SquareParse, KnowsColumnsAndRows) {
  EXPECT_EQ(Square::parse("d3", 8), Square(3, 2));
  EXPECT_EQ(Square::parse("P16", 16), Square(15, 15));
  EXPECT_EQ(Square(3, 2).name(), "d3");
  EXPECT_EQ(Square(15, 15).name(), "p16");
}

TEST(SquareParse, RefusesEverythingElse) {
  for (const char* bad : {"",
                          "a",
                          "1",
                          "a0",
                          "a00",
                          "a01",
                          "a1x",
                          "a1 ",
                          " a1",
                          "a+1",
                          "a-1",
                          "a 1",
                          "1a",
                          "a111",
                          "aa1",
                          "{1",
                          "`1",
                          "@1",
                          "a1\n",
                          "\xe1"
                          "1",
                          "pass",
                          "--"}) {
    EXPECT_FALSE(Square::parse(bad, 16).has_value()) << bad;
  }
  EXPECT_FALSE(Square::parse(std::string_view("a1\0", 3), 16).has_value());
}

TEST(SquareParse, RefusesTheFirstSquaresOutsideEachBoard) {
  for (int size = kMinSize; size <= kMaxSize; size += 2) {
    EXPECT_FALSE(Square::parse(Square(size, 0).name(), size).has_value()) << size;
    EXPECT_FALSE(Square::parse(Square(0, size).name(), size).has_value()) << size;
    EXPECT_FALSE(Square::parse("a99", size).has_value()) << size;
  }
}

TEST(SquareParse, NamesTheBoardInTheError) {
  EXPECT_EQ(Square::parse("i9", 8).error().message, "\"i9\" is not a square of the 8x8 board (a1 to h8)");
  EXPECT_THAT(Square::parse(std::string(10'000, 'x'), 12).error().message, HasSubstr("(a1 to l12)"));
}

RC_GTEST_PROP(SquareParse, ReadsOnlyTheNameItself, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("abpqAPQ0123569 ")));
  const auto square = Square::parse(text, 16);
  if (square) RC_ASSERT(square->name() == to_lower(text));
}

TEST(MoveName, IsTheSquareOrPass) {
  EXPECT_EQ(Move(Square(0, 9)).name(), "a10");
  EXPECT_EQ(Move::pass().name(), "pass");
  EXPECT_TRUE(Move::pass().is_pass());
  for (const Square square : SquareSet::board(kMaxSize)) {
    EXPECT_FALSE(Move(square).is_pass());
    EXPECT_EQ(Move(square).square(), square);
    EXPECT_NE(Move(square), Move::pass());
  }
}

TEST(ColorNames, AreTwo) {
  EXPECT_EQ(other(Color::Black), Color::White);
  EXPECT_EQ(other(Color::White), Color::Black);
  EXPECT_EQ(disc_char(Color::Black), 'X');
  EXPECT_EQ(color_name(Color::White), "White");
}

TEST(SquareSetBoard, HoldsSizeSquared) {
  for (int size = kMinSize; size <= kMaxSize; size += 2) {
    const SquareSet board = SquareSet::board(size);
    EXPECT_EQ(board.size(), size * size);
    EXPECT_TRUE(board.contains({size - 1, size - 1}));
    if (size < kMaxSize) {
      EXPECT_FALSE(board.contains({size, 0}));
      EXPECT_FALSE(board.contains({0, size}));
    }
  }
}

// The same operations on std::set<int>, whose correctness is not in question.
RC_GTEST_PROP(SquareSetOperations, AgreeWithAPlainSet, (std::uint64_t seed)) {
  Rng rng(seed);
  SquareSet a;
  SquareSet b;
  std::set<int> plain_a;
  std::set<int> plain_b;
  const std::uint32_t count = rng.below(200);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto index = static_cast<int>(rng.below(256));
    if (rng.below(3) == 0) {
      a.erase(Square::from_index(index));
      plain_a.erase(index);
    } else {
      a.insert(Square::from_index(index));
      plain_a.insert(index);
    }
    if (rng.below(2) == 0) {
      b.insert(Square::from_index(index));
      plain_b.insert(index);
    }
  }
  std::vector<int> walked;
  for (const Square square : a) walked.push_back(square.index());
  RC_ASSERT((walked == std::vector<int>(plain_a.begin(), plain_a.end())));
  RC_ASSERT(a.size() == static_cast<int>(plain_a.size()));
  RC_ASSERT(a.empty() == plain_a.empty());
  for (int index = 0; index < 256; ++index) {
    const Square square = Square::from_index(index);
    const bool in_a = plain_a.contains(index);
    const bool in_b = plain_b.contains(index);
    RC_ASSERT(a.contains(square) == in_a);
    RC_ASSERT((a & b).contains(square) == (in_a && in_b));
    RC_ASSERT((a | b).contains(square) == (in_a || in_b));
    RC_ASSERT((a ^ b).contains(square) == (in_a != in_b));
    RC_ASSERT((~a).contains(square) == !in_a);
  }
}

}  // namespace
}  // namespace turncoat::rules
