#include "record/load.h"

#include <fstream>

#include <gmock/gmock.h>
#include <unistd.h>

#include "record/testing/wthor_writer.h"
#include "record/transcript.h"

namespace turncoat::record {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

const std::string kStart8 = "---------------------------OX------XO---------------------------";

std::string error_of(const Result<Loaded>& loaded) {
  return loaded ? "no error" : loaded.error().message;
}

class LoadTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              fmt::format("turncoat-{}-{}", getpid(),
                          ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, std::string_view bytes) {
    const fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  fs::path folder_;
};

TEST(ReadText, RecognisesTheFormat) {
  const auto format = [](std::string_view text) {
    const auto loaded = read_text(text, "text");
    return loaded ? std::string(format_name(loaded->format)) : loaded.error().message;
  };
  EXPECT_EQ(format("f5d6"), "transcript");
  EXPECT_EQ(format("\xef\xbb\xbf"
                   "1. f5 d6"),
            "transcript");
  EXPECT_EQ(format("# openings\nf5d6\nf5f6\n"), "transcript");
  EXPECT_EQ(format(kStart8 + " X"), "board");
  EXPECT_EQ(format("-OX-/----\n/----/XO-- X\n"), "board");
  EXPECT_EQ(format(kStart8 + " X; F5:+0;"), "obf");
  EXPECT_EQ(format("% problems\n" + kStart8 + "X\n"), "obf");
  EXPECT_EQ(format(kStart8 + " X\n" + kStart8 + " O\n"), "obf");
  EXPECT_EQ(format(" 1 (;TY[8];)"), "ggf");
  EXPECT_EQ(format("(;TY[8];)(;TY[6];)"), "ggf");
}

TEST(ReadText, KeepsTheScoresOfObfLines) {
  const auto scored = read_text(kStart8 + " X; F5:+2; D3:-4;\n" + kStart8 + " X;\n", "text");
  ASSERT_TRUE(scored.has_value()) << error_of(scored);
  ASSERT_EQ(scored->problems.size(), 2U);
  EXPECT_EQ(scored->problems.front().best_score(), 2);
  EXPECT_EQ(scored->problems.front().position, scored->games.front().game.position());
  EXPECT_TRUE(read_text(kStart8 + " X", "text")->problems.empty());
}

TEST(ReadText, ReadsManyGamesOrOneOverManyLines) {
  const auto many = read_text("f5d6\n\nf5f6\r\n", "text");
  ASSERT_TRUE(many.has_value()) << many.error().message;
  EXPECT_EQ(many->games.size(), 2U);
  const auto one = read_text("f5\nd6\nc3\n", "text");
  ASSERT_TRUE(one.has_value()) << one.error().message;
  ASSERT_EQ(one->games.size(), 1U);
  EXPECT_EQ(format_transcript(one->games.front().game), "f5d6c3");
}

TEST(ReadText, KeepsNothingWhenAnythingIsWrong) {
  EXPECT_EQ(error_of(read_text("f5d6\nf5f6\nf5a1\n", "games.txt")),
            "games.txt: line 3: move 2 (character 3): a1 turns no disc for White");
  EXPECT_EQ(error_of(read_text("(;TY[8];)(;TY[9];)", "x.ggf")),
            "x.ggf: game 2: character 12, TY[9]: the size must be even, from 4 to 16, not \"9\"");
  EXPECT_THAT(error_of(read_text(kStart8 + " X;\n" + kStart8 + " X; A1:+2;", "p")), HasSubstr("p: line 2: "));
  EXPECT_EQ(error_of(read_text("", "nothing")), "nothing holds no games");
  EXPECT_EQ(error_of(read_text("# only remarks\n", "nothing")), "nothing holds no games");
}

TEST(ReadText, UsesTheRulesGiven) {
  const auto loaded = read_text("d2", "text", rules::standard(6));
  ASSERT_FALSE(loaded.has_value());
  const auto six = read_text("c2", "text", rules::standard(6));
  ASSERT_TRUE(six.has_value()) << six.error().message;
  EXPECT_EQ(six->games.front().game.position().size(), 6);
}

TEST_F(LoadTest, ReadsAFileOrTheTextItself) {
  const fs::path path = write("game.txt", "f5d6c3");
  EXPECT_EQ(read_games(path.string())->games.front().game.ply(), 3);
  EXPECT_EQ(read_games("f5d6")->games.front().game.ply(), 2);
  EXPECT_THAT(error_of(read_games((folder_ / "missing.ggf").string())), HasSubstr("there is no file"));
  EXPECT_THAT(error_of(read_file(folder_ / "missing.ggf")), HasSubstr("cannot be read: No such file"));
  EXPECT_THAT(error_of(read_games(folder_.string())), HasSubstr("is a folder"));
  EXPECT_THAT(error_of(read_file(write("x.bin", std::string("a\0b", 3)))), HasSubstr("byte 1 is zero"));
  EXPECT_THAT(error_of(read_games("a5")), HasSubstr("\"a5\": move 1 (character 1)"));
}

TEST_F(LoadTest, RefusesAFileThatIsTooLarge) {
  const fs::path path = write("big.txt", "f5");
  fs::resize_file(path, kLargestFile + 1);  // sparse: takes no room
  EXPECT_THAT(error_of(read_file(path)), HasSubstr("is larger than 1GB"));
}

TEST_F(LoadTest, ReadsWthorWithTheNamesBesideIt) {
  const auto game = parse_transcript(rules::Position(rules::standard(8)), "f5d6c3");
  const std::string bytes = testing::wthor_file({testing::wthor_game(*game, 0, 1, 0)}, 1990);
  const fs::path path = write("WTH_1990.wtb", bytes);
  EXPECT_EQ(read_file(path)->games.front().black, "player 1");
  EXPECT_EQ(read_file(write("renamed", bytes))->format, Format::Wthor);
  write("wth.jou", testing::wthor_names({"???", "Somebody"}, 20));
  write("WTH.TRN", testing::wthor_names({"Open"}, 26));
  const auto loaded = read_file(path);
  ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
  EXPECT_EQ(loaded->games.front().black, "Somebody");
  EXPECT_EQ(loaded->games.front().event, "Open");
  EXPECT_THAT(error_of(read_file(folder_ / "wth.jou")), HasSubstr("holds names only"));
  EXPECT_THAT(error_of(read_file(path, rules::standard(10))),
              HasSubstr("games of standard-8, not of standard-10"));
  write("WTH.TRN", "broken");
  EXPECT_THAT(error_of(read_file(path)), HasSubstr("WTH.TRN: byte 6: the file ends inside the header"));
}

}  // namespace
}  // namespace turncoat::record
