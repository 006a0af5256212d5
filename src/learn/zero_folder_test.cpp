#include "learn/zero_folder.h"

#include <fstream>

#include <gmock/gmock.h>

#include "base/file.h"
#include "base/testing/temporary_folder.h"
#include "learn/zero_curves.h"
#include "learn/zero_rating.h"
#include "rules/testing/random_games.h"

namespace turncoat::learn {
namespace {

using ::testing::HasSubstr;
using turncoat::testing::TemporaryFolder;
using Json = nlohmann::ordered_json;

ZeroGame some_game(std::uint64_t number) {
  Rng rng(number);
  ZeroGame game{number, rules::testing::random_game(rules::standard(4), rng), {}, 17, 3};
  const rules::Position start(rules::standard(4));
  nn::Sample sample;
  sample.mover = start.discs(rules::Color::Black);
  sample.other = start.discs(rules::Color::White);
  game.samples = {sample, sample};
  return game;
}

TEST(ZeroFolder, GoesOnWhereItWas) {
  const TemporaryFolder temporary;
  const Json settings = {{"arch", "2x16"}, {"seed", 1}};
  const auto path = temporary / "run";
  auto folder = ZeroFolder::make(path, settings);
  ASSERT_TRUE(folder.has_value());
  EXPECT_EQ(folder->state().round, 0);
  ZeroState state;
  state.round = 3;
  state.best = 2;
  state.games = 30;
  state.seconds = 1.5;
  state.elo = 12.5;
  ASSERT_TRUE(folder->finish_round(state, {{"round", 3}}).has_value());

  const auto again = ZeroFolder::open(path);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->state().round, 3);
  EXPECT_EQ(again->state().best, 2);
  EXPECT_EQ(again->state().elo, 12.5);
  EXPECT_EQ(ZeroFolder::read_settings(path), settings);
  EXPECT_THAT(ZeroFolder::make(path, settings).error().message, HasSubstr("--resume goes on"));
}

TEST(ZeroFolder, RefusesAFolderOfOtherThings) {
  const TemporaryFolder temporary;
  std::ofstream(temporary / "letter.txt") << "dear";
  EXPECT_THAT(ZeroFolder::make(temporary.path(), Json::object()).error().message, HasSubstr("not empty"));
  EXPECT_THAT(ZeroFolder::make(temporary / "letter.txt", Json::object()).error().message,
              HasSubstr("is a file; a run needs a folder"));
  EXPECT_THAT(ZeroFolder::open(temporary.path()).error().message, HasSubstr("is not the folder of a run"));
}

TEST(ZeroFolder, ABadStateIsAnErrorNotAFreshRun) {
  const TemporaryFolder temporary;
  const auto path = temporary / "run";
  ASSERT_TRUE(ZeroFolder::make(path, Json::object()).has_value());
  for (const char* text : {"", "{", "[]", "{\"round\": \"three\"}", "{\"round\": -1}"}) {
    std::ofstream(path / "state.json") << text;
    EXPECT_FALSE(ZeroFolder::open(path).has_value()) << text;
  }
}

TEST(ZeroFolder, TheLogDropsATornLineAndARepeatedRound) {
  const TemporaryFolder temporary;
  const auto path = temporary / "run";
  const auto folder = ZeroFolder::make(path, Json::object());
  std::ofstream(path / "log.jsonl")
      << "{\"round\":1}\n{\"round\":2,\"loss\":1}\n{\"round\":2,\"loss\":2}\n{\"rou";
  const auto log = folder->read_log();
  ASSERT_TRUE(log.has_value());
  ASSERT_EQ(log->size(), 2U);
  EXPECT_EQ(log->back()["loss"], 2);
}

TEST(ZeroRoundFiles, CountsWhatIsWhole) {
  const TemporaryFolder temporary;
  const auto games = temporary / "games.txt";
  const auto samples = temporary / "samples";
  {
    auto files = ZeroRoundFiles::open(games, samples, rules::standard(4));
    ASSERT_TRUE(files.has_value());
    for (const std::uint64_t number : {4U, 2U, 9U}) ASSERT_TRUE(files->append(some_game(number)).has_value());
    EXPECT_EQ(files->games(), 3U);
  }
  std::ofstream(games, std::ios::app) << "12 f5d6";  // a kill in the middle of a line
  const auto files = ZeroRoundFiles::open(games, samples, rules::standard(4));
  ASSERT_TRUE(files.has_value());
  EXPECT_EQ(files->games(), 3U);
  EXPECT_EQ(files->samples(), 6U);
  EXPECT_EQ(files->judged(), 51U);
  EXPECT_EQ(files->next_number(), 10U);
  EXPECT_EQ(load_file(games, 1 << 20)->back(), '\n');
}

TEST(ZeroRoundFiles, RefusesWhatIsNoGame) {
  const TemporaryFolder temporary;
  std::ofstream(temporary / "games.txt") << "hello world\n";
  const auto files = ZeroRoundFiles::open(temporary / "games.txt", temporary / "samples", rules::standard(4));
  ASSERT_FALSE(files.has_value());
  EXPECT_THAT(files.error().message, HasSubstr("line 1 is not a game"));
}

TEST(ZeroRating, AnchorsAreReadBack) {
  const ZeroAnchors anchors{{"random", "greedy"}, {{0, 1, 3, 2, 1}}};
  const auto again = parse_anchors(format_anchors(anchors), "anchors.json");
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->players, anchors.players);
  EXPECT_EQ(again->results.front().draws, 2U);
  for (const char* text :
       {"", "{}", "{\"players\":[1],\"results\":[]}", "{\"players\":[\"a\"],\"results\":[[0,1,1,1,1]]}",
        "{\"players\":[\"a\",\"b\"],\"results\":[[0,1,1]]}",
        "{\"players\":[\"a\",\"b\"],\"results\":[[0,-1,1,1,1]]}"}) {
    EXPECT_FALSE(parse_anchors(text, "x").has_value()) << text;
  }
}

TEST(ZeroRating, AMatchIsDecidedByThePlayers) {
  ZeroMatchSettings settings;
  settings.rules = rules::standard(6);
  settings.seed = 4;
  const auto stats = play_match("mcts:sims=300", "random", 8, settings);
  ASSERT_TRUE(stats.has_value());
  EXPECT_EQ(stats->games, 8U);
  EXPECT_GT(stats->score, 0.6);
  EXPECT_FALSE(play_match("zero:net=nowhere", "random", 2, settings).has_value());
}

TEST(ZeroCurves, DrawsWhatIsThere) {
  const std::vector<Json> log = {{{"round", 1}, {"loss_policy", 2.0}, {"loss_value", 0.5}},
                                 {{"round", 2}, {"loss_policy", 1.5}, {"elo", 300.0}, {"elo_error", 50.0}}};
  const std::string svg = draw_curves(log, "a run");
  EXPECT_THAT(svg, HasSubstr("a run"));
  EXPECT_THAT(svg, HasSubstr("class='line policy'"));
  EXPECT_THAT(svg, HasSubstr("class='line elo'"));
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(draw_curves({}, "empty").find("nan"), std::string::npos);
}

}  // namespace
}  // namespace turncoat::learn
