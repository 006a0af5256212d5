#include "learn/fit_games.h"

#include <gmock/gmock.h>

#include "base/file.h"
#include "base/testing/temporary_folder.h"
#include "learn/game_file.h"
#include "learn/testing/random_data.h"

namespace turncoat::learn {
namespace {

using ::testing::HasSubstr;
using testing::random_games;
using testing::settings_for;
using turncoat::testing::TemporaryFolder;

void write(const std::filesystem::path& path, const rules::RulesetPtr& rules,
           const std::vector<GameData>& games) {
  const auto writer = GameWriter::open(path, settings_for(rules));
  ASSERT_TRUE(writer.has_value()) << writer.error().message;
  for (const GameData& game : games) ASSERT_TRUE((*writer)->append(game).has_value());
  ASSERT_TRUE((*writer)->flush().has_value());
}

std::string reason(const std::filesystem::path& path) {
  std::vector<FitGame> games;
  const auto loaded = load_fit_games(path, 0, games);
  return loaded ? std::string("accepted") : loaded.error().message;
}

TEST(FitGames, AreThoseOfTheFile) {
  const TemporaryFolder folder;
  const auto written = random_games(rules::standard(8), 150, 1);
  write(folder / "g", rules::standard(8), written);
  std::vector<FitGame> games;
  ASSERT_TRUE(load_fit_games(folder / "g", 0, games).has_value());
  ASSERT_EQ(games.size(), written.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_TRUE(std::equal(written[i].moves.begin(), written[i].moves.end(), games[i].squares.begin(),
                           games[i].squares.begin() + games[i].length));
    EXPECT_EQ(games[i].first, written[i].settled);
    EXPECT_EQ(games[i].score, written[i].result);
    EXPECT_TRUE(std::ranges::equal(written[i].scores, std::span(games[i].searched).first(games[i].length)));
  }
}

TEST(FitGames, AreLimitedFileByFile) {
  const TemporaryFolder folder;
  write(folder / "g", rules::standard(8), random_games(rules::standard(8), 100, 1));
  std::vector<FitGame> games;
  ASSERT_TRUE(load_fit_games(folder / "g", 70, games).has_value());
  ASSERT_TRUE(load_fit_games(folder / "g", 5, games).has_value());
  EXPECT_EQ(games.size(), 75U);
}

TEST(FitGames, MayStillBeWritten) {
  const TemporaryFolder folder;
  write(folder / "g", rules::standard(8), random_games(rules::standard(8), 100, 1));
  const std::string bytes = *load_file(folder / "g", 1 << 20);
  ASSERT_TRUE(save_file(folder / "cut", bytes.substr(0, bytes.size() - 5), Existing::Refuse).has_value());
  std::vector<FitGame> games;
  ASSERT_TRUE(load_fit_games(folder / "cut", 0, games).has_value());
  EXPECT_EQ(games.size(), 64U);
}

TEST(FitGames, AreRefusedWithTheReason) {
  const TemporaryFolder folder;
  write(folder / "six", rules::standard(6), random_games(rules::standard(6), 3, 1));
  EXPECT_THAT(reason(folder / "six"), HasSubstr("games of standard-6, where standard-8 is wanted"));
  const auto discs = rules::with_scoring(rules::standard(8), rules::Scoring::DiscsOnly);
  write(folder / "discs", discs, random_games(discs, 3, 1));
  EXPECT_NE(reason(folder / "discs"), "accepted") << "another way to count";

  EXPECT_NE(reason(folder / "none"), "accepted");
  ASSERT_TRUE(save_file(folder / "text", "f5d6c3", Existing::Refuse).has_value());
  EXPECT_THAT(reason(folder / "text"), HasSubstr("not a file of Turncoat's self-play games"));

  auto games = random_games(rules::standard(8), 70, 2);
  games[66].moves[20] = games[66].moves[19];
  write(folder / "bad", rules::standard(8), games);
  EXPECT_THAT(reason(folder / "bad"), HasSubstr("bad game 66: an illegal move"));
  games[66].moves[20] = 200;
  write(folder / "far", rules::standard(8), games);
  EXPECT_NE(reason(folder / "far"), "accepted") << "a square off the board";
}

}  // namespace
}  // namespace turncoat::learn
