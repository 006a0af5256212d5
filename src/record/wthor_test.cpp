#include "record/wthor.h"

#include <gmock/gmock.h>

#include "record/testing/random_game.h"
#include "record/testing/wthor_writer.h"
#include "record/transcript.h"

namespace turncoat::record {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::wthor_file;
using testing::wthor_game;
using testing::wthor_names;

rules::Game random_standard_game(int size, std::uint64_t seed) {
  for (;; ++seed) {
    Rng rng(seed);
    rules::Game game = testing::random_game(rng);
    if (game.start() == rules::Position(rules::standard(size))) return game;
  }
}

std::string error_of(std::string_view bytes) {
  const auto games = parse_wthor_games(bytes, {});
  return games ? "no error" : games.error().message;
}

TEST(Wthor, ReadsNames) {
  const auto players = parse_wthor_names(wthor_names({"???", "Andr\xe9 X", "a name of 20 letters"}, 20),
                                         WthorNameKind::Players);
  ASSERT_TRUE(players.has_value()) << players.error().message;
  EXPECT_THAT(*players, ElementsAre("???", "Andr\xc3\xa9 X", "a name of 20 letters"));
  EXPECT_THAT(*parse_wthor_names(wthor_names({"Open"}, 26), WthorNameKind::Tournaments), ElementsAre("Open"));
}

TEST(Wthor, RefusesNamesThatDoNotFitTheHeader) {
  const std::string bytes = wthor_names({"one", "two"}, 20);
  const auto error = [](std::string_view text) {
    return parse_wthor_names(text, WthorNameKind::Players).error().message;
  };
  EXPECT_THAT(error(bytes.substr(0, 50)), HasSubstr("byte 50: the file ends here"));
  EXPECT_THAT(error(bytes + "x"), HasSubstr("byte 56: 1 bytes follow the 2 players"));
  EXPECT_THAT(error("short"), HasSubstr("ends inside the header"));
  EXPECT_FALSE(parse_wthor_names(bytes, WthorNameKind::Tournaments).has_value());
}

TEST(Wthor, ReadsGamesOfBothSizesWithPassesPutBack) {
  for (const int size : {8, 10}) {
    std::vector<std::string> stored;
    std::vector<rules::Game> games;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      games.push_back(random_standard_game(size, 1000 * seed));
      stored.push_back(wthor_game(games.back(), 1, 2, 0));
    }
    const std::string bytes = wthor_file(stored, 1998, size);
    EXPECT_TRUE(looks_like_wthor(bytes));
    const auto records = parse_wthor_games(bytes, {{"???", "black", "white"}, {"a", "b"}});
    ASSERT_TRUE(records.has_value()) << records.error().message;
    ASSERT_EQ(records->size(), games.size());
    bool passed = false;
    for (std::size_t i = 0; i < games.size(); ++i) {
      const GameRecord& record = (*records)[i];
      EXPECT_EQ(record.game, games[i]);
      EXPECT_EQ(record.black, "white");
      EXPECT_EQ(record.white, "???");
      EXPECT_EQ(record.event, "b");
      EXPECT_EQ(record.date, "1998");
      EXPECT_EQ(record.ending, Ending::Finished);
      EXPECT_EQ(record.stated_score, games[i].position().score(rules::Color::Black));
      passed = passed || std::ranges::find(games[i].moves(), rules::Move::pass()) != games[i].moves().end();
    }
    EXPECT_TRUE(passed) << "no game of the sample had a pass";
  }
}

TEST(Wthor, NamesPlayersByNumberWithoutALists) {
  const auto records =
      parse_wthor_games(wthor_file({wthor_game(rules::Game(rules::standard(8)), 7, 3, 4)}, 0), {});
  ASSERT_TRUE(records.has_value()) << records.error().message;
  EXPECT_EQ(records->front().event, "tournament 7");
  EXPECT_EQ(records->front().black, "player 3");
  EXPECT_EQ(records->front().date, "");
  EXPECT_EQ(records->front().ending, Ending::Unfinished);
}

TEST(Wthor, RefusesWhatIsNotAFileOfGames) {
  const std::string game = wthor_game(random_standard_game(8, 5), 0, 0, 0);
  const std::string good = wthor_file({game, game}, 1998);
  EXPECT_EQ(error_of(good), "no error");
  EXPECT_THAT(error_of(""), HasSubstr("byte 0: the file ends inside the header"));
  EXPECT_THAT(error_of(good.substr(0, 100)), HasSubstr("byte 100: the file ends here"));
  EXPECT_THAT(error_of(good + "tail"), HasSubstr("byte 152: 4 bytes follow the 2 games"));
  std::string changed = good;
  changed[12] = 9;
  EXPECT_THAT(error_of(changed), HasSubstr("byte 12: board size 9"));
  EXPECT_FALSE(looks_like_wthor(changed));
  changed = good;
  changed[13] = 1;
  EXPECT_THAT(error_of(changed), HasSubstr("byte 13: this is a file of solitaires"));
  EXPECT_FALSE(looks_like_wthor("f5d6c3d3c4f4f6f3e6"));
}

TEST(Wthor, NamesGameByteAndReasonOfABadMove) {
  const std::string game =
      wthor_game(*parse_transcript(rules::Position(rules::standard(8)), "f5d6c3"), 0, 0, 0);
  const std::string good = wthor_file({game, game}, 1998);
  EXPECT_EQ(error_of(good), "no error");
  const auto with = [&](std::size_t offset, int value) {
    std::string changed = good;
    changed[16 + 68 + offset] = static_cast<char>(value);
    return error_of(changed);
  };
  EXPECT_EQ(with(8, 11), "game 2: byte 92, move 1: a1 turns no disc for Black");
  EXPECT_EQ(with(8, 19), "game 2: byte 92: 19 is not a move on the 8x8 board");
  EXPECT_EQ(with(8, 255), "game 2: byte 92: 255 is not a move on the 8x8 board");
  EXPECT_EQ(with(8, 5), "game 2: byte 92: 5 is not a move on the 8x8 board");
  EXPECT_EQ(with(8, 0), "game 2: byte 93: a move after the end of the game");
  EXPECT_EQ(with(6, 65), "game 2: byte 90: Black has 65 discs of 64");
  const auto named = parse_wthor_games(good, {{}, {}});
  EXPECT_TRUE(named.has_value());
  const std::string other = wthor_file({wthor_game(rules::Game(rules::standard(8)), 0, 9, 0)}, 0);
  EXPECT_THAT(parse_wthor_games(other, {{"???"}, {"t"}}).error().message,
              HasSubstr("game 1: byte 18: player 9 is not in the list of 1 names"));
}

}  // namespace
}  // namespace turncoat::record
