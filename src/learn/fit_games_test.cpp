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
  FitGames games;
  const auto loaded = load_fit_games(path, 0, games);
  return loaded ? std::string("accepted") : loaded.error().message;
}

TEST(FitGames, AreThoseOfTheFile) {
  const TemporaryFolder folder;
  const auto written = random_games(rules::standard(8), 150, 1);
  write(folder / "g", rules::standard(8), written);
  FitGames games;
  ASSERT_TRUE(load_fit_games(folder / "g", 0, games).has_value());
  ASSERT_EQ(games.games.size(), written.size());
  EXPECT_EQ(games.set, &eval::pattern_set(8));
  for (std::size_t i = 0; i < written.size(); ++i) {
    const FitGame& game = games.games[i];
    EXPECT_TRUE(std::equal(written[i].moves.begin(), written[i].moves.end(), game.squares.begin(),
                           game.squares.begin() + game.length));
    EXPECT_EQ(game.first, written[i].settled);
    EXPECT_EQ(game.score, written[i].result);
    EXPECT_TRUE(std::ranges::equal(written[i].scores, std::span(game.searched).first(game.length)));
  }
}

TEST(FitGames, OfASmallerBoardStandInItsMiddle) {
  const TemporaryFolder folder;
  const auto written = random_games(rules::standard(6), 20, 1);
  write(folder / "g", rules::standard(6), written);
  FitGames games;
  ASSERT_TRUE(load_fit_games(folder / "g", 0, games).has_value());
  EXPECT_EQ(games.set, &eval::pattern_set(6));
  ASSERT_EQ(games.games.size(), written.size());
  const int first = written[3].moves[0];
  EXPECT_EQ(games.games[3].squares[0], 8 * (first / 6 + 1) + first % 6 + 1);
}

TEST(FitGames, AreLimitedFileByFile) {
  const TemporaryFolder folder;
  write(folder / "g", rules::standard(8), random_games(rules::standard(8), 100, 1));
  FitGames games;
  ASSERT_TRUE(load_fit_games(folder / "g", 70, games).has_value());
  ASSERT_TRUE(load_fit_games(folder / "g", 5, games).has_value());
  EXPECT_EQ(games.games.size(), 75U);
}

TEST(FitGames, MayStillBeWritten) {
  const TemporaryFolder folder;
  write(folder / "g", rules::standard(8), random_games(rules::standard(8), 100, 1));
  const std::string bytes = *load_file(folder / "g", 1 << 20);
  ASSERT_TRUE(save_file(folder / "cut", bytes.substr(0, bytes.size() - 5), Existing::Refuse).has_value());
  FitGames games;
  ASSERT_TRUE(load_fit_games(folder / "cut", 0, games).has_value());
  EXPECT_EQ(games.games.size(), 64U);
}

TEST(FitGames, AreRefusedWithTheReason) {
  const TemporaryFolder folder;
  write(folder / "ten", rules::standard(10), random_games(rules::standard(10), 3, 1));
  EXPECT_THAT(reason(folder / "ten"), HasSubstr("patterns for standard-6 and standard-8"));
  write(folder / "six", rules::standard(6), random_games(rules::standard(6), 3, 1));
  write(folder / "eight", rules::standard(8), random_games(rules::standard(8), 3, 1));
  FitGames mixed;
  ASSERT_TRUE(load_fit_games(folder / "eight", 0, mixed).has_value());
  EXPECT_THAT(load_fit_games(folder / "six", 0, mixed).error().message,
              HasSubstr("six: games of standard-6, and those before are of 8x8"));
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
  games = random_games(rules::standard(8), 70, 2);
  games[5].result += 2;
  write(folder / "end", rules::standard(8), games);
  EXPECT_THAT(reason(folder / "end"), HasSubstr("end game 5: an illegal move, or not the end it tells"));
  games = random_games(rules::standard(8), 70, 2);
  games[66].moves[20] = 200;
  write(folder / "far", rules::standard(8), games);
  EXPECT_NE(reason(folder / "far"), "accepted") << "a square off the board";
}

}  // namespace
}  // namespace turncoat::learn
