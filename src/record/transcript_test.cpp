#include "record/transcript.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "record/board_string.h"
#include "record/testing/random_game.h"

namespace turncoat::record {
namespace {

using ::testing::HasSubstr;

rules::Position start(int size = 8) {
  return rules::Position(rules::standard(size));
}

std::string read(std::string_view text, const rules::Position& from = start()) {
  const auto game = parse_transcript(from, text);
  return game ? format_transcript(*game, Passes::Written) : "error: " + game.error().message;
}

TEST(Transcript, ReadsEveryUsualSpelling) {
  for (const char* text :
       {"f5d6c3d3c4", "F5D6C3D3C4", "F5d6C3d3C4", "f5 d6 c3 d3 c4", "f5-d6-c3-d3-c4",
        "f5, d6,\nc3\r\nd3\tc4\n", "1. f5 2. d6 3. c3 4. d3 5. c4", "1.f5 d6 2.c3 d3 3.c4",
        "1 f5 2 d6 3 c3 4 d3 5 c4", "1.f52.d63.c34.d35.c4", "1f5 2d6 3c3 4d3 5c4", "  f5d6;c3d3;c4;  "}) {
    EXPECT_EQ(read(text), "f5d6c3d3c4") << text;
  }
  EXPECT_EQ(read(""), "");
}

TEST(Transcript, ReadsTwoDigitRowsGreedily) {
  const auto position = parse_board(
      "----------"
      "O---------"
      "X---------"
      "----------"
      "----------"
      "----------"
      "----------"
      "---------X"
      "-X-------O"
      "-O-------- X");
  ASSERT_TRUE(position.has_value()) << position.error().message;
  EXPECT_EQ(read("a1", *position), "a1");
  EXPECT_EQ(read("j10", *position), "j10");
  EXPECT_EQ(read("J10A4", *position), "j10a4");
  EXPECT_EQ(read("a12.b8", *position), "a1b8");
  EXPECT_THAT(read("a12", *position), HasSubstr("\"a12\" is not a square of the 10x10 board"));
  EXPECT_THAT(read("a100", *position), HasSubstr("not a square"));
}

// White has no move after a1 and passes: Black moves twice.
rules::Position passing() {
  return *parse_board("-OX-/----/----/XO-- X");
}

TEST(Transcript, TakesPassesImpliedOrWritten) {
  for (const char* text : {"a1c4", "a1 pass c4", "a1 PASS c4", "a1pac4", "a1 PS c4", "a1--c4", "a1 -- c4"}) {
    EXPECT_EQ(read(text, passing()), "a1passc4") << text;
  }
  EXPECT_EQ(read("a1", passing()), "a1");
  EXPECT_EQ(read("a1pass", passing()), "a1pass");
  EXPECT_EQ(read("a1c4 pass pass", passing()), "a1passc4");
}

TEST(Transcript, WritesPassesOnlyWhereNeeded) {
  const auto game = parse_transcript(passing(), "a1passc4");
  EXPECT_EQ(format_transcript(*game), "a1c4");
  EXPECT_EQ(format_transcript(*game, Passes::Written), "a1passc4");
  EXPECT_EQ(format_transcript(*parse_transcript(passing(), "a1pass")), "a1pass");
}

TEST(Transcript, NamesMovePlaceAndReason) {
  EXPECT_EQ(read("f5d6a1"), "error: move 3 (character 5): a1 turns no disc for Black");
  EXPECT_EQ(read("f5\nd6\nf5"), "error: move 3 (line 3, character 1): f5 is not empty");
  EXPECT_EQ(read("f5 d9"), "error: move 2 (character 4): \"d9\" is not a square of the 8x8 board (a1 to h8)");
  EXPECT_EQ(read("pass"), "error: move 1 (character 1): Black may not pass: there are legal moves");
  EXPECT_EQ(read("f5 castle"), "error: move 2 (character 4): \"castle\" is neither a square nor a pass");
  EXPECT_EQ(read("f5 d6!"), "error: move 3 (character 6): \"!\" is not part of a move");
  EXPECT_EQ(read("f5---d6"), "error: move 2 (character 3): a pass is two dashes, not more");
  EXPECT_EQ(read("a1c4b3", passing()), "error: move 3 (character 5): b3 cannot be played: the game is over");
}

TEST(Transcript, RefusesLooseNumbers) {
  for (const char* text :
       {"12 34", "1.", "f5 2", "f55", "f5d61", "1 2 f5", "f5 1234. d6", "pass1", "f0", "f"}) {
    EXPECT_THAT(read(text), HasSubstr("error: move")) << text;
  }
}

RC_GTEST_PROP(Transcript, ReadsBackWhatItWrites, (std::uint64_t seed)) {
  Rng rng(seed);
  const rules::Game game = testing::random_part_game(rng);
  for (const Passes passes : {Passes::Implied, Passes::Written}) {
    const auto again = parse_transcript(game.start(), format_transcript(game, passes));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == game);
  }
}

RC_GTEST_PROP(BoardString, ReadsBackWhatItWritesWithoutBeingToldTheSize, (std::uint64_t seed)) {
  Rng rng(seed);
  const rules::Game game = testing::random_part_game(rng);
  const auto same = parse_board(game.position().to_string(), game.position().ruleset_ptr());
  RC_ASSERT(same.has_value());
  RC_ASSERT(*same == game.position());
  const auto guessed = parse_board(game.position().to_string());
  RC_ASSERT(guessed.has_value());
  RC_ASSERT(guessed->to_string() == game.position().to_string());
  RC_ASSERT(guessed->ruleset().name == fmt::format("standard-{}", game.position().size()));
}

TEST(BoardString, TellsWhatIsWrong) {
  const auto error = [](std::string_view text) { return parse_board(text).error().message; };
  EXPECT_THAT(error(std::string(64, '-')), HasSubstr("the side to move must follow"));
  EXPECT_THAT(error(std::string(64, '-') + " ?"), HasSubstr("the side to move must follow"));
  EXPECT_THAT(error(std::string(50, '-') + " X"), HasSubstr("51 discs and empty squares"));
  EXPECT_THAT(error(std::string(20, '-') + "q" + std::string(43, '-') + " X"), HasSubstr("\"q\""));
  EXPECT_THAT(error(""), HasSubstr("make no board"));
  EXPECT_FALSE(parse_board(std::string(64, '-') + " X", rules::standard(6)).has_value());
}

}  // namespace
}  // namespace turncoat::record
