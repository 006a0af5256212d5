#include "record/ggf.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "record/board_string.h"
#include "record/testing/random_game.h"
#include "record/transcript.h"

namespace turncoat::record {
namespace {

using ::testing::HasSubstr;

const std::string kBoard = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

std::string moves_of(std::string_view text) {
  const auto games = parse_ggf(text);
  return games ? format_transcript(games->at(0).game, Passes::Written) : "error: " + games.error().message;
}

TEST(Ggf, ReadsAServerGame) {
  const auto games = parse_ggf(
      "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[one]PW[two]RB[2196.37]RW[2200.35]"
      "TI[05:00//02:00]TY[8]RE[+12.000]XX[?]" +
      kBoard + "B[f5//0.01]W[D6/2.39/0.5]B[c3/-1]W[d3];)\n");
  ASSERT_TRUE(games.has_value()) << games.error().message;
  ASSERT_EQ(games->size(), 1U);
  const GameRecord& record = games->front();
  EXPECT_EQ(format_transcript(record.game), "f5d6c3d3");
  EXPECT_EQ(record.game.start(), rules::Position(rules::standard(8)));
  EXPECT_EQ(record.event, "GGS/os");
  EXPECT_EQ(record.date, "2003.12.15_12:33:18.MST");
  EXPECT_EQ(record.black, "one");
  EXPECT_EQ(record.white, "two");
  EXPECT_EQ(record.stated_score, 12.0);
  EXPECT_EQ(record.ending, Ending::Unfinished);
  ASSERT_EQ(record.notes.size(), 4U);
  EXPECT_EQ(record.notes[0], (MoveNote{std::nullopt, 0.01}));
  EXPECT_EQ(record.notes[1], (MoveNote{2.39, 0.5}));
  EXPECT_EQ(record.notes[2], (MoveNote{-1, std::nullopt}));
  EXPECT_EQ(record.notes[3], MoveNote{});
}

TEST(Ggf, ReadsPairsAndTagsInAnyOrder) {
  const auto games =
      parse_ggf("2 (;B[f5]TY[s8r20]" + kBoard + "GM[othello];)(;GM[OTHELLO] TY[8]\n;B[c4]\n;)\n(;TY[6];)");
  ASSERT_TRUE(games.has_value()) << games.error().message;
  ASSERT_EQ(games->size(), 3U);
  EXPECT_EQ(format_transcript((*games)[0].game), "f5");
  EXPECT_EQ(format_transcript((*games)[1].game), "c4");
  EXPECT_EQ((*games)[2].game.position().size(), 6);
  EXPECT_TRUE((*games)[0].notes.empty());
  EXPECT_TRUE(parse_ggf("")->empty());
}

TEST(Ggf, UndoesEscapesAndOldEncodings) {
  const auto games = parse_ggf("(;TY[8]PB[a\\]b\\\\c]PW[Andr\xe9];)");
  ASSERT_TRUE(games.has_value());
  EXPECT_EQ(games->front().black, "a]b\\c");
  EXPECT_EQ(games->front().white, "Andr\xc3\xa9");
  EXPECT_THAT(format_ggf(games->front()), HasSubstr("PB[a\\]b\\\\c]"));
}

TEST(Ggf, KeepsAPassAtTheEnd) {
  const std::string board = "(;TY[4]BO[4 -O*- ---- ---- *O-- *]B[a1]";
  for (const char* pass : {"W[PA]", "W[pass]", "W[P]", "W[--]", "W[pas/1.5]"}) {
    const auto games = parse_ggf(board + pass + ";)");
    ASSERT_TRUE(games.has_value()) << games.error().message;
    EXPECT_EQ(games->front().game.position().mover(), rules::Color::Black) << pass;
    EXPECT_EQ(games->front().game.ply(), 2);
  }
  EXPECT_EQ(moves_of(board + "B[c4];)"), "a1passc4");
  EXPECT_EQ(moves_of(board + "W[PA]B[c4]W[PA]B[PA];)"), "a1passc4");
}

TEST(Ggf, ReadsTwoDigitRowsAndOtherStarts) {
  const rules::Position leader(*rules::find_ruleset("leader-12"));
  GameRecord record{rules::Game(leader)};
  ASSERT_TRUE(record.game.play(*leader.legal_moves().begin()).has_value());
  const auto again = parse_ggf(format_ggf(record));
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(again->front().game.start().ruleset().name, "leader-12");
  EXPECT_EQ(moves_of("(;TY[10]BO[10" + std::string(80, '-') + "*---------O--------- *]B[a11];)"),
            "error: game 1: character 117, B[a11]: \"a11\" is not a square of the 10x10 board (a1 to j10)");
  EXPECT_EQ(
      moves_of("(;TY[10]BO[10 " + std::string(70, '-') + "*---------O------------------- *]B[A10/1/2];)"),
      "a10");
}

TEST(Ggf, ReadsResults) {
  const auto result = [](const std::string& text) { return parse_ggf("(;TY[8]RE[" + text + "];)")->front(); };
  EXPECT_EQ(result("?").stated_score, std::nullopt);
  EXPECT_EQ(result("-64.000:r").ending, Ending::Resigned);
  EXPECT_EQ(result("-64.000:r").loser, rules::Color::Black);
  EXPECT_EQ(result("+64:t").ending, Ending::Time);
  EXPECT_EQ(result("+64:t").loser, rules::Color::White);
  EXPECT_EQ(result("2:l").ending, Ending::Failed);
  EXPECT_EQ(result("0.000:l").ending, Ending::Unfinished);
  EXPECT_EQ(result("+2:s").ending, Ending::Unfinished);
}

TEST(Ggf, NamesGamePlaceAndReason) {
  EXPECT_EQ(moves_of("(;TY[8];)\n(;TY[8]B[f5]W[a1];)"),
            "error: game 2: line 2, character 13, W[a1]: a1 turns no disc for White");
  EXPECT_EQ(moves_of("(;TY[8]B[f5]B[d6];)"), "error: game 1: character 13, B[d6]: it is White's move");
  EXPECT_EQ(moves_of("(;TY[8]B[f5/x];)"), "error: game 1: character 8, B[f5/x]: \"x\" is not a number");
  EXPECT_THAT(moves_of("(;TY[8]B[f5/1/2/3];)"), HasSubstr("at most move/evaluation/seconds"));
  EXPECT_THAT(moves_of("(;TY[88];)"), HasSubstr("octagonal"));
  EXPECT_THAT(moves_of("(;TY[8a];)"), HasSubstr("fewer discs win"));
  EXPECT_THAT(moves_of("(;TY[7];)"), HasSubstr("the size must be even"));
  EXPECT_THAT(moves_of("(;TY[99999999999999999999];)"), HasSubstr("names no board size"));
  EXPECT_THAT(moves_of("(;TY[8r20];)"), HasSubstr("needs a BO tag"));
  EXPECT_THAT(moves_of("(;TY[6]" + kBoard + ";)"), HasSubstr("TY says the size is 6"));
  EXPECT_THAT(moves_of("(;PB[a];)"), HasSubstr("neither BO nor TY"));
  EXPECT_THAT(moves_of("(;GM[Go]TY[8];)"), HasSubstr("\"Go\" is not Othello"));
  EXPECT_THAT(moves_of("(;TY[8]RE[black];)"), HasSubstr("must be a disc difference"));
  EXPECT_THAT(moves_of("(;TY[8]"), HasSubstr("has no end"));
  EXPECT_THAT(moves_of("(;TY[8"), HasSubstr("no closing"));
  EXPECT_THAT(moves_of("(;TY 8];)"), HasSubstr("a tag such as"));
  EXPECT_THAT(moves_of("f5d6"), HasSubstr("a game starts with"));
  EXPECT_FALSE(parse_ggf("(;TY[8];)", rules::standard(6)).has_value());
}

GameRecord random_record(Rng& rng) {
  GameRecord record(testing::random_part_game(rng));
  record.ending = record.game.is_over() ? Ending::Finished : Ending::Unfinished;
  record.black = rng.below(2) == 0 ? "" : "mcts:sims=\"1]0\\\"";
  record.white = "b";
  record.event = rng.below(2) == 0 ? "" : "caf\xc3\xa9";
  record.date = "2026-11-15T12:00:00Z";
  if (rng.below(2) == 0) {
    for (int i = 0; i < record.game.ply(); ++i) {
      MoveNote note;
      if (i == 0 || rng.below(2) == 0) note.score = (rng.uniform() - 0.5) * 128;
      if (rng.below(2) == 0) note.seconds = rng.uniform();
      record.notes.push_back(note);
    }
  }
  constexpr std::array kForfeits = {Ending::Resigned, Ending::Time, Ending::Illegal, Ending::Failed};
  if (rng.below(2) == 0) {
    record.ending = kForfeits[rng.below(4)];
    record.loser = rng.below(2) == 0 ? rules::Color::Black : rules::Color::White;
    record.reason = rng.below(2) == 0 ? "" : "said: [nothing]";
  }
  if (const auto score = black_score(record)) record.stated_score = *score;
  return record;
}

RC_GTEST_PROP(Ggf, ReadsBackWhatItWrites, (std::uint64_t seed)) {
  Rng rng(seed);
  const GameRecord record = random_record(rng);
  const std::string text = format_ggf(record);
  RC_LOG() << text << '\n';
  const auto again = parse_ggf(text);
  RC_ASSERT(again.has_value());
  RC_ASSERT(again->size() == 1U);
  RC_ASSERT(again->front() == record);
}

}  // namespace
}  // namespace turncoat::record
