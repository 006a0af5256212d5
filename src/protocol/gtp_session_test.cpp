#include "protocol/gtp_session.h"

#include <stdexcept>

#include <gmock/gmock.h>

#include "player/testing/scripted_player.h"
#include "record/transcript.h"
#include "rules/testing/random_games.h"

namespace turncoat::protocol {
namespace {

using namespace std::chrono_literals;
using player::ScriptedPlayer;
using testing::HasSubstr;
using testing::StartsWith;

// A session with a player that does as it is told, and a clock that moves when it is told.
struct Talk {
  explicit Talk(std::vector<ScriptedPlayer::Step> steps = {}, rules::RulesetPtr rules = rules::standard(8)) {
    auto made = std::make_unique<ScriptedPlayer>(std::move(steps));
    player = made.get();
    GtpSession::Options options;
    options.player = std::move(made);
    options.rules = std::move(rules);
    options.now = [this] { return now; };
    session = std::make_unique<GtpSession>(std::move(options));
  }
  std::string operator()(std::string_view line) { return session->handle(line); }
  // Plays a transcript, forced passes left out.
  void play(std::string_view moves) {
    const auto game = record::parse_transcript(session->game().position(), moves);
    ASSERT_TRUE(game.has_value()) << game.error().message;
    for (int ply = 0; ply < game->ply(); ++ply) {
      const rules::Move move = game->moves()[static_cast<std::size_t>(ply)];
      if (move.is_pass()) continue;
      const auto mover = rules::color_name(game->position_at(ply).mover());
      ASSERT_EQ((*this)(fmt::format("play {} {}", mover, move.name())), "=\n\n");
    }
  }

  std::chrono::steady_clock::time_point now{};
  ScriptedPlayer* player = nullptr;
  std::unique_ptr<GtpSession> session;
};

// Some game of this size with a forced pass as its next move.
rules::Game game_before_pass(int size) {
  for (std::uint64_t seed = 0;; ++seed) {
    Rng rng(seed);
    rules::Game game(rules::standard(size));
    while (!game.is_over() && !game.position().must_pass()) rules::testing::play_random_move(game, rng);
    if (!game.is_over()) return game;
  }
}

TEST(GtpSession, SaysWhoItIs) {
  Talk talk;
  EXPECT_EQ(talk("protocol_version"), "= 2\n\n");
  EXPECT_EQ(talk("name"), "= Turncoat\n\n");
  EXPECT_EQ(talk("version"), "= " TURNCOAT_VERSION "\n\n");
  EXPECT_EQ(talk("known_command undo"), "= true\n\n");
  EXPECT_EQ(talk("known_command loadsgf"), "= false\n\n");
  EXPECT_EQ(talk("known_command"), "= false\n\n");
  EXPECT_EQ(talk("list_games"), "= Othello\n\n");
  for (const std::string_view command : {"protocol_version", "genmove", "time_left", "quit"}) {
    EXPECT_THAT(talk("list_commands"), HasSubstr(command));
    EXPECT_EQ(talk(fmt::format("known_command {}", command)), "= true\n\n");
  }
}

TEST(GtpSession, EchoesIdsAndSkipsWhatIsNoCommand) {
  Talk talk;
  EXPECT_EQ(talk("17 name"), "=17 Turncoat\n\n");
  EXPECT_EQ(talk("  0007\tname # and a comment"), "=0007 Turncoat\n\n");
  EXPECT_EQ(talk("3 nonsense"), "?3 unknown command\n\n");
  EXPECT_EQ(talk("3"), "?3 unknown command\n\n");
  EXPECT_EQ(talk("99999999999999999999 name"), "? unknown command\n\n");
  EXPECT_EQ(talk("2147483648 name"), "? unknown command\n\n");
  EXPECT_EQ(talk("-1 name"), "? unknown command\n\n");
  EXPECT_EQ(talk(std::string_view("na\0m\x07"
                                  "e\r",
                                  7)),
            "= Turncoat\n\n");
  for (const std::string_view silent : {"", "   ", "# only a comment", "\t\r", "\x01\x02"}) {
    EXPECT_EQ(talk(silent), "");
  }
  EXPECT_THAT(talk.session->refuse_long_line(), StartsWith("? "));
}

TEST(GtpSession, PlaysAndTakesBack) {
  Talk talk;
  EXPECT_EQ(talk("play b F5"), "=\n\n");
  EXPECT_EQ(talk("play White d6"), "=\n\n");
  EXPECT_EQ(talk("genmove BLACK"), "= c3\n\n");
  EXPECT_EQ(talk.session->game().ply(), 3);
  EXPECT_EQ(talk("undo"), "=\n\n");
  EXPECT_EQ(talk("reg_genmove b"), "= c3\n\n");
  EXPECT_EQ(talk.session->game().ply(), 2);
  EXPECT_EQ(talk("undo"), "=\n\n");
  EXPECT_EQ(talk("undo"), "=\n\n");
  EXPECT_EQ(talk("undo"), "? cannot undo\n\n");
  EXPECT_EQ(talk("play b f5"), "=\n\n");
  EXPECT_EQ(talk("clear_board"), "=\n\n");
  EXPECT_EQ(talk("undo"), "? cannot undo\n\n");
}

TEST(GtpSession, RefusalsChangeNothing) {
  Talk talk;
  ASSERT_EQ(talk("play b f5"), "=\n\n");
  const rules::Game before = talk.session->game();
  for (const std::string_view line : {"play",
                                      "play w",
                                      "play w f5",
                                      "play w a1",
                                      "play b d6",
                                      "play w pass",
                                      "play green d6",
                                      "play w z9",
                                      "play w d",
                                      "play w d66",
                                      "boardsize",
                                      "boardsize 7",
                                      "boardsize 18",
                                      "boardsize -8",
                                      "boardsize eight",
                                      "boardsize 99999999999999999999",
                                      "genmove",
                                      "genmove b",
                                      "genmove green",
                                      "reg_genmove b",
                                      "komi",
                                      "komi much",
                                      "set_game",
                                      "set_game Go",
                                      "time_settings 1 2",
                                      "time_settings a 0 0",
                                      "time_settings nan 0 0",
                                      "time_settings -1 0 0",
                                      "time_settings 60 -0.5 1",
                                      "time_settings 1e300 0 0",
                                      "time_settings 1 0 -1",
                                      "time_left w 1",
                                      "time_left w inf 0",
                                      "time_left x 1 0",
                                      "final_score",
                                      "PLAY w d6",
                                      "exit",
                                      "\xff\xfe"}) {
    EXPECT_THAT(talk(line), StartsWith("? ")) << line;
    EXPECT_THAT(talk(line), testing::EndsWith("\n\n")) << line;
    EXPECT_EQ(talk.session->game(), before) << line;
  }
  EXPECT_EQ(talk("play w d6"), "=\n\n");
  EXPECT_TRUE(talk.player->requests.empty());
}

TEST(GtpSession, KnowsEverySize) {
  Talk talk;
  for (int size = rules::kMinSize; size <= rules::kMaxSize; size += 2) {
    EXPECT_EQ(talk(fmt::format("boardsize {}", size)), "=\n\n");
    EXPECT_EQ(talk("clear_board"), "=\n\n");
    EXPECT_EQ(talk.session->game(), rules::Game(rules::standard(size)));
    EXPECT_THAT(talk("genmove b"), StartsWith("= "));
    EXPECT_EQ(talk.player->starts.back(), rules::Position(rules::standard(size)));
    EXPECT_EQ(talk("komi 6.5"), "=\n\n");
  }
}

TEST(GtpSession, KeepsItsRulesForTheirSize) {
  const auto leader = *rules::find_ruleset("leader-12");
  Talk talk({}, leader);
  EXPECT_EQ(talk("boardsize 8"), "=\n\n");
  EXPECT_EQ(talk("boardsize 12"), "=\n\n");
  EXPECT_EQ(talk("clear_board"), "=\n\n");
  EXPECT_EQ(talk("set_game othello"), "=\n\n");
  EXPECT_EQ(talk.session->game(), rules::Game(leader));
  EXPECT_THAT(talk("genmove w"), StartsWith("= "));
}

TEST(GtpSession, PassesToldOrImplied) {
  const rules::Game game = game_before_pass(6);
  const rules::Color passes = game.position().mover();
  const auto name = [](rules::Color color) { return rules::color_name(color); };
  for (const bool told : {false, true}) {
    Talk talk({}, rules::standard(6));
    talk.play(record::format_transcript(game));
    const rules::Game before = talk.session->game();
    ASSERT_TRUE(before.position().must_pass());
    if (told) {
      ASSERT_EQ(talk(fmt::format("play {} pass", name(passes))), "=\n\n");
    }
    const rules::Square move = *before.position().after(rules::Move::pass()).legal_moves().begin();
    ASSERT_EQ(talk(fmt::format("play {} {}", name(other(passes)), move.name())), "=\n\n");
    EXPECT_EQ(talk.session->game().ply(), before.ply() + 2);
    // One undo for each command, whatever it did.
    EXPECT_EQ(talk("undo"), "=\n\n");
    EXPECT_EQ(talk.session->game().ply(), before.ply() + (told ? 1 : 0));
  }
  Talk talk({}, rules::standard(6));
  talk.play(record::format_transcript(game));
  EXPECT_EQ(talk(fmt::format("reg_genmove {}", name(passes))), "= pass\n\n");
  EXPECT_EQ(talk(fmt::format("genmove {}", name(passes))), "= pass\n\n");
  EXPECT_EQ(talk.session->game().moves().back(), rules::Move::pass());
  EXPECT_TRUE(talk.player->requests.empty()) << "nobody needs to think about a pass";
}

TEST(GtpSession, TellsTheScoreAtTheEnd) {
  Talk talk;
  // The shortest game: White is wiped out after nine plies.
  EXPECT_EQ(talk("final_score"), "? cannot score\n\n");
  talk.play("e6f4e3f6g5d6e7f5c5");
  ASSERT_TRUE(talk.session->game().is_over());
  EXPECT_EQ(talk("final_score"), "= B+64\n\n");
  EXPECT_EQ(talk("genmove w"), "= pass\n\n");
  EXPECT_EQ(talk("reg_genmove b"), "= pass\n\n");
  EXPECT_EQ(talk("play b pass"), "=\n\n");
  EXPECT_THAT(talk("play w a1"), StartsWith("? illegal move"));
  EXPECT_EQ(talk("undo"), "=\n\n");
  EXPECT_EQ(talk("undo"), "=\n\n");
  EXPECT_TRUE(talk.session->game().is_over()) << "passes after the end are undone first";
  EXPECT_EQ(talk("undo"), "=\n\n");
  EXPECT_FALSE(talk.session->game().is_over());
}

TEST(GtpSession, ShowsTheBoard) {
  Talk talk({}, rules::standard(4));
  EXPECT_EQ(
      talk("1 showboard"),
      "=1\n   a b c d\n 1 . . . .\n 2 . O X .\n 3 . X O .\n 4 . . . .\nBlack to move, Black 2 White 2\n\n");
}

TEST(GtpSession, GivesThePlayerItsClock) {
  Talk talk;
  EXPECT_EQ(talk("genmove b"), "= d3\n\n");
  EXPECT_TRUE(talk.player->requests.back().time.unlimited());
  talk("clear_board");
  EXPECT_EQ(talk("time_settings 60 0 0"), "=\n\n");
  EXPECT_EQ(talk("genmove b"), "= d3\n\n");
  EXPECT_EQ(talk.player->requests.back().time.game, 60s);
  EXPECT_EQ(talk("time_left white 12 0"), "=\n\n");
  EXPECT_EQ(talk("genmove w"), "= c3\n\n");
  EXPECT_EQ(talk.player->requests.back().time.game, 12s);
  EXPECT_EQ(talk.player->requests.back().other_time, 60s);
  EXPECT_EQ(talk("time_left black 0.5 1"), "=\n\n");
  EXPECT_THAT(talk("genmove b"), StartsWith("= "));
  EXPECT_EQ(talk.player->requests.back().time.move, 500ms);
}

TEST(GtpSession, RunsTheClockItself) {
  Talk* running = nullptr;
  Talk talk({[&](const rules::Game& game, const player::Request& request) {
    running->now += 7s;
    return ScriptedPlayer::first_legal(game, request);
  }});
  running = &talk;
  talk("time_settings 60 0 0");
  EXPECT_EQ(talk("genmove b"), "= d3\n\n");
  EXPECT_EQ(talk("play w c3"), "=\n\n");
  EXPECT_THAT(talk("reg_genmove b"), StartsWith("= "));
  EXPECT_EQ(talk.player->requests.back().time.game, 53s);
}

TEST(GtpSession, SurvivesItsPlayer) {
  using rules::Game;
  const auto step = [](auto answer) {
    return [answer](const Game&, const player::Request&) -> Result<player::Choice> { return answer(); };
  };
  const std::vector<ScriptedPlayer::Step> faults = {
      step([]() -> Result<player::Choice> { return fail(Error::Code::Unavailable, "it is\ndead"); }),
      step([]() -> Result<player::Choice> { throw std::runtime_error("boom"); }),
      step([]() -> Result<player::Choice> {
        return player::Choice{rules::Square(0, 0), {}};
      }),
      step([]() -> Result<player::Choice> {
        return player::Choice{rules::Move::pass(), {}};
      }),
  };
  for (const auto& fault : faults) {
    Talk talk({fault});
    const std::string answer = talk("5 genmove b");
    EXPECT_THAT(answer, StartsWith("?5 "));
    EXPECT_EQ(answer.find('\n'), answer.size() - 2) << "one line: " << answer;
    EXPECT_EQ(talk.session->game().ply(), 0);
  }
  Talk resigning({step([]() -> Result<player::Choice> {
    return player::Choice{rules::Move::pass(), {}, true};
  })});
  EXPECT_EQ(resigning("genmove b"), "= resign\n\n");
  EXPECT_EQ(resigning.session->game().ply(), 0);
  Talk refusing;
  refusing.player->refuses = Error{Error::Code::Range, "no such board"};
  EXPECT_EQ(refusing("genmove b"), "? no such board\n\n");
  refusing.player->refuses.reset();
  EXPECT_EQ(refusing("genmove b"), "= d3\n\n");
}

TEST(GtpSession, EndsWithQuit) {
  Talk talk;
  EXPECT_FALSE(talk.session->ended());
  EXPECT_EQ(talk("9 quit"), "=9\n\n");
  EXPECT_TRUE(talk.session->ended());
}

TEST(GtpClock, ReadsTheSettings) {
  const auto budget = [](GtpClock::Time main, GtpClock::Time period, int stones) {
    GtpClock clock;
    clock.set(main, period, stones);
    return clock.budget(rules::Color::White);
  };
  EXPECT_TRUE(budget(0s, 0s, 0).unlimited());
  EXPECT_EQ(budget(60s, 0s, 0).game, 60s);
  EXPECT_EQ(budget(60s, 2s, 0).increment, 2s);
  EXPECT_EQ(budget(0s, 5s, 1).move, 5s);
  EXPECT_EQ(budget(0s, 5s, 0).move, 5s);
  EXPECT_EQ(budget(0s, 50s, 10).move, 5s);
  EXPECT_EQ(budget(60s, 50s, 10).game, 60s);
  EXPECT_EQ(budget(60s, 50s, 10).move, std::nullopt);
}

TEST(GtpClock, GoesOverToThePeriod) {
  GtpClock clock;
  const auto black = rules::Color::Black;
  clock.set(10s, 6s, 2);
  clock.charge(black, 4s);
  EXPECT_EQ(clock.budget(black).game, 6s);
  clock.charge(black, 7s);
  EXPECT_EQ(clock.budget(black).move, 3s);
  EXPECT_EQ(clock.budget(black).game, std::nullopt);
  clock.set_left(black, 2s, 0);
  EXPECT_EQ(clock.budget(black).game, 2s);
  clock.restart();
  EXPECT_EQ(clock.budget(black).game, 10s);
}

}  // namespace
}  // namespace turncoat::protocol
