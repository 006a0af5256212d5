#include "cli/play_input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace turncoat::cli {
namespace {

using Kind = PlayCommand::Kind;
using testing::HasSubstr;

rules::Square square_of(std::string_view line, int size = 8) {
  const auto command = parse_play_command(line, size);
  EXPECT_TRUE(command && command->kind == Kind::Move) << line;
  return command && command->square ? *command->square : rules::Square(15, 15);
}

std::string error_of(std::string_view line, int size = 8) {
  const auto command = parse_play_command(line, size);
  EXPECT_FALSE(command) << line;
  return command ? "" : command.error().message;
}

TEST(PlayInput, SquaresInEveryWriting) {
  const rules::Square c4(2, 3);
  for (const char* text : {"c4", "C4", "  c4  ", "c 4", "4 3", "4,3", "4, 3", "4 , 3", "\t4\t3 ", "04 03"}) {
    EXPECT_EQ(square_of(text), c4) << text;
  }
  EXPECT_EQ(square_of("h 7"), rules::Square(7, 6)) << "though h alone asks for a hint";
  EXPECT_EQ(square_of("16 1", 16), rules::Square(0, 15));
  EXPECT_EQ(square_of("p16", 16), rules::Square(15, 15));
}

TEST(PlayInput, SquaresOffTheBoardAreExplained) {
  EXPECT_THAT(error_of("i1"), HasSubstr("a1 to h8"));
  EXPECT_THAT(error_of("d9"), HasSubstr("a1 to h8"));
  EXPECT_THAT(error_of("9 1"), HasSubstr("from 1 to 8"));
  EXPECT_THAT(error_of("0 3"), HasSubstr("from 1 to 8"));
  EXPECT_THAT(error_of("99999999999999999999 1"), HasSubstr("off the board"));
  EXPECT_THAT(error_of("43"), HasSubstr("neither a square nor a command"));
  EXPECT_THAT(error_of("4 3 2"), HasSubstr("neither a square nor a command"));
}

TEST(PlayInput, EveryCommandIsUnderstoodByNameAndAlias) {
  for (const PlayCommandInfo& info : play_commands()) {
    const std::string argument = info.argument.empty() ? "" : " my game.ggf ";
    const auto command = parse_play_command(std::string(info.name) + argument, 8);
    ASSERT_TRUE(command) << info.name;
    EXPECT_EQ(command->kind, info.kind);
    EXPECT_EQ(command->file, info.argument.empty() ? "" : "my game.ggf");
    if (!info.alias.empty()) {
      EXPECT_EQ(parse_play_command(info.alias, 8)->kind, info.kind);
    }
  }
  EXPECT_EQ(parse_play_command("EXIT", 8)->kind, Kind::Quit);
  EXPECT_EQ(parse_play_command("  ", 8)->kind, Kind::Nothing);
}

TEST(PlayInput, MistakesAreExplained) {
  EXPECT_THAT(error_of("unddo"), HasSubstr("did you mean \"undo\"?"));
  EXPECT_THAT(error_of("save"), HasSubstr("save game.ggf"));
  EXPECT_THAT(error_of("undo 3"), HasSubstr("undo stands alone"));
  EXPECT_THAT(error_of("xyzzy plugh"), HasSubstr("help"));
  EXPECT_THAT(error_of("\x1b[2J"), Not(HasSubstr("\x1b")));
}

RC_GTEST_PROP(PlayInput, AnyBytesAreACommandOrAnError, (const std::string& line)) {
  const auto command = parse_play_command(line, 8);
  if (!command) RC_ASSERT(!command.error().message.empty());
  if (command && command->square) RC_ASSERT(rules::SquareSet::board(8).contains(*command->square));
}

RC_GTEST_PROP(PlayInput, BothWritingsOfASquareAgree, ()) {
  const int size = 2 * *rc::gen::inRange(2, 9);
  const rules::Square square(*rc::gen::inRange(0, size), *rc::gen::inRange(0, size));
  const auto by_name = parse_play_command(square.name(), size);
  const auto by_numbers =
      parse_play_command(fmt::format("{} {}", square.row() + 1, square.column() + 1), size);
  RC_ASSERT(by_name && by_name->square == square);
  RC_ASSERT(by_numbers && by_numbers->square == square);
}

}  // namespace
}  // namespace turncoat::cli
