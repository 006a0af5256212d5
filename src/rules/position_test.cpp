#include "rules/position.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "rules/kernel/reference.h"
#include "rules/testing/random_games.h"

namespace turncoat::rules {
namespace {

using testing::all_presets;
using ::testing::HasSubstr;
using testing::random_position;

Position parse(const RulesetPtr& rules, std::string_view text) {
  const auto position = Position::parse(rules, text);
  EXPECT_TRUE(position.has_value()) << position.error().message;
  return position.value_or(Position(rules));
}

std::string error(const RulesetPtr& rules, std::string_view text) {
  const auto position = Position::parse(rules, text);
  return position ? "no error" : position.error().message;
}

TEST(PositionToString, ShowsTheStart) {
  EXPECT_EQ(Position(standard(8)).to_string(),
            "---------------------------OX------XO--------------------------- X");
  EXPECT_EQ(Position(standard(4)).to_string(), "-----OX--XO----- X");
}

RC_GTEST_PROP(PositionParse, ReadsBackWhatIsPrintedOnEveryBoard, (std::uint64_t seed)) {
  Rng rng(seed);
  for (const RulesetPtr& rules : all_presets()) {
    const Position position = random_position(rules, rng);
    RC_ASSERT((Position::parse(rules, position.to_string()) == position));
  }
}

TEST(PositionParse, TakesEverySpelling) {
  const RulesetPtr rules = standard(4);
  const Position start(rules);
  for (const char* text : {"-----OX--XO-----X", "....\n.WB.\n.*o.\n....\nb", " ____/_ob_/_x0_/____ x\r\n",
                           "-----OX--XO-----\tB"}) {
    EXPECT_EQ(Position::parse(rules, text), start) << text;
  }
  EXPECT_EQ(parse(rules, "-----OX--XO----- w").mover(), Color::White);
}

TEST(PositionParse, NamesTheSquareAndTheCharacter) {
  EXPECT_EQ(error(standard(4), "---- -?X--XO----- X"),
            "character 7 of the board, \"?\", is not a disc or an empty square (b2)");
  for (int size = kMinSize; size <= kMaxSize; size += 2) {
    std::string text = Position(standard(size)).to_string();
    text[text.size() - 3] = '8';
    EXPECT_THAT(error(standard(size), text), HasSubstr('(' + Square(size - 1, size - 1).name() + ')'));
  }
}

TEST(PositionParse, CountsTheSquares) {
  for (int size = kMinSize; size <= kMaxSize; size += 2) {
    const RulesetPtr rules = standard(size);
    const std::string board(static_cast<std::size_t>(size * size - 1), '-');
    EXPECT_EQ(error(rules, board), fmt::format("the board has {} squares, {}x{} needs {}", size * size - 1,
                                               size, size, size * size));
    EXPECT_THAT(error(rules, board + "-"), HasSubstr("the side to move must follow, X or O, not \"\""));
    // Not that it has all squares and no side.
    EXPECT_EQ(error(rules, board + " O"), error(rules, board));
    EXPECT_THAT(error(rules, board + "-- X"), HasSubstr("not \"- X\""));
    EXPECT_THAT(error(rules, board + "- XX"), HasSubstr("not \"XX\""));
    EXPECT_THAT(error(rules, board + "- -"), HasSubstr("not \"-\""));
  }
  EXPECT_THAT(error(standard(4), ""), HasSubstr("the board has 0 squares"));
}

RC_GTEST_PROP(PositionParse, SurvivesAnyText, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("XO-XO-XO-/ ?\xff\0", 14)));
  const auto position = Position::parse(standard(4), text + text);
  if (position) RC_ASSERT((Position::parse(standard(4), position->to_string()) == position));
}

TEST(PositionMake, RefusesOverlapAndOutside) {
  const RulesetPtr rules = standard(6);
  const auto overlap = Position::make(rules, {Square(1, 1)}, {Square(1, 1)}, Color::Black);
  EXPECT_EQ(overlap.error().message, "b2 is both black and white");
  const auto outside = Position::make(rules, {Square(1, 1)}, {Square(6, 5)}, Color::Black);
  EXPECT_EQ(outside.error().message, "g6 is outside the 6x6 board");
}

RC_GTEST_PROP(PositionMoves, AgreeWithTheReferenceOnEveryBoard, (std::uint64_t seed)) {
  Rng rng(seed);
  for (const RulesetPtr& rules : all_presets()) {
    const Position position = random_position(rules, rng);
    const SquareSet& mine = position.discs(position.mover());
    const SquareSet& theirs = position.discs(other(position.mover()));
    const SquareSet moves = kernel::reference_moves(rules->size, mine, theirs);
    RC_ASSERT((position.legal_moves() == moves));
    for (const Square square : rules->board()) {
      const SquareSet flips =
          moves.contains(square) ? kernel::reference_flips(rules->size, mine, theirs, square) : SquareSet();
      RC_ASSERT((position.flips(square) == flips));
      RC_ASSERT(position.is_legal(square) == moves.contains(square));
    }
  }
}

RC_GTEST_PROP(PositionStates, AreMoveOrPassOrOverAndOnlyOne, (std::uint64_t seed)) {
  Rng rng(seed);
  for (const RulesetPtr& rules : all_presets()) {
    const Position position = random_position(rules, rng);
    const int states = (position.legal_moves().empty() ? 0 : 1) + (position.must_pass() ? 1 : 0) +
                       (position.is_over() ? 1 : 0);
    RC_ASSERT(states == 1);
    RC_ASSERT(position.is_legal(Move::pass()) == position.must_pass());
  }
}

TEST(PositionPass, IsForcedOnlyWhenTheOtherSideCanMove) {
  const RulesetPtr rules = standard(4);
  const Position black = parse(rules, "OX-- ---- ---- ---- X");
  EXPECT_TRUE(black.must_pass());
  EXPECT_FALSE(black.is_over());
  EXPECT_EQ(black.after(Move::pass()).to_string(), "OX-------------- O");

  const Position nobody = parse(rules, "XXXX ---- ---- ---O X");
  EXPECT_TRUE(nobody.is_over());
  EXPECT_FALSE(nobody.must_pass());
  EXPECT_FALSE(nobody.is_legal(Move::pass()));
}

TEST(PositionFlips, IsEmptyOffTheBoardAndOnDiscs) {
  const Position start(standard(8));
  EXPECT_TRUE(start.flips(Square(3, 3)).empty());
  EXPECT_TRUE(start.flips(Square(15, 15)).empty());
  EXPECT_TRUE(start.flips(Square(8, 3)).empty());
}

TEST(PositionFlips, DoNotWrapAroundTheEdges) {
  for (int size = kMinSize; size <= kMaxSize; size += 2) {
    // On 8x8: Black on g1, White on h1; a2 is next in reading order, but on another row.
    const auto position =
        Position::make(standard(size), {Square(size - 2, 0)}, {Square(size - 1, 0)}, Color::Black);
    ASSERT_TRUE(position.has_value());
    EXPECT_TRUE(position->legal_moves().empty()) << size;
  }
}

TEST(PositionFlips, TurnTheLongestRunsInAllDirectionsAtOnce) {
  for (int size = kMinSize; size <= kMaxSize; size += 2) {
    // White everywhere but for a black rim; Black plays the one empty square in the middle.
    const RulesetPtr rules = standard(size);
    const Square middle(size / 2, size / 2);
    SquareSet black;
    SquareSet white;
    int expected = 0;
    for (const Square square : rules->board()) {
      const bool rim = square.column() == 0 || square.row() == 0 || square.column() == size - 1 ||
                       square.row() == size - 1;
      const int dx = square.column() - middle.column();
      const int dy = square.row() - middle.row();
      if (dx == 0 && dy == 0) continue;
      (rim ? black : white).insert(square);
      if (!rim && (dx == 0 || dy == 0 || dx == dy || dx == -dy)) ++expected;
    }
    const auto position = Position::make(rules, black, white, Color::Black);
    EXPECT_EQ(position->flips(middle).size(), expected) << size;
    EXPECT_EQ(position->after(middle).disc_count(Color::Black), black.size() + expected + 1);
  }
}

RulesetPtr with_bonus(int size, int bonus, Scoring scoring) {
  Ruleset rules = *standard(size);
  rules.black_bonus = bonus;
  rules.scoring = scoring;
  return std::make_shared<const Ruleset>(std::move(rules));
}

TEST(PositionScore, GivesEmptiesToTheWinner) {
  const auto score = [](const char* text, int bonus, Scoring scoring) {
    return parse(with_bonus(4, bonus, scoring), text).score(Color::Black);
  };
  const char* ahead = "XXX- O--- ---- ---- X";   // 3-1, 12 empty
  const char* level = "XX-- OO-- ---- ---- X";   // 2-2, 12 empty
  const char* alone = "XXXX ---- ---- ---- O";   // 4-0
  const char* full = "XXXX XXXX OOOO OOOO X";    // 8-8
  const char* behind = "OOO- X--- ---- ---- X";  // 1-3
  EXPECT_EQ(score(ahead, 0, Scoring::EmptiesToWinner), 14);
  EXPECT_EQ(score(ahead, 0, Scoring::DiscsOnly), 2);
  EXPECT_EQ(score(behind, 0, Scoring::EmptiesToWinner), -14);
  EXPECT_EQ(score(level, 0, Scoring::EmptiesToWinner), 0);
  EXPECT_EQ(score(level, 1, Scoring::EmptiesToWinner), 13);
  EXPECT_EQ(score(level, 1, Scoring::DiscsOnly), 1);
  EXPECT_EQ(score(level, -1, Scoring::EmptiesToWinner), -13);
  EXPECT_EQ(score(behind, 2, Scoring::EmptiesToWinner), 0);
  EXPECT_EQ(score(alone, 0, Scoring::EmptiesToWinner), 16);
  EXPECT_EQ(score(full, 0, Scoring::EmptiesToWinner), 0);
  EXPECT_EQ(score(full, 1, Scoring::EmptiesToWinner), 1);
}

RC_GTEST_PROP(PositionScore, OfOneSideIsMinusTheOthers, (std::uint64_t seed)) {
  Rng rng(seed);
  for (const RulesetPtr& rules : all_presets()) {
    for (const Scoring scoring : {Scoring::EmptiesToWinner, Scoring::DiscsOnly}) {
      const Position position = random_position(with_scoring(rules, scoring), rng);
      RC_ASSERT(position.score(Color::Black) == -position.score(Color::White));
      RC_ASSERT(std::abs(position.score(Color::Black)) <= rules->size * rules->size + rules->black_bonus);
    }
  }
}

TEST(PositionEquality, SeesTheMoverAndTheRules) {
  const Position start(standard(8));
  EXPECT_EQ(start, Position(standard(8)));
  EXPECT_NE(start, Position(with_scoring(standard(8), Scoring::DiscsOnly)));
  EXPECT_NE(start,
            *Position::make(standard(8), start.discs(Color::Black), start.discs(Color::White), Color::White));
}

}  // namespace
}  // namespace turncoat::rules
