#include "engine/process.h"

#include <csignal>

#include <gmock/gmock.h>
#include <sys/wait.h>

namespace turncoat::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Patience ample() {
  return Patience::of(std::chrono::seconds(30));
}

std::unique_ptr<Process> started(const std::string& command) {
  auto process = Process::start(*split_command(command));
  EXPECT_TRUE(process.has_value()) << command;
  return std::move(*process);
}

bool has_children() {
  return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD;
}

TEST(SplitCommand, GroupsByQuotesAndExpandsNothing) {
  EXPECT_THAT(*split_command("edax -gtp"), ElementsAre("edax", "-gtp"));
  EXPECT_THAT(*split_command("  a\t'b c'  \"d \\\" e\" f\\ g '' $HOME *"),
              ElementsAre("a", "b c", "d \" e", "f g", "", "$HOME", "*"));
  EXPECT_THAT(*split_command("pre'mid'\"post\" 'a\\b'"), ElementsAre("premidpost", "a\\b"));
  EXPECT_THAT(split_command("a 'b").error().message, HasSubstr("never closed"));
  EXPECT_THAT(split_command(" ").error().message, HasSubstr("empty"));
  EXPECT_FALSE(split_command("''").has_value());
  EXPECT_FALSE(split_command(std::string_view("a\0b", 3)).has_value());
}

TEST(Process, AnswersLineByLine) {
  const auto cat = started("cat");
  ASSERT_TRUE(cat->write("one\r\ntwo\n\nthree", ample()).has_value());
  EXPECT_EQ(*cat->read_line(ample()), "one");
  EXPECT_EQ(*cat->read_line(ample()), "two");
  EXPECT_EQ(*cat->read_line(ample()), "");
  EXPECT_EQ(cat->state_text(), "is running");
}

TEST(Process, SaysWhyItCannotStart) {
  const auto missing = Process::start({"no-such-program-anywhere"});
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code, Error::Code::NotFound);
  EXPECT_THAT(missing.error().message, HasSubstr("no-such-program-anywhere"));
  EXPECT_EQ(Process::start({"/"}).error().code, Error::Code::Io);
  EXPECT_FALSE(has_children());
}

TEST(Process, TellsHowTheProgramEnded) {
  const auto exits = started("sh -c 'echo last; echo oops >&2; exit 3'");
  EXPECT_EQ(*exits->read_line(ample()), "last");
  const auto ended = exits->read_line(ample());
  EXPECT_EQ(ended.error(), (Error{Error::Code::Unavailable, "exited with status 3"}));
  EXPECT_EQ(exits->last_error_line(), "oops");
  EXPECT_FALSE(exits->write("x", ample()).has_value());

  const auto dies = started("sh -c 'kill -s SEGV $$'");
  EXPECT_THAT(dies->read_line(ample()).error().message,
              HasSubstr("killed by signal 11 (Segmentation fault)"));
}

TEST(Process, WaitsNoLongerThanTold) {
  const auto silent = started("sleep 1000");
  const auto soon = Patience::of(std::chrono::milliseconds(20));
  EXPECT_EQ(silent->read_line(soon).error().code, Error::Code::Timeout);
  EXPECT_EQ(silent->write(std::string(1 << 20, 'x'), soon).error().code, Error::Code::Timeout);
  silent->kill();
}

TEST(Process, CutsOffAFloodWithoutLineEnds) {
  const auto flood = started("cat /dev/zero");
  const auto line = flood->read_line(ample());
  ASSERT_FALSE(line.has_value());
  EXPECT_THAT(line.error().message, HasSubstr("a line of more than 64KB"));
  flood->kill();
}

TEST(Process, CutsOffAFloodWhileWriting) {
  const auto flood = started("yes");
  const auto written = flood->write(std::string(1 << 20, 'x'), ample());
  ASSERT_FALSE(written.has_value());
  EXPECT_THAT(written.error().message, HasSubstr("nobody asked for"));
}

TEST(Process, KeepsTheEndOfALongErrorOutput) {
  const auto noisy =
      started("sh -c 'i=0; while [ $i -lt 20000 ]; do echo noise $i >&2; i=$((i+1)); done; echo done'");
  EXPECT_EQ(*noisy->read_line(ample()), "done");
  EXPECT_FALSE(noisy->read_line(ample()).has_value());
  EXPECT_EQ(noisy->last_error_line(), "noise 19999");
}

TEST(Process, StartsWithCleanSignalsAndDescriptors) {
  sigset_t term;
  sigset_t before;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &term, &before);
  const auto old_handler = std::signal(SIGPIPE, SIG_IGN);
  const auto signals = started("grep -E '^Sig(Blk|Ign)' /proc/self/status");
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  std::signal(SIGPIPE, old_handler);
  // Of the ignored ones only those that can be reset: glibc keeps two real-time signals for itself.
  const auto bits = [](const std::string& line) { return std::stoull(line.substr(8), nullptr, 16); };
  EXPECT_EQ(bits(*signals->read_line(ample())), 0U);
  EXPECT_EQ(bits(*signals->read_line(ample())) & 0x7fffffffU, 0U);

  const auto other = started("cat");  // its pipes must not be seen by the next one
  const auto listing = started("ls /proc/self/fd");
  std::vector<std::string> seen;
  while (auto line = listing->read_line(ample())) seen.push_back(*line);
  EXPECT_THAT(seen, ElementsAre("0", "1", "2", "3"));  // 3 is the folder being listed
}

TEST(Process, IsReapedEvenIfItIgnoresEverything) {
  {
    const auto stubborn = started("sh -c 'trap \"\" TERM HUP INT; echo ready; while :; do sleep 1000; done'");
    EXPECT_EQ(*stubborn->read_line(ample()), "ready");
    stubborn->stop(std::chrono::milliseconds(1));
    EXPECT_THAT(stubborn->state_text(), HasSubstr("signal 9"));
  }
  EXPECT_FALSE(has_children());
}

TEST(Process, EndsByItselfWhenItsInputIsClosed) {
  const auto cat = started("cat");
  cat->stop(std::chrono::seconds(30));
  EXPECT_EQ(cat->state_text(), "exited with status 0");
}

TEST(StopEvent, EndsAWait) {
  std::stop_source source;
  const StopEvent stop(source.get_token());
  source.request_stop();
  const auto silent = started("sleep 1000");
  const auto line = silent->read_line(Patience::of(std::chrono::seconds(30), stop.fd()));
  EXPECT_EQ(line.error().code, Error::Code::Cancelled);
  silent->kill();
  EXPECT_EQ(StopEvent(std::stop_token()).fd(), -1);
}

}  // namespace
}  // namespace turncoat::engine
