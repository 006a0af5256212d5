#include "protocol/nboard_session.h"

#include <atomic>
#include <condition_variable>

#include <gmock/gmock.h>

#include "player/random_player.h"
#include "player/testing/scripted_player.h"
#include "record/ggf.h"
#include "record/transcript.h"
#include "rules/testing/random_games.h"

namespace turncoat::protocol {
namespace {

using player::ScriptedPlayer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::StartsWith;

// Everything that was said, in order.
class Heard {
 public:
  NboardSession::Say ear() {
    return [this](std::string_view line) { lines_.emplace_back(line); };
  }
  std::vector<std::string> take() { return std::exchange(lines_, {}); }
  // Only those that begin so.
  std::vector<std::string> take(std::string_view word) {
    auto lines = take();
    std::erase_if(lines, [&](const std::string& line) { return !line.starts_with(word); });
    return lines;
  }

 private:
  std::vector<std::string> lines_;
};

struct Talk {
  explicit Talk(const std::string& spec = "alphabeta") : session(*NboardSession::make(spec, heard.ear())) {}
  explicit Talk(std::unique_ptr<player::Player> player)
      : session(std::make_unique<NboardSession>(std::move(player), heard.ear())) {}

  // What it says to this line until it has thought to its end.
  std::vector<std::string> operator()(std::string_view line) {
    session->handle(line);
    session->wait();
    return heard.take();
  }

  Heard heard;
  std::unique_ptr<NboardSession> session;
};

std::string game_text(std::string_view moves, const rules::RulesetPtr& rules = rules::standard(8)) {
  return record::format_ggf(record::GameRecord(*record::parse_transcript(rules::Position(rules), moves)));
}

// Thinks until it is stopped, and says when it has begun.
class Endless final : public player::Player {
 public:
  explicit Endless(std::atomic<int>& begun) : begun_(begun) {}
  Result<void> new_game(const rules::Position&, std::uint64_t) override { return {}; }
  Result<player::Choice> choose(const rules::Game& game, const player::Request& request) override {
    ++begun_;
    begun_.notify_all();
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait(lock, request.stop, [] { return false; });
    return ScriptedPlayer::first_legal(game, request);
  }

 private:
  std::atomic<int>& begun_;
};

TEST(NboardSession, Greets) {
  Talk talk;
  EXPECT_THAT(talk("nboard 2"), ElementsAre("set myname Turncoat"));
  EXPECT_THAT(talk("set depth 3"), ElementsAre("set myname Turncoat3"));
  EXPECT_THAT(talk("set contempt -100"), IsEmpty());
  EXPECT_THAT(talk("ping 7"), ElementsAre("pong 7"));
  EXPECT_THAT(talk("learn"), ElementsAre("learned"));
  EXPECT_THAT(talk("quit"), IsEmpty());
  EXPECT_TRUE(talk.session->ended());
}

TEST(NboardSession, GoAnswersAndLeavesTheBoardAlone) {
  Talk talk;
  talk("set depth 4");
  EXPECT_THAT(talk("set game " + game_text("f5d6")), IsEmpty());
  const auto lines = talk("go");
  EXPECT_EQ(lines.front(), "status thinking");
  EXPECT_EQ(lines.back(), "status");
  EXPECT_THAT(lines, testing::Contains(MatchesRegex("=== [A-H][1-8]/-?[0-9.]+/[0-9.]+")));
  EXPECT_THAT(lines, testing::Contains(MatchesRegex("search [A-H][1-8](-[A-H][1-8])* -?[0-9.]+ 0 4")));
  EXPECT_THAT(lines, testing::Contains(StartsWith("nodestats ")));
  EXPECT_EQ(talk.session->game().ply(), 2);
  EXPECT_THAT(talk("move C3/1.50/0.3"), IsEmpty());
  EXPECT_THAT(talk("move d3"), IsEmpty());
  EXPECT_EQ(record::format_transcript(talk.session->game()), "f5d6c3d3");
}

TEST(NboardSession, HintsRankTheMoves) {
  Talk talk("alphabeta:depth=2");
  talk("set game " + game_text("f5"));
  talk.session->handle("hint 2");
  talk.session->wait();
  const auto searches = talk.heard.take("search ");
  ASSERT_GE(searches.size(), 2u);
  EXPECT_EQ(searches.size() % 2, 0u) << "two of the three moves, each round";
  const auto value = [](const std::string& line) { return std::stod(line.substr(line.find(' ', 7))); };
  for (std::size_t i = 0; i < searches.size(); i += 2) EXPECT_GE(value(searches[i]), value(searches[i + 1]));
  EXPECT_EQ(talk.session->game().ply(), 1);
}

TEST(NboardSession, HintsKeepToTheDepth) {
  for (const char* spec : {"engine", "engine:level=3", "alphabeta"}) {
    for (const int depth : {1, 2, 3, 6}) {
      Talk talk(spec);
      talk(fmt::format("set depth {}", depth));
      talk.session->handle("hint 4");
      talk.session->wait();
      const auto searches = talk.heard.take("search ");
      ASSERT_GE(searches.size(), 4u) << spec;
      // The first four moves are images of each other; the last word of a line is the depth.
      for (const std::string& line : std::span(searches).last(4)) {
        EXPECT_EQ(line.substr(line.rfind(' ') + 1), std::to_string(std::max(2, depth))) << line;
        const auto value = [](const std::string& text) { return text.substr(text.find(' ', 7)); };
        EXPECT_EQ(value(line), value(searches.back())) << spec << " at depth " << depth;
      }
    }
  }
}

// Near the end every hint is exact: it must be what looking at everything gives.
TEST(NboardSession, LateHintsAreExact) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const rules::Position position = rules::testing::late_position(rules::standard(6), 7, seed);
    Talk talk;
    talk("set game " + record::format_ggf(record::GameRecord(rules::Game(position))));
    talk.session->handle("hint 99");
    talk.session->wait();
    const rules::SquareSet moves = position.legal_moves();
    const auto searches = talk.heard.take("search ");
    ASSERT_EQ(searches.size(), static_cast<std::size_t>(moves.size()) *
                                   (searches.size() / static_cast<std::size_t>(moves.size())));
    for (const rules::Square square : moves) {
      std::string name = square.name();
      name[0] = static_cast<char>(name[0] - 'a' + 'A');
      const int score = -rules::testing::plain_negamax(position.after(square));
      const auto expected =
          MatchesRegex(fmt::format("search {}(-[A-F][1-6]|-PA)* {}.00 0 100%", name, score));
      EXPECT_THAT(searches, testing::Contains(expected)) << position.to_string();
    }
  }
}

TEST(NboardSession, ForcedPassAndEnd) {
  Talk talk;
  // Black has no move after these; found by playing at random.
  for (std::uint64_t seed = 0;; ++seed) {
    Rng rng(seed);
    rules::Game game(rules::standard(6));
    while (!game.is_over() && !game.position().must_pass()) rules::testing::play_random_move(game, rng);
    if (game.is_over()) continue;
    talk("set game " + record::format_ggf(record::GameRecord(game)));
    break;
  }
  const rules::Color passes = talk.session->game().position().mover();
  EXPECT_THAT(talk("go"), ElementsAre("=== PA"));
  EXPECT_THAT(talk("hint 3"), testing::Contains(StartsWith("search PA-")));
  EXPECT_THAT(talk("move PA"), IsEmpty());
  EXPECT_EQ(talk.session->game().position().mover(), other(passes));
  // A game whose last item is a pass leaves the other side to move.
  const std::string ends_in_pass = record::format_ggf(record::GameRecord(talk.session->game()));
  EXPECT_THAT(ends_in_pass, HasSubstr("[PA]"));
  talk("set game " + ends_in_pass);
  EXPECT_EQ(talk.session->game().position().mover(), other(passes));

  talk("set game " + game_text("e6f4e3f6g5d6e7f5c5"));
  EXPECT_THAT(talk("go"), ElementsAre("status the game is over"));
  EXPECT_THAT(talk("hint 1"), ElementsAre("status the game is over"));
  EXPECT_THAT(talk("move a1"), ElementsAre(HasSubstr("the game is over")));
}

TEST(NboardSession, AnalysesAGame) {
  Talk talk("alphabeta:depth=2");
  talk("set game " + game_text("e6f4e3f6g5d6e7f5c5"));
  const auto lines = talk("analyze");
  std::vector<std::string> expected;
  EXPECT_EQ(lines.front(), "status analyzing");
  EXPECT_EQ(lines[1], "analysis 9 -64.00") << "White to move has lost everything";
  for (int ply = 9; ply >= 0; --ply) {
    EXPECT_THAT(lines[static_cast<std::size_t>(10 - ply)], StartsWith(fmt::format("analysis {} ", ply)));
  }
  EXPECT_EQ(lines.back(), "status");
}

TEST(NboardSession, CommandsStopTheThinking) {
  std::atomic<int> begun = 0;
  Talk talk(std::make_unique<Endless>(begun));
  int expected = 0;
  for (const std::string_view thinking : {"go", "hint 3", "analyze"}) {
    for (const std::string_view stops : {"ping 5", "move d3", "set depth 4", "learn", "set game nonsense"}) {
      talk.session->handle(thinking);
      begun.wait(expected);
      expected = begun;
      talk.heard.take();
      talk.session->handle("what is this");
      EXPECT_THAT(talk.heard.take(), IsEmpty()) << "an unknown line disturbs nobody";
      talk.session->handle(stops);
      const auto said = talk.heard.take();
      EXPECT_THAT(said, testing::Each(testing::Not(StartsWith("===")))) << thinking;
      if (stops == "ping 5") {
        EXPECT_THAT(said, ElementsAre("pong 5")) << thinking;
      }
      talk.session->handle("set game " + game_text(""));
      talk.heard.take();
      expected = begun;
    }
  }
  talk.session->handle("go");  // and so does the end of the session
  begun.wait(expected);
}

TEST(NboardSession, AnswersWithWhatItHasWhenNobodyAsksAgain) {
  std::atomic<int> begun = 0;
  Talk endless(std::make_unique<Endless>(begun));
  endless.session->handle("go");
  begun.wait(0);
  endless.session->finish(std::chrono::nanoseconds(1));
  const auto said = endless.heard.take();
  EXPECT_THAT(said, testing::Contains(StartsWith("=== ")));
  EXPECT_EQ(said.back(), "status");

  Talk limited("alphabeta:depth=2");
  limited.session->handle("go");
  limited.session->finish(std::chrono::minutes(5));
  EXPECT_THAT(limited.heard.take(), testing::Contains(StartsWith("=== ")));
  limited.session->finish(std::chrono::minutes(5));  // nothing is under way
  EXPECT_THAT(limited.heard.take(), IsEmpty());
}

TEST(NboardSession, RefusalsChangeNothing) {
  Talk talk(std::make_unique<player::RandomPlayer>());
  talk("set game " + game_text("f5d6"));
  const rules::Game before = talk.session->game();
  for (const std::string_view line : {"nboard",
                                      "nboard x",
                                      "set depth",
                                      "set depth 0",
                                      "set depth -1",
                                      "set depth 99999999999999999999",
                                      "set contempt much",
                                      "set contempt 1e999",
                                      "set game",
                                      "set game (;GM[Go];)",
                                      "set game (;GM[Othello]TY[8]B[a1];)",
                                      "move",
                                      "move a1",
                                      "move PA",
                                      "move z9/0/0",
                                      "move //",
                                      "ping",
                                      "ping x",
                                      "ping 99999999999999999999",
                                      "hint 0",
                                      "hint -1",
                                      "hint x"}) {
    EXPECT_THAT(talk(line), ElementsAre(StartsWith("status error: "))) << line;
    EXPECT_EQ(talk.session->game(), before) << line;
  }
  const std::string two = game_text("f5") + game_text("f5");
  EXPECT_THAT(talk("set game " + two), ElementsAre(HasSubstr("one game, not 2")));
  for (const std::string_view line :
       {"", "  ", "NBOARD 2", "set", "set colour red", "\x01\xff", "pingpong 3"}) {
    EXPECT_THAT(talk(line), IsEmpty()) << line;
    EXPECT_EQ(talk.session->game(), before) << line;
  }
  talk.session->refuse_long_line();
  EXPECT_THAT(talk.heard.take(), ElementsAre(HasSubstr("too long")));
}

TEST(NboardSession, TellsWhenItsPlayerFails) {
  auto failing = std::make_unique<ScriptedPlayer>(std::vector<ScriptedPlayer::Step>{
      [](const rules::Game&, const player::Request&) -> Result<player::Choice> {
        return fail(Error::Code::Unavailable, "the program died");
      }});
  Talk talk(std::move(failing));
  EXPECT_THAT(talk("go"), testing::Contains("status error: the program died"));
  EXPECT_THAT(talk("hint 2"), testing::Contains("status error: the program died"));
  EXPECT_THAT(talk("ping 1"), ElementsAre("pong 1"));
  EXPECT_FALSE(NboardSession::make("alphabteta", [](std::string_view) {}).has_value());
}

TEST(NboardSession, PlaysLargeBoards) {
  Talk talk(std::make_unique<player::RandomPlayer>());
  Rng rng(1);
  const rules::Game game = rules::testing::random_game(rules::standard(16), rng, 100);
  talk("set game " + record::format_ggf(record::GameRecord(game)));
  EXPECT_EQ(talk.session->game(), game);
  EXPECT_THAT(talk("go"), testing::Contains(MatchesRegex("=== [A-P][0-9]+//[0-9.]+")));
}

}  // namespace
}  // namespace turncoat::protocol
