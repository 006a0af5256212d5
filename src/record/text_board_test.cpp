#include "record/text_board.h"

#include <regex>

#include <gmock/gmock.h>

#include "rules/game.h"

namespace turncoat::record {
namespace {

using testing::HasSubstr;

rules::Position start(int size) {
  return rules::Position(rules::standard(size));
}

TEST(TextBoard, ShowsDiscsLegalMovesAndLastMove) {
  rules::Game game(rules::standard(4));
  ASSERT_TRUE(game.play(rules::Square(1, 0)).has_value());
  EXPECT_EQ(draw_board(game.position(), {.last_move = rules::Move(rules::Square(1, 0))}),
            "   a b c d\n"
            " 1 +[X]+ .\n"
            " 2 . X X .\n"
            " 3 + X O .\n"
            " 4 . . . .\n");
}

TEST(TextBoard, CanHideLegalMoves) {
  EXPECT_THAT(draw_board(start(8), {.show_legal = false}), testing::Not(HasSubstr("+")));
  EXPECT_THAT(draw_board(start(8), {}), HasSubstr("+"));
}

TEST(TextBoard, NamesEveryRowAndColumnOfTheBiggestBoard) {
  const std::string text = draw_board(start(16), {});
  EXPECT_THAT(text, HasSubstr(" o p\n"));
  EXPECT_THAT(text, HasSubstr("\n16 . "));
  EXPECT_THAT(text, HasSubstr("\n 9 . "));
}

TEST(TextBoard, BracketsTheLastMoveInTheLastColumnAndIgnoresAPass) {
  const auto position = rules::Position::parse(rules::standard(4), "---X/----/----/---- X");
  ASSERT_TRUE(position.has_value());
  EXPECT_THAT(draw_board(*position, {.last_move = rules::Move(rules::Square(3, 0))}),
              HasSubstr(" 1 . . .[X]\n"));
  EXPECT_EQ(draw_board(*position, {.last_move = rules::Move::pass()}), draw_board(*position, {}));
}

TEST(TextBoard, ColourChangesNoCharacter) {
  for (int size = 4; size <= 16; size += 2) {
    const TextBoardOptions plain{.last_move = rules::Move(rules::Square(0, 0))};
    TextBoardOptions colored = plain;
    colored.color = true;
    std::string text = draw_board(start(size), colored);
    EXPECT_THAT(text, HasSubstr("\x1b["));
    text = std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m"), "");
    text = std::regex_replace(text, std::regex(" \n"), "\n");
    EXPECT_EQ(text, draw_board(start(size), plain));
  }
}

}  // namespace
}  // namespace turncoat::record
