#include "learn/selfplay.h"

#include <atomic>
#include <stdexcept>

#include <gmock/gmock.h>

#include "base/file.h"
#include "base/testing/temporary_folder.h"
#include "learn/testing/random_data.h"
#include "player/greedy_player.h"
#include "player/random_player.h"

namespace turncoat::learn {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::settings_for;
using turncoat::testing::TemporaryFolder;

// Greedy with a score, or a way to go wrong.
class OddPlayer final : public player::Player {
 public:
  explicit OddPlayer(std::string what) : what_(std::move(what)) {}
  Result<void> new_game(const rules::Position& start, std::uint64_t seed) override {
    return greedy_.new_game(start, seed);
  }
  Result<player::Choice> choose(const rules::Game& game, const player::Request& request) override {
    auto choice = greedy_.choose(game, request);
    const bool late = game.position().empties().size() < 6;
    if (what_ == "scores") choice->thought.score = late ? 1000.0 : -2.6;
    if (what_ == "resigns" && late) choice->resigns = true;
    if (what_ == "passes" && late) choice->move = rules::Move::pass();
    if (what_ == "dies" && late) return fail(Error::Code::Unavailable, "the program is gone");
    if (what_ == "throws" && late) throw std::runtime_error("out of everything");
    return choice;
  }

 private:
  std::string what_;
  player::GreedyPlayer greedy_;
};

Result<std::unique_ptr<player::Player>> make_player(const std::string& spec) {
  if (spec == "random") return std::make_unique<player::RandomPlayer>();
  if (spec == "greedy") return std::make_unique<player::GreedyPlayer>();
  if (spec == "missing") return fail(Error::Code::NotFound, "there is no such player");
  return std::make_unique<OddPlayer>(spec);
}

SelfplayOptions options_for(const GameSettings& settings, std::uint64_t games, int threads) {
  SelfplayOptions options;
  options.settings = settings;
  options.make_player = make_player;
  options.games = games;
  options.threads = threads;
  return options;
}

Result<void> run(const fs::path& path, const SelfplayOptions& options) {
  const auto writer = GameWriter::open(path, options.settings);
  if (!writer) return std::unexpected(writer.error());
  return make_games(options, **writer);
}

std::vector<GameData> read_all(const fs::path& path) {
  auto reader = GameReader::open(path, UnfinishedBlock::Refuse);
  std::vector<GameData> games;
  while (*reader->next_block()) games.insert(games.end(), reader->games().begin(), reader->games().end());
  return games;
}

std::string load(const fs::path& path) {
  return *load_file(path, 1 << 30);
}

Table table_of(const GameSettings& settings) {
  return {*make_player(settings.player), settings.solver.empty() ? nullptr : *make_player(settings.solver)};
}

TEST(Selfplay, GamesAreLegalOnEveryBoard) {
  for (const auto& rules : rules::testing::all_presets()) {
    const GameSettings settings = settings_for(rules);
    Table table = table_of(settings);
    for (std::uint64_t number = 0; number < 3; ++number) {
      const auto data = play_game(settings, number, table);
      ASSERT_TRUE(data.has_value()) << rules->name << ": " << data.error().message;
      const auto game = replay(rules, *data);
      EXPECT_TRUE(game.has_value()) << rules->name << ": " << game.error().message;
    }
  }
}

TEST(Selfplay, OpeningsHaveEveryLengthAboutAsOften) {
  const GameSettings settings = settings_for(rules::standard(6));
  Table table = table_of(settings);
  std::vector<int> counts(7);
  for (std::uint64_t number = 0; number < 500; ++number) {
    const auto data = play_game(settings, number, table);
    ++counts.at(static_cast<std::size_t>(data->random));
    EXPECT_EQ(data->settled, data->random);
  }
  EXPECT_EQ(counts[0] + counts[1], 0);
  for (std::size_t plies = 2; plies <= 6; ++plies) EXPECT_NEAR(counts[plies], 100, 40) << plies;
}

TEST(Selfplay, AnOpeningLongerThanTheGameIsTheGame) {
  GameSettings settings = settings_for(rules::standard(4));
  settings.random_low = settings.random_high = 200;
  Table table = table_of(settings);
  const auto data = play_game(settings, 0, table);
  EXPECT_EQ(static_cast<std::size_t>(data->random), data->moves.size());
  EXPECT_TRUE(replay(settings.rules, *data).has_value());
}

// Where the player leaves no score and the solver does, the scores tell who moved.
TEST(Selfplay, TheSolverPlaysTheEndingAndNothingIsRandomThere) {
  GameSettings settings = settings_for(rules::standard(8));
  settings.player = "greedy";
  settings.solver = "scores";
  settings.solver_empties = 20;
  settings.explore = 0.2;
  Table table = table_of(settings);
  int explored = 0;
  for (std::uint64_t number = 0; number < 50; ++number) {
    const auto data = play_game(settings, number, table);
    explored += data->settled > data->random ? 1 : 0;
    for (int i = 0; i < static_cast<int>(data->moves.size()); ++i) {
      const bool ending = 60 - i <= settings.solver_empties;  // each move fills a square
      EXPECT_EQ(data->scores[static_cast<std::size_t>(i)] != kNoScore, ending);
      EXPECT_TRUE(!ending || i >= data->settled);
    }
  }
  EXPECT_GT(explored, 40);  // some 35 moves a game might be
}

TEST(Selfplay, ScoresAreRoundedAndBounded) {
  GameSettings settings = settings_for(rules::standard(6));
  settings.player = "scores";
  Table table = table_of(settings);
  const auto data = play_game(settings, 0, table);
  EXPECT_EQ(data->scores.at(0), kNoScore);
  EXPECT_EQ(data->scores.at(static_cast<std::size_t>(data->random)), -3);
  EXPECT_EQ(data->scores.back(), kMaxStoredScore);
}

TEST(Selfplay, FileDoesNotDependOnThreads) {
  const TemporaryFolder folder;
  GameSettings settings = settings_for(rules::standard(6));
  settings.explore = 0.1;
  ASSERT_TRUE(run(folder / "one", options_for(settings, 200, 1)).has_value());
  for (const int threads : {2, 5}) {
    fs::remove(folder / "many");
    ASSERT_TRUE(run(folder / "many", options_for(settings, 200, threads)).has_value());
    EXPECT_EQ(load(folder / "many"), load(folder / "one"));
  }
  settings.seed = 8;
  ASSERT_TRUE(run(folder / "other", options_for(settings, 200, 1)).has_value());
  EXPECT_NE(read_all(folder / "other"), read_all(folder / "one"));
}

TEST(Selfplay, StoppedAnywhereAndResumedGivesTheSameFile) {
  const TemporaryFolder folder;
  const GameSettings settings = settings_for(rules::standard(6));
  ASSERT_TRUE(run(folder / "whole", options_for(settings, 300, 1)).has_value());
  std::uint64_t had = 0;
  for (int round = 0; round < 20; ++round) {
    SelfplayOptions options = options_for(settings, 300, 2);
    std::stop_source source;
    std::atomic<int> left = 1 + 7 * round;
    options.stop = source.get_token();
    options.on_game = [&] {
      if (--left == 0) source.request_stop();
    };
    ASSERT_TRUE(run(folder / "parts", options).has_value());
    const auto games = read_all(folder / "parts").size();
    EXPECT_GE(games, had);
    had = games;
  }
  ASSERT_TRUE(run(folder / "parts", options_for(settings, 300, 2)).has_value());
  EXPECT_EQ(load(folder / "parts"), load(folder / "whole"));
  // Enough games, or more: nothing to do.
  ASSERT_TRUE(run(folder / "parts", options_for(settings, 100, 2)).has_value());
  EXPECT_EQ(load(folder / "parts"), load(folder / "whole"));
}

TEST(Selfplay, APlayerThatFailsEndsTheRunWithTheReason) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& spec) {
    GameSettings settings = settings_for(rules::standard(6));
    settings.player = spec;
    return run(folder / spec, options_for(settings, 10, 2)).error().message;
  };
  EXPECT_THAT(refusal("missing"), HasSubstr("there is no such player"));
  EXPECT_THAT(refusal("resigns"), HasSubstr("the player resigned"));
  EXPECT_THAT(refusal("passes"), HasSubstr("may not pass"));
  EXPECT_THAT(refusal("dies"), HasSubstr("the program is gone"));
  EXPECT_THAT(refusal("throws"), HasSubstr("out of everything"));
}

}  // namespace
}  // namespace turncoat::learn
