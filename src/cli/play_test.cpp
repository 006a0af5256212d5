// `turncoat play` as a person sees it: what is typed goes in, the screen comes out.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/command.h"
#include "rules/game.h"

namespace turncoat::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct Screen {
  int status = 0;
  std::string out;
  std::string err;
};

Screen play(std::vector<std::string> arguments, const std::string& typed = "", std::stop_token stop = {}) {
  std::istringstream in(typed);
  std::ostringstream out;
  std::ostringstream err;
  Context context{.in = in, .out = out, .err = err, .stop = std::move(stop)};
  arguments.insert(arguments.begin(), "play");
  const int status = run_program(arguments, context);
  return {status, out.str(), err.str()};
}

// One move or command a line.
std::string typed(std::string_view words) {
  std::string text(words);
  std::ranges::replace(text, ' ', '\n');
  return text + "\n";
}

int count(std::string_view text, std::string_view part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  for (const std::string_view line : split(text, '\n')) widest = std::max(widest, line.size());
  return widest;
}

// Full 4x4 games, worked out by the rules' own tests and by eye.
constexpr std::string_view kDraw = "d3 d4 b1 d2 c4 a2 a1 a3 a4 b4 d1 c1";
constexpr std::string_view kBlackWins = "c4 d4 b1 b4 d3 c1 d1 d2 a3 a4 a1 a2";  // Black passes after d2
constexpr std::string_view kWipeOut = "a2 a1 b1 a3 c4 d4 b4 c1 d2 a4 d3 d1";    // White takes the last disc

TEST(Play, EndOfInputAtOnceDrawsTheBoardAndLeaves) {
  const Screen screen = play({"human", "greedy"});
  EXPECT_EQ(screen.status, 0);
  EXPECT_EQ(screen.err, "");
  EXPECT_EQ(screen.out,
            "Write a square to move there, or help.\n"
            "\n"
            "   a b c d e f g h\n"
            " 1 . . . . . . . .    X Black  you       2\n"
            " 2 . . . . . . . .    O White  greedy    2\n"
            " 3 . . . + . . . .\n"
            " 4 . . + O X . . .\n"
            " 5 . . . X O + . .\n"
            " 6 . . . . + . . .\n"
            " 7 . . . . . . . .\n"
            " 8 . . . . . . . .\n"
            "\n"
            "Black (X) to move> \n"
            "End of input: leaving the game.\n");
}

TEST(Play, TwoPeoplePlayAWholeGame) {
  const Screen screen = play({"human", "human", "--rules", "standard-4"}, typed(kDraw) + "quit\n");
  EXPECT_EQ(screen.status, 0);
  EXPECT_THAT(screen.out,
              AllOf(HasSubstr("Black plays d3 and turns 1 disc."), HasSubstr("[X]"),
                    HasSubstr("White (O) to move> d4"), HasSubstr("X Black  human    8"),
                    HasSubstr("Game over: a draw, 8 each.\nThe board is full.\n"), Not(HasSubstr("You"))));
  EXPECT_TRUE(screen.out.ends_with("Game over (new, undo, save FILE, quit)> quit\n"));
}

TEST(Play, APassIsTold) {
  const Screen screen = play({"human", "human", "--rules", "standard-4"}, typed(kBlackWins));
  EXPECT_THAT(screen.out, AllOf(HasSubstr("Black has no move: White moves again.\n"),
                                HasSubstr("Game over: Black wins 9 to 7.\n")));
}

TEST(Play, AWipeOutIsToldAndCounted) {
  const Screen screen = play({"human", "human", "--rules", "standard-4"}, typed(kWipeOut));
  EXPECT_THAT(screen.out, HasSubstr("Game over: White wins 16 to 0.\nBlack has no disc left.\n"));
}

TEST(Play, TheTieBreakAndTheEmptySquaresAreExplained) {
  // Both start in their own corner; two moves each and nobody can reach anybody.
  const Screen screen = play({"human", "human", "--rules", "leader-12", "--moves", "i8e3j11b5"});
  EXPECT_THAT(screen.out,
              AllOf(HasSubstr("Game over: Black wins 139 to 6.\n"), HasSubstr("Neither side can move."),
                    HasSubstr("give Black +1 as\na tie-break; the 132 empty squares go to the winner.")));
}

TEST(Play, LeaderRulesStartWithWhiteAndAClockNoPersonLosesOn) {
  const Screen screen = play({"--rules", "leader-12", "greedy", "human"}, "e4\n");
  EXPECT_THAT(screen.out, AllOf(HasSubstr("White (O) to move> e4"), HasSubstr("White plays e4"),
                                HasSubstr("Black (greedy) plays"), HasSubstr("5:00"), HasSubstr("12 . ")));
}

TEST(Play, RowThenColumnIsTheSameMove) {
  const Screen named = play({"--seed", "1"}, "c4\n");
  const Screen numbered = play({"--seed", "1"}, "4 3\n");
  EXPECT_EQ(named.out.substr(named.out.find("Black plays c4")),
            numbered.out.substr(numbered.out.find("Black plays c4")));
}

TEST(Play, IllegalMovesAndNonsenseAreExplainedAndChangeNothing) {
  const Screen screen = play({"human", "greedy"},
                             "d4\na1\nz9\nunddo\nboard\n" + std::string(5000, 'x') + "\n\x01\xff\x1b[2J\n");
  EXPECT_EQ(screen.status, 0);
  EXPECT_THAT(screen.out, AllOf(HasSubstr("d4 is not empty.\nBlack can play d3, c4, f5, e6.\n"),
                                HasSubstr("a1 turns no disc for Black."), HasSubstr("a1 to h8"),
                                HasSubstr("did you mean \"undo\"?"), HasSubstr("That line is too long."),
                                Not(HasSubstr("\x1b"))));
  EXPECT_EQ(count(screen.out, "X Black  you       2"), 2);
  EXPECT_EQ(count(screen.out, "plays"), 0);
}

TEST(Play, HintNamesALegalMove) {
  const Screen screen = play({"--hint", "random", "--seed", "2"}, "hint\nhint\n");
  EXPECT_EQ(count(screen.out, "Hint: random would play "), 2);
  const Screen greedy = play({"--hint", "greedy", "--rules", "standard-6"}, "h\n");
  EXPECT_THAT(greedy.out, HasSubstr("(turns 1)."));
}

TEST(Play, UndoTakesTheReplyBackToo) {
  const Screen screen = play({"human", "greedy", "--seed", "5"}, "undo\nd3\nundo\nmoves\n");
  EXPECT_THAT(screen.out, AllOf(HasSubstr("There is no move of yours to take back."),
                                HasSubstr("2 moves taken back."), HasSubstr("No move has been played.")));
  EXPECT_EQ(count(screen.out, "X Black  you       2"), 2);
}

TEST(Play, UndoAfterTheEndGoesOn) {
  const Screen screen = play({"human", "human", "--rules", "standard-4"}, typed(kDraw) + typed("d1 undo c1"));
  EXPECT_THAT(screen.out, AllOf(HasSubstr("The game is over: undo takes"), HasSubstr("1 move taken back.")));
  EXPECT_EQ(count(screen.out, "Game over: a draw"), 2);
}

TEST(Play, ResignAndTakeItBack) {
  const Screen screen = play({}, "resign\nresign\nhint\npass\nundo\nresign\nnew\n");
  EXPECT_EQ(count(screen.out, "Game over: Black resigned. White wins. You lose.\n"), 2);
  EXPECT_THAT(screen.out, AllOf(HasSubstr("The game is over already."), HasSubstr("nothing to advise"),
                                HasSubstr("The resignation is taken back."), HasSubstr("A new game.")));
}

TEST(Play, PassIsExplained) {
  const Screen screen = play({}, "pass\n");
  EXPECT_THAT(screen.out,
              AllOf(HasSubstr("Black has a move, so there is no pass"), HasSubstr("can play d3")));
}

TEST(Play, HelpNamesEveryCommand) {
  const Screen screen = play({}, "help\n");
  for (const char* name : {"hint", "undo", "board", "moves", "pass", "save FILE", "load FILE", "new",
                           "resign", "help", "quit"}) {
    EXPECT_THAT(screen.out, HasSubstr(fmt::format("\n  {}", name)));
  }
  EXPECT_LE(widest_line(screen.out), 80U);
}

TEST(Play, LeavingTellsHowToGoOnAndThatWorks) {
  const Screen left = play({"human", "human", "--rules", "standard-4"}, "d3\nd4\nq\n");
  EXPECT_TRUE(left.out.ends_with("\nTo go on: turncoat play human human --rules standard-4 --moves d3d4\n"));
  const Screen back = play({"human", "human", "--rules", "standard-4", "--moves", "d3d4"}, "moves\n");
  EXPECT_THAT(back.out, AllOf(HasSubstr("[O]"), HasSubstr("Black (X) to move> moves\nd3d4\n")));
}

TEST(Play, StopLeavesAtOnce) {
  std::stop_source source;
  source.request_stop();
  const Screen screen = play({}, "d3\n", source.get_token());
  EXPECT_EQ(screen.status, 0);
  EXPECT_TRUE(screen.out.ends_with("Interrupted: leaving the game.\n"));
}

TEST(Play, TwoProgramsAreWatched) {
  const Screen screen = play({"random", "greedy", "--rules", "standard-6", "--seed", "7"});
  EXPECT_EQ(screen.status, 0);
  EXPECT_THAT(screen.out, AllOf(HasSubstr("  1. Black "), HasSubstr("turns "), HasSubstr("Game over: "),
                                Not(HasSubstr(">")), Not(HasSubstr("+"))));
  EXPECT_EQ(count(screen.out, "   a b c d e f\n"), 1);
  EXPECT_EQ(screen.out, play({"random", "greedy", "--rules", "standard-6", "--seed", "7"}).out);

  const Screen boards = play({"random", "greedy", "--rules", "standard-6", "--seed", "7", "--boards"});
  EXPECT_GT(count(boards.out, "   a b c d e f\n"), 20);
  const Screen quiet = play({"random", "greedy", "--rules", "standard-6", "--seed", "7", "--quiet"});
  EXPECT_EQ(count(quiet.out, "\n"), 1);
  EXPECT_TRUE(quiet.out.starts_with("Game over: "));
}

TEST(Play, EveryBoardFitsEightyColumns) {
  for (const char* rules : {"standard-4", "standard-6", "standard-10", "standard-14", "standard-16"}) {
    const Screen screen =
        play({"greedy", "human", "--rules", rules, "--time", "2h", "--seed", "1"}, "hint\n");
    EXPECT_EQ(screen.status, 0);
    EXPECT_LE(widest_line(screen.out), 80U) << rules;
  }
}

TEST(Play, ColourOnlyWhenAskedFor) {
  EXPECT_THAT(play({}).out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(play({"--color", "always"}).out, HasSubstr("\x1b["));
  EXPECT_EQ(play({"--color", "sometimes"}).status, 1);
}

TEST(Play, BadOptionsAreErrors) {
  const auto refused = [](std::vector<std::string> arguments, const char* why) {
    const Screen screen = play(std::move(arguments));
    EXPECT_EQ(screen.status, 1) << why;
    EXPECT_EQ(screen.out, "") << why;
    EXPECT_THAT(screen.err, HasSubstr(why));
  };
  refused({"humn"}, "did you mean \"human\"?");
  refused({"--rules", "standard-9"}, "standard-9");
  refused({"--time", "soon"}, "--time");
  refused({"--hint", "human"}, "--hint");
  refused({"--quiet"}, "--quiet is for two programs");
  refused({"--moves", "d3d3"}, "--moves");
  refused({"--load", "/no/such/file.ggf"}, "/no/such/file.ggf");
}

class PlayFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::path(testing::TempDir()) / "turncoat-play-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(PlayFiles, SaveAndLoadBringTheGameBack) {
  const std::string file = path("my game.ggf");
  const Screen saved =
      play({"human", "human", "--rules", "standard-6"}, "c2\nsave " + file + "\nsave " + file + "\nquit\n");
  EXPECT_THAT(saved.out, AllOf(HasSubstr("Saved 1 move to " + file + ".\n"),
                               HasSubstr("Saved 1 move to " + file + ", in place of the file"),
                               HasSubstr("--load '" + file + "'\n")));
  const Screen loaded = play({"human", "human"}, "load " + file + "\nmoves\nundo\n");
  EXPECT_THAT(loaded.out, AllOf(HasSubstr("Loaded 1 move from " + file),
                                HasSubstr("White (O) to move> moves\nc2\n"), HasSubstr("1 move taken back")));
  const Screen option = play({"human", "human", "--load", file}, "moves\nnew\n");
  EXPECT_THAT(option.out, HasSubstr("moves\nc2\n"));
  EXPECT_TRUE(play({"human", "human", "--load", file}).out.ends_with("--load '" + file + "'\n"));
  EXPECT_EQ(count(option.out, "   a b c d e f\n"), 2) << "a new game keeps the board's size";
}

TEST_F(PlayFiles, EveryRulesetComesBack) {
  for (const char* rules : {"standard-4", "standard-8", "standard-16", "leader-12"}) {
    const std::string file = path(rules);
    const Screen saved = play({"greedy", "greedy", "--rules", rules, "--seed", "1"});
    const Screen over = play({"human", "human", "--rules", rules}, "save " + file + "\n");
    EXPECT_THAT(over.out, HasSubstr("Saved 0 moves"));
    const Screen again = play({"greedy", "greedy", "--load", file, "--seed", "1"});
    EXPECT_EQ(again.out, saved.out) << rules;
  }
}

TEST_F(PlayFiles, ARulesetFileComesBackWithItsRules) {
  std::ofstream(path("rules.toml")) << "name = \"odd\"\nsize = 4\nblack = [\"c2\", \"b3\"]\n"
                                       "white = [\"b2\", \"c3\"]\nblack_bonus = 3\n";
  const Screen saved = play({"human", "human", "--rules", path("rules.toml")},
                            typed(kDraw) + "undo\nsave " + path("g") + "\nload " + path("g") + "\nc1\n");
  EXPECT_THAT(saved.out, AllOf(HasSubstr("Game over: Black wins 11 to 8."), HasSubstr("Black +3")));
  EXPECT_EQ(count(saved.out, "Game over: Black wins 11 to 8."), 2);
}

TEST_F(PlayFiles, AResignedGameComesBackResigned) {
  const Screen screen = play({}, "d3\nresign\nsave " + path("g") + "\nnew\nload " + path("g") + "\n");
  EXPECT_EQ(count(screen.out, "White wins. You lose."), 2);
}

TEST_F(PlayFiles, BadFilesLeaveTheGameAlone) {
  std::ofstream(path("bad.ggf")) << "(;GM[Othello]BO[8 nonsense;)";
  std::ofstream(path("empty.ggf")) << "";
  const Screen screen = play(
      {"human", "human"}, "d3\nload " + path("bad.ggf") + "\nload " + path("empty.ggf") + "\nload " +
                              path("none") + "\nload " + folder_.string() + "\nsave " + path("no/folder/g") +
                              "\nsave /dev/null\nsave " + folder_.string() + "\nmoves\n");
  EXPECT_EQ(screen.status, 0);
  EXPECT_EQ(count(screen.out, "Not loaded: "), 4);
  EXPECT_EQ(count(screen.out, "Not saved: "), 3);
  EXPECT_THAT(screen.out, HasSubstr("> moves\nd3\n"));
}

}  // namespace
}  // namespace turncoat::cli
