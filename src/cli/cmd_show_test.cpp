#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <unistd.h>

#include "cli/command.h"

namespace turncoat::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct Outcome {
  int status;
  std::string out;
  std::string err;
};

Outcome run(std::vector<std::string> arguments, const std::string& input = "") {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  Context context{.in = in, .out = out, .err = err, .stop = {}};
  arguments.insert(arguments.begin(), "show");
  const int status = run_program(arguments, context);
  return {status, out.str(), err.str()};
}

const std::string kDashed = "--X------------------------OX------XO---------------------------";

TEST(ShowCommand, DrawsTheEndOfATranscript) {
  const Outcome shown = run({"f5", "D6", "c3"});
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr(" 3 . .[X]+ . + . .\n"));
  EXPECT_THAT(shown.out, HasSubstr("X 5, O 2; White (O) to move\n3 moves: f5d6c3\n"));
  EXPECT_THAT(shown.err, IsEmpty());
}

TEST(ShowCommand, TurnsOneFormatIntoAnother) {
  EXPECT_EQ(run({"1. F5 2. D6", "--format", "transcript"}).out, "f5d6\n");
  EXPECT_THAT(run({"f5d6", "--ply", "1", "--format", "ggf"}).out, HasSubstr("*]B[f5];)\n"));
  EXPECT_THAT(run({"f5d6", "--ply", "0", "--format", "obf"}).out, HasSubstr("OX------XO"));
  EXPECT_EQ(run({"-", "--format", "board"}, "-OX-/----/----/XO-- X").out, "-OX---------XO-- X\n");
  EXPECT_EQ(run({"--format", "transcript"}, "(;TY[6]B[c2];)").out, "c2\n");
}

TEST(ShowCommand, TakesBoardsThatStartLikeOptions) {
  EXPECT_EQ(run({kDashed + " X", "--format", "board"}).out, kDashed + " X\n");
  EXPECT_EQ(run({"--format", "board", kDashed, "O"}).out, kDashed + " O\n");
  EXPECT_EQ(run({"--format", "board", "--", kDashed + "X"}).out, kDashed + " X\n");
  EXPECT_EQ(run({kDashed.substr(1) + "- X", "--format", "board"}).out, kDashed.substr(1) + "- X\n");
}

TEST(ShowCommand, WritesADiagramButReplacesNothingUnasked) {
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("turncoat-show-{}.svg", getpid())).string();
  std::filesystem::remove(path);
  EXPECT_THAT(run({"f5", "--svg", "-"}).out, StartsWith("<svg"));
  EXPECT_EQ(run({"f5", "--svg", path}).status, 0);
  const Outcome again = run({"f5d6", "--svg", path});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.err, HasSubstr("is already there; --force replaces it"));
  EXPECT_EQ(run({"f5d6", "--svg", path, "--force"}).status, 0);
  std::ifstream file(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), run({"f5d6", "--svg", "-"}).out);
  std::filesystem::remove(path);
}

TEST(ShowCommand, TellsWhatIsWrong) {
  const auto error = [](const std::vector<std::string>& arguments) {
    const Outcome shown = run(arguments);
    EXPECT_EQ(shown.status, 1);
    EXPECT_THAT(shown.out, IsEmpty());
    return shown.err;
  };
  EXPECT_EQ(error({"f5a1"}), "error: \"f5a1\": move 2 (character 3): a1 turns no disc for White\n");
  EXPECT_THAT(error({"f5", "--ply", "2"}), HasSubstr("--ply 2: the game has 1 moves"));
  EXPECT_THAT(error({"f5", "--game", "2"}), HasSubstr("--game 2: there is one game"));
  EXPECT_THAT(error({"f5", "--rules", "standard-9"}), HasSubstr("did you mean"));
  EXPECT_THAT(error({"f5", "--frmat", "ggf"}), HasSubstr("did you mean \"--format\""));
  EXPECT_THAT(error({"missing.ggf"}), HasSubstr("there is no file"));
  EXPECT_THAT(error({}), HasSubstr("holds no games"));
}

TEST(ShowCommand, MarksNeedADiagram) {
  EXPECT_THAT(run({"f5d6", "--mark", "order", "--svg", "-"}).out, HasSubstr("class=\"label"));
  const Outcome shown = run({"f5d6", "--mark", "order"});
  EXPECT_EQ(shown.status, 1);
  EXPECT_THAT(shown.err, HasSubstr("--svg"));
}

}  // namespace
}  // namespace turncoat::cli
