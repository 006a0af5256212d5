#include "match/game_loop.h"

#include <stdexcept>

#include <gmock/gmock.h>

#include "player/random_player.h"
#include "player/testing/scripted_player.h"

namespace turncoat::match {
namespace {

using namespace std::chrono_literals;
using player::ScriptedPlayer;
using record::Ending;
using rules::Color;
using testing::HasSubstr;

rules::Game fresh(int size = 8) {
  return rules::Game(rules::standard(size));
}

// Time stands still but for what the players spend.
struct FakeTime {
  std::chrono::steady_clock::time_point at{};

  GameOptions options(const char* control) {
    GameOptions options;
    options.time = *parse_time_control(control);
    options.time_margin = 10ms;
    options.now = [this] { return at; };
    return options;
  }
  ScriptedPlayer::Step spend(std::chrono::nanoseconds time) {
    return [this, time](const rules::Game& game, const player::Request& request) {
      at += time;
      return ScriptedPlayer::first_legal(game, request);
    };
  }
};

ScriptedPlayer::Step says(Error error) {
  return [error](const rules::Game&, const player::Request&) -> Result<player::Choice> {
    return std::unexpected(error);
  };
}

TEST(PlayGame, PlaysToTheEndOnEverySize) {
  for (const std::string& name : rules::preset_names()) {
    player::RandomPlayer black;
    player::RandomPlayer white;
    const auto record = play_game(black, white, rules::Game(*rules::find_ruleset(name)), {});
    EXPECT_EQ(record.ending, Ending::Finished) << name;
    EXPECT_TRUE(record.game.is_over()) << name;
    EXPECT_FALSE(record.loser) << name;
    EXPECT_EQ(record.notes.size(), record.game.moves().size()) << name;
  }
}

TEST(PlayGame, TellsThePlayersThePace) {
  ScriptedPlayer black;
  ScriptedPlayer white;
  GameOptions options;
  options.pace = {player::Pace::Early, player::Pace::Smooth};
  play_game(black, white, fresh(4), options);
  ASSERT_FALSE(black.requests.empty());
  ASSERT_FALSE(white.requests.empty());
  for (const player::Request& request : black.requests) EXPECT_EQ(request.pace, player::Pace::Early);
  for (const player::Request& request : white.requests) EXPECT_EQ(request.pace, player::Pace::Smooth);
}

// The second iteration was broken off: what counts is the one that was finished.
TEST(PlayGame, ReportsMovesWithTheDepthThatWasFinished) {
  const auto think = [](const rules::Game& game, const player::Request& request) {
    player::Thought thought;
    thought.depth = 7;
    thought.nodes = 70;
    request.report(thought);
    auto choice = ScriptedPlayer::first_legal(game, request);
    choice->thought.depth = 8;
    choice->thought.nodes = 90;
    return choice;
  };
  ScriptedPlayer black({think});
  ScriptedPlayer white;
  GameOptions options;
  std::vector<MoveReport> reports;
  options.on_move = [&](const MoveReport& report) { reports.push_back(report); };
  const auto record = play_game(black, white, fresh(4), options);
  ASSERT_GE(reports.size(), 2U);
  EXPECT_EQ(reports[0].thought.depth, 7);
  EXPECT_EQ(reports[0].thought.nodes, 90U);
  EXPECT_EQ(reports[0].mover, Color::Black);
  EXPECT_FALSE(reports[1].thought.depth.has_value());
  for (const MoveReport& report : reports) {
    EXPECT_EQ(record.game.moves()[static_cast<std::size_t>(report.ply)], report.move);
  }
}

TEST(PlayGame, TellsThePlayersTheStartAndTheirOwnSeeds) {
  rules::Game opening = fresh();
  ASSERT_TRUE(opening.play(rules::Square(3, 2)));
  ScriptedPlayer black;
  ScriptedPlayer white;
  GameOptions options;
  options.seed = 7;
  options.black_name = "left";
  options.white_name = "right";
  options.event = "cup";
  options.wall_clock = [] { return std::chrono::system_clock::time_point(1'000'000'000s); };
  const auto record = play_game(black, white, opening, options);
  EXPECT_THAT(black.starts, testing::ElementsAre(opening.start()));
  EXPECT_NE(black.seeds.at(0), white.seeds.at(0));
  EXPECT_EQ(record.game.moves().front(), opening.moves().front());
  EXPECT_EQ(record.notes.front(), record::MoveNote{});
  EXPECT_EQ(record.black, "left");
  EXPECT_EQ(record.white, "right");
  EXPECT_EQ(record.event, "cup");
  EXPECT_EQ(record.date, "2001-09-09T01:46:40Z");
}

TEST(PlayGame, PlaysForcedPassesItself) {
  // White can move to c1 only after Black's forced pass.
  const auto start = rules::Position::parse(rules::standard(4), "OX--/----/----/---- X");
  ASSERT_TRUE(start && start->must_pass());
  ScriptedPlayer black;
  ScriptedPlayer white;
  const auto record = play_game(black, white, rules::Game(*start), {});
  EXPECT_EQ(record.ending, Ending::Finished);
  EXPECT_TRUE(record.game.moves().front().is_pass());
  EXPECT_TRUE(black.requests.empty());
  EXPECT_EQ(record.notes.size(), 2U);
  EXPECT_EQ(black_score(record), -16);
}

TEST(PlayGame, AnIllegalMoveLosesWithTheReason) {
  ScriptedPlayer black;
  ScriptedPlayer white({[](const rules::Game&, const player::Request&) -> Result<player::Choice> {
    return player::Choice{rules::Square(0, 0), {}};
  }});
  const auto record = play_game(black, white, fresh(), {});
  EXPECT_EQ(record.ending, Ending::Illegal);
  EXPECT_EQ(record.loser, Color::White);
  EXPECT_THAT(record.reason, HasSubstr("a1 turns no disc"));
  EXPECT_EQ(record.game.ply(), 1);
  EXPECT_EQ(record.notes.size(), 1U);
  EXPECT_EQ(black_score(record), 64);
}

TEST(PlayGame, AnErrorLosesWithItsSentence) {
  ScriptedPlayer dead({says({Error::Code::Unavailable, "the program ended with status 3"})});
  ScriptedPlayer slow({says({Error::Code::Timeout, "no answer in 5 s"})});
  ScriptedPlayer other;
  const auto failed = play_game(dead, other, fresh(), {});
  EXPECT_EQ(failed.ending, Ending::Failed);
  EXPECT_EQ(failed.loser, Color::Black);
  EXPECT_EQ(failed.reason, "the program ended with status 3");
  const auto late = play_game(other, slow, fresh(), {});
  EXPECT_EQ(late.ending, Ending::Time);
  EXPECT_EQ(late.loser, Color::White);
  EXPECT_EQ(late.reason, "no answer in 5 s");
}

TEST(PlayGame, APlayerThatCannotStartOrThrowsLoses) {
  ScriptedPlayer refusing;
  refusing.refuses = Error{Error::Code::Range, "only 8x8"};
  ScriptedPlayer other;
  const auto refused = play_game(other, refusing, fresh(6), {});
  EXPECT_EQ(refused.ending, Ending::Failed);
  EXPECT_EQ(refused.loser, Color::White);
  EXPECT_EQ(refused.reason, "only 8x8");
  ScriptedPlayer throwing({[](const rules::Game&, const player::Request&) -> Result<player::Choice> {
    throw std::runtime_error("out of memory");
  }});
  const auto thrown = play_game(throwing, other, fresh(), {});
  EXPECT_EQ(thrown.ending, Ending::Failed);
  EXPECT_THAT(thrown.reason, HasSubstr("out of memory"));
}

TEST(PlayGame, AResignationIgnoresTheMove) {
  ScriptedPlayer black({[](const rules::Game&, const player::Request&) -> Result<player::Choice> {
    return player::Choice{rules::Square(0, 0), {}, true};
  }});
  ScriptedPlayer white;
  const auto record = play_game(black, white, fresh(), {});
  EXPECT_EQ(record.ending, Ending::Resigned);
  EXPECT_EQ(record.loser, Color::Black);
  EXPECT_EQ(record.game.ply(), 0);
}

TEST(PlayGame, TheFlagFallsBeyondTheMarginOnly) {
  FakeTime time;
  ScriptedPlayer black({time.spend(1010ms), time.spend(1011ms)});
  ScriptedPlayer white;
  const auto record = play_game(black, white, fresh(), time.options("1s/move"));
  EXPECT_EQ(record.ending, Ending::Time);
  EXPECT_EQ(record.loser, Color::Black);
  EXPECT_EQ(record.game.ply(), 2);
  EXPECT_THAT(record.reason, HasSubstr("1.011 s"));
  EXPECT_EQ(record.notes.at(0).seconds, 1.01);
}

TEST(PlayGame, GameClocksRunDownAndGetTheirIncrement) {
  FakeTime time;
  ScriptedPlayer black({time.spend(4s), time.spend(3s), time.spend(5s)});
  ScriptedPlayer white({time.spend(1s), time.spend(1s)});
  const auto record = play_game(black, white, fresh(), time.options("10s+1s"));
  EXPECT_EQ(record.ending, Ending::Finished);
  EXPECT_EQ(black.requests.at(0).time.game, 10s);
  EXPECT_EQ(black.requests.at(1).time.game, 7s);
  EXPECT_EQ(black.requests.at(2).time.game, 5s);
  EXPECT_EQ(black.requests.at(3).time.game, 1s);
  EXPECT_EQ(white.requests.at(0).other_time, 7s);
  EXPECT_EQ(black.requests.at(1).other_time, 10s);
}

TEST(PlayGame, AStoppedGameHasNoLoser) {
  std::stop_source stop;
  ScriptedPlayer black({[&](const rules::Game&, const player::Request&) -> Result<player::Choice> {
    stop.request_stop();
    return fail(Error::Code::Cancelled, "stopped");
  }});
  ScriptedPlayer white;
  GameOptions options;
  options.stop = stop.get_token();
  const auto record = play_game(black, white, fresh(), options);
  EXPECT_EQ(record.ending, Ending::Unfinished);
  EXPECT_FALSE(record.loser);
  EXPECT_FALSE(black_score(record));
  EXPECT_TRUE(black.requests.at(0).stop.stop_requested());
}

}  // namespace
}  // namespace turncoat::match
