#include "engine/gtp_player.h"

#include <filesystem>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "engine/registry.h"
#include "player/conformance.h"
#include "player/random_player.h"

namespace turncoat::engine {
namespace {

using player::Choice;
using player::Player;
using player::Request;
using rules::Game;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr int kGiveUpMs = 30'000;  // only a failing test waits that long

// A FIFO that the test engine and every process it leaves behind hold open: the test sees what they report
// and, without polling, when the last of them is gone.
class Leash {
 public:
  Leash() : folder_((std::filesystem::temp_directory_path() / "turncoat-XXXXXX").string()) {
    EXPECT_NE(::mkdtemp(folder_.data()), nullptr);
    EXPECT_EQ(::mkfifo(path().c_str(), 0600), 0);
    reader_ = FileDescriptor(::open(path().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  }
  ~Leash() { std::filesystem::remove_all(folder_); }
  Leash(const Leash&) = delete;
  Leash& operator=(const Leash&) = delete;

  std::string path() const { return folder_ + "/leash"; }
  std::string folder() const { return folder_; }

  // False when no such letter comes.
  bool wait_for(char letter) {
    while (seen_.find(letter) == std::string::npos) {
      if (!read_more()) return false;
    }
    return true;
  }
  bool all_gone() {
    if (!wait_for('s')) return false;  // never started, or already read to the end
    while (read_more()) {
    }
    return ended_;
  }

 private:
  bool read_more() {
    pollfd fd{reader_.get(), POLLIN, 0};
    if (::poll(&fd, 1, kGiveUpMs) <= 0) return false;
    char buffer[256];
    const ssize_t count = ::read(reader_.get(), buffer, sizeof buffer);
    if (count > 0) seen_.append(buffer, static_cast<std::size_t>(count));
    ended_ = count == 0;
    return count > 0;
  }

  std::string folder_;
  FileDescriptor reader_;
  std::string seen_;
  bool ended_ = false;
};

std::string engine(const std::string& arguments) {
  // The system's own first: a version manager's shim costs a third of a second each time.
  static const std::string python = ::access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3";
  return python + " -IS '" TURNCOAT_TEST_DATA "/engines/engine.py' " + arguments;
}

std::unique_ptr<Player> make(const std::string& arguments, GtpParams params = {}) {
  params.command = engine(arguments);
  return *GtpPlayer::make(params);
}

Game played(int size, const std::string& moves) {
  Game game(rules::standard(size));
  for (const std::string_view word : split(moves, ' ')) {
    if (word.empty()) continue;
    game.pass_if_forced();
    EXPECT_TRUE(game.play(*rules::Square::parse(word, size)).has_value()) << word;
  }
  game.pass_if_forced();
  return game;
}

bool has_children() {
  return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD;
}

// ---- playing ----

TEST(GtpPlayer, ConformsInEveryDialect) {
  for (const char* dialect : {"strict", "implied", "shout", "ids"}) {
    player::ConformanceOptions options;
    options.rulesets = {rules::standard(6), rules::standard(8)};
    const auto maker = [&] { return make(fmt::format("--dialect {}", dialect)); };
    EXPECT_THAT(player::check_conformance(maker, options), IsEmpty()) << dialect;
  }
  EXPECT_FALSE(has_children());
}

// Eight moves after which Black must pass: the shortest way there on 8x8.
const std::string kBlackMustPass = "c4 c3 f5 b4 a4 a5 b2 a3";

TEST(GtpPlayer, HandlesPassesAsEachProgramWants) {
  const Game game = played(8, kBlackMustPass);
  ASSERT_TRUE(game.moves().back().is_pass());
  using Pass = GtpParams::Pass;
  for (const auto& [arguments, pass] :
       {std::pair("--dialect strict", Pass::Auto), std::pair("--dialect strict", Pass::Explicit),
        std::pair("--dialect implied", Pass::Auto), std::pair("--dialect implied", Pass::Never),
        std::pair("--dialect implied --name Edax", Pass::Auto)}) {
    GtpParams params;
    params.pass = pass;
    const auto player = make(arguments, params);
    ASSERT_TRUE(player->new_game(game.start(), 1).has_value());
    const auto choice = player->choose(game, {});
    ASSERT_TRUE(choice.has_value()) << arguments << ": " << choice.error().message;
    EXPECT_TRUE(game.position().is_legal(choice->move)) << arguments;
  }
  GtpParams wrong;
  wrong.pass = Pass::Explicit;
  const auto player = make("--dialect implied", wrong);
  ASSERT_TRUE(player->new_game(game.start(), 1).has_value());
  EXPECT_THAT(player->choose(game, {}).error().message, HasSubstr("refuses a forced pass"));
}

TEST(GtpPlayer, FollowsOpeningsTakebacksAndNewGames) {
  const auto player = make("");
  Game game = played(8, "f5 d6 c3");
  ASSERT_TRUE(player->new_game(game.start(), 1).has_value());
  const auto first = player->choose(game, {});
  ASSERT_TRUE(first.has_value()) << first.error().message;
  ASSERT_TRUE(game.play(first->move).has_value());
  game.undo();  // the program's move and two before it
  game.undo();
  game.undo();
  const Game other = played(8, "f5 f6");
  for (const Game* now : {&std::as_const(game), &other}) {
    const auto choice = player->choose(*now, {});
    ASSERT_TRUE(choice.has_value()) << choice.error().message;
    EXPECT_TRUE(now->position().is_legal(choice->move));
  }
  ASSERT_TRUE(player->new_game(rules::Position(rules::standard(6)), 1).has_value());
  const Game small(rules::standard(6));
  EXPECT_TRUE(small.position().is_legal(player->choose(small, {})->move));
}

TEST(GtpPlayer, TellsTheClockLevelAndInitAndLogsAll) {
  Leash leash;
  GtpParams params;
  params.level = 7;
  params.init = "set_level 1; set_level 2;";
  params.log = leash.folder() + "/traffic.log";
  const auto player = make("", params);
  const Game game(rules::standard(8));
  Request request;
  request.time.game = std::chrono::milliseconds(61'900);
  ASSERT_TRUE(player->new_game(game.start(), 1).has_value());
  ASSERT_TRUE(player->choose(game, request).has_value());
  ASSERT_TRUE(player->new_game(game.start(), 1).has_value());
  request.time = {};
  request.time.move = std::chrono::milliseconds(30'500);
  ASSERT_TRUE(player->choose(game, request).has_value());

  std::ifstream file(params.log);
  std::vector<std::string> sent;
  for (std::string line; std::getline(file, line);) {
    if (const auto at = line.find(" > "); at != std::string::npos) sent.push_back(line.substr(at + 3));
  }
  EXPECT_THAT(
      sent, ElementsAre("protocol_version", "name", "known_command time_settings", "known_command time_left",
                        "set_level 1", "set_level 2", "known_command set_level", "set_level 7", "boardsize 8",
                        "clear_board", "time_settings 61 0 0", "time_left black 61 0", "genmove black",
                        "boardsize 8", "clear_board", "time_settings 0 30 1", "time_left black 30 1",
                        "genmove black"));
}

// ---- refusals ----

TEST(GtpPlayer, RefusesWhatTheProgramCannotPlay) {
  const auto player = make("--sizes 8");
  const auto sized = player->new_game(rules::Position(rules::standard(12)), 1);
  EXPECT_THAT(sized.error().message, AllOf(HasSubstr("does not play 12x12"), HasSubstr("unacceptable size")));
  const auto leader = player->new_game(rules::Position(*rules::find_ruleset("leader-12")), 1);
  EXPECT_THAT(leader.error().message, HasSubstr("only the usual start"));
  const Game moved = played(8, "f5");
  EXPECT_FALSE(player->new_game(moved.position(), 1).has_value());
  EXPECT_TRUE(player->new_game(moved.start(), 1).has_value());
}

TEST(GtpPlayer, NeedsACommandThatExists) {
  EXPECT_THAT(make_player("gtp").error().message, HasSubstr("gtp:command="));
  EXPECT_THAT(make_player("gtp:command=\"a 'b\"").error().message, HasSubstr("never closed"));
  EXPECT_THAT(make_player("gtp:command=edax,init=\"a\nb\"").error().message, HasSubstr("one line"));
  const auto player = make_player("gtp:command=no-such-program");
  ASSERT_TRUE(player.has_value());
  const auto ready = (*player)->new_game(rules::Position(rules::standard(8)), 1);
  EXPECT_THAT(ready.error().message, HasSubstr("cannot start \"no-such-program\""));
  EXPECT_FALSE((*player)->choose(Game(rules::standard(8)), {}).has_value());

  GtpParams params;
  params.log = "/";
  EXPECT_THAT(make("", params)->new_game(rules::Position(rules::standard(8)), 1).error().message,
              HasSubstr("cannot write the log"));
}

TEST(GtpPlayer, HasACanonicalSpec) {
  EXPECT_EQ(*canonical_spec("gtp:patience=60s,command=\"edax -gtp\",pass=AUTO,level=3"),
            "gtp:command=edax -gtp,level=3");
}

// ---- misbehaviour ----

struct Fault {
  std::string name;
  Error::Code code;
  std::string reason;
  int patience_ms = kGiveUpMs;
};

void PrintTo(const Fault& fault, std::ostream* out) {  // NOLINT: GoogleTest looks for this name
  *out << fault.name;
}

class GtpFault : public testing::TestWithParam<Fault> {};

// Whatever the program does at its move: the reason is told, no process stays, and the next game works.
TEST_P(GtpFault, IsReportedAndLeavesNothingBehind) {
  const Fault& fault = GetParam();
  Leash leash;
  const Game game(rules::standard(8));
  GtpParams params;
  params.patience = std::chrono::milliseconds(fault.patience_ms);
  const auto player = make(fmt::format("--leash {} --fault {}", leash.path(), fault.name), params);
  const auto ready = player->new_game(game.start(), 1);
  ASSERT_TRUE(ready.has_value()) << ready.error().message;
  const auto choice = player->choose(game, {});
  ASSERT_FALSE(choice.has_value());
  EXPECT_EQ(choice.error().code, fault.code) << choice.error().message;
  EXPECT_THAT(choice.error().message, AllOf(HasSubstr("engine.py"), HasSubstr(fault.reason)));
  EXPECT_TRUE(leash.all_gone());
  EXPECT_FALSE(has_children());
  EXPECT_THAT(player->choose(game, {}).error().message, HasSubstr("not running"));
  EXPECT_TRUE(player->new_game(game.start(), 1).has_value());
}

INSTANTIATE_TEST_SUITE_P(AtItsMove, GtpFault,
                         testing::Values(Fault{"hang", Error::Code::Timeout, "does not answer", 50},
                                         Fault{"die", Error::Code::Unavailable, "exited with status 7"},
                                         Fault{"die", Error::Code::Unavailable, "out of cheese"},
                                         Fault{"crash", Error::Code::Unavailable, "killed by signal 9"},
                                         Fault{"close", Error::Code::Unavailable, "closed its output"},
                                         Fault{"orphan", Error::Code::Unavailable, "exited with status 0"},
                                         Fault{"flood", Error::Code::Unavailable, "a line of more than"},
                                         Fault{"chatter", Error::Code::Unavailable,
                                               "lines that are no answer, the last \"thinking\""},
                                         Fault{"refuse", Error::Code::Unavailable,
                                               "refuses \"genmove black\": \"not in the mood\""},
                                         Fault{"nonsense", Error::Code::Unavailable,
                                               "answered \"hello world\""},
                                         Fault{"offboard", Error::Code::Unavailable, "answered \"z9\""}),
                         [](const auto& test) { return fmt::format("{}_{}", test.param.name, test.index); });

TEST(GtpPlayer, ReportsAProgramThatFailsAtItsStart) {
  Leash leash;
  const rules::Position start(rules::standard(8));
  const auto dying = make("--fault die-at-start --leash " + leash.path());
  EXPECT_THAT(dying->new_game(start, 1).error().message,
              AllOf(HasSubstr("exited with status 3"), HasSubstr("no weights")));
  EXPECT_TRUE(leash.all_gone());

  GtpParams params;
  params.startup = std::chrono::milliseconds(50);
  const auto hanging = make("--fault hang-at-start", params)->new_game(start, 1);
  EXPECT_EQ(hanging.error().code, Error::Code::Timeout);
  EXPECT_THAT(hanging.error().message, HasSubstr("does not answer when asked \"protocol_version\""));
  EXPECT_FALSE(has_children());
}

// The clock decides, not the patience without one.
TEST(GtpPlayer, IsTimedOutPastItsClockAndGrace) {
  const Game game(rules::standard(8));
  GtpParams params;
  params.grace = std::chrono::milliseconds(20);
  const auto player = make("--fault hang", params);
  ASSERT_TRUE(player->new_game(game.start(), 1).has_value());
  Request request;
  request.time.move = std::chrono::milliseconds(20);
  EXPECT_EQ(player->choose(game, request).error().code, Error::Code::Timeout);
}

TEST(GtpPlayer, HandsOnIllegalMovesPassesAndResignations) {
  const Game game(rules::standard(8));
  for (const char* fault : {"illegal", "pass", "resign"}) {
    const auto player = make(fmt::format("--fault {}", fault));
    ASSERT_TRUE(player->new_game(game.start(), 1).has_value());
    const auto choice = player->choose(game, {});
    ASSERT_TRUE(choice.has_value()) << choice.error().message;
    EXPECT_EQ(choice->resigns, std::string(fault) == "resign");
    EXPECT_FALSE(game.position().is_legal(choice->move));
    const auto next = player->choose(game, {});  // and it can go on from a board that is in order
    ASSERT_TRUE(next.has_value()) << next.error().message;
    EXPECT_TRUE(game.position().is_legal(next->move));
  }
}

TEST(GtpPlayer, LivesWithNoiseAndWithAProgramThatQuitsBetweenGames) {
  const Game game(rules::standard(8));
  for (const char* fault : {"noisy", "quit-after-move"}) {
    const auto player = make(fmt::format("--fault {}", fault));
    for (int i = 0; i < 2; ++i) {
      const auto ready = player->new_game(game.start(), 1);
      ASSERT_TRUE(ready.has_value()) << ready.error().message;
      const auto choice = player->choose(game, {});
      EXPECT_TRUE(choice.has_value()) << choice.error().message;
    }
  }
}

TEST(GtpPlayer, KillsAProgramThatWillNotQuit) {
  Leash leash;
  {
    const auto player = make("--fault stubborn --leash " + leash.path());
    ASSERT_TRUE(player->new_game(rules::Position(rules::standard(8)), 1).has_value());
  }
  EXPECT_TRUE(leash.all_gone());
  EXPECT_FALSE(has_children());
}

TEST(GtpPlayer, StopsWaitingWhenAsked) {
  Leash leash;
  const Game game(rules::standard(8));
  const auto player = make("--fault hang --leash " + leash.path());
  ASSERT_TRUE(player->new_game(game.start(), 1).has_value());
  std::stop_source source;
  std::jthread stopper([&] {
    leash.wait_for('g');
    source.request_stop();
  });
  Request request;
  request.stop = source.get_token();
  EXPECT_EQ(player->choose(game, request).error().code, Error::Code::Cancelled);
  stopper.join();
  EXPECT_TRUE(leash.all_gone());
}

// kill -9 on us must not leave the program, nor what it started.
TEST(GtpPlayer, LeavesNothingBehindWhenWeAreKilled) {
  Leash leash;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const Game game(rules::standard(8));
    const auto player = make("--fault orphan --at 1000 --leash " + leash.path());
    if (!player->new_game(game.start(), 1)) ::_exit(1);
    if (!player->choose(game, {})) ::_exit(1);
    for (;;) ::pause();
  }
  EXPECT_TRUE(leash.wait_for('g'));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(leash.all_gone());
}

TEST(GtpPlayer, WorksManyAtOnce) {
  constexpr int kThreads = 6;
  std::vector<std::string> problems[kThreads];
  {
    std::vector<std::jthread> threads;
    for (auto& list : problems) {
      threads.emplace_back([&list] {
        player::ConformanceOptions options;
        options.rulesets = {rules::standard(4)};
        list = player::check_conformance([] { return make("--dialect shout"); }, options);
      });
    }
  }
  for (const auto& list : problems) EXPECT_THAT(list, IsEmpty());
  EXPECT_FALSE(has_children());
}

TEST(StripReplyId, TakesIdsAndLeavesNumbers) {
  EXPECT_EQ(strip_reply_id(" f5"), "f5");
  EXPECT_EQ(strip_reply_id("f5"), "f5");
  EXPECT_EQ(strip_reply_id("7 f5 "), "f5");
  EXPECT_EQ(strip_reply_id("7"), "");
  EXPECT_EQ(strip_reply_id(" 7 f5"), "f5");
  EXPECT_EQ(strip_reply_id(" 2"), "2");
  EXPECT_EQ(strip_reply_id(" 2.0"), "2.0");
  EXPECT_EQ(strip_reply_id(""), "");
}

// ---- a real program ----

TEST(GtpRhino, PlaysFullGamesOfBothColors) {
  const std::string program = "/usr/games/gtp-rhino";
  if (::access(program.c_str(), X_OK) != 0) {
    GTEST_SKIP() << program << " is not installed (Debian package grhino)";
  }
  const auto rhino = make_player("gtp:command=\"" + program + " -l 1 -b 0\"");
  ASSERT_TRUE(rhino.has_value());
  EXPECT_THAT((*rhino)->new_game(rules::Position(rules::standard(6)), 1).error().message,
              HasSubstr("does not play 6x6"));
  int total = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    const auto side = seed % 2 == 0 ? rules::Color::Black : rules::Color::White;
    Game game(rules::standard(8));
    player::RandomPlayer random;
    ASSERT_TRUE(random.new_game(game.start(), seed).has_value());
    const auto ready = (*rhino)->new_game(game.start(), seed);
    ASSERT_TRUE(ready.has_value()) << ready.error().message;
    while (!game.is_over()) {
      if (game.pass_if_forced()) continue;
      Player& mover = game.position().mover() == side ? **rhino : random;
      const auto choice = mover.choose(game, {});
      ASSERT_TRUE(choice.has_value()) << choice.error().message;
      ASSERT_TRUE(game.play(choice->move).has_value()) << choice->move.name();
    }
    total += game.position().score(side);
  }
  // Its first move as Black is random, and at level 1 it now and then loses a game to random moves; never
  // four.
  EXPECT_GT(total, 0);
}

}  // namespace
}  // namespace turncoat::engine
