#include "base/progress.h"

#include <sstream>
#include <thread>
#include <vector>

#include <gmock/gmock.h>

namespace turncoat {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

TEST(ProgressSilent, WritesNothing) {
  std::ostringstream out;
  {
    Progress progress(out, Progress::Style::Silent, "match", "games", 3);
    progress.advance(3);
    progress.note("won");
  }
  EXPECT_THAT(out.str(), IsEmpty());
}

TEST(ProgressLines, EndsWithOneWholeLine) {
  std::ostringstream out;
  {
    Progress progress(out, Progress::Style::Lines, "match", "games", 3);
    progress.advance();
    progress.advance(2);
    progress.note("+2 =0 -1");
    progress.finish();
    progress.finish();
  }
  EXPECT_THAT(out.str(), MatchesRegex("match 3/3 games  [0-9.]+/s  in [0-9]+:[0-9][0-9]  \\+2 =0 -1\n"));
}

TEST(ProgressBar, FillsAndEndsItsLine) {
  std::ostringstream out;
  Progress progress(out, Progress::Style::Bar, "match", "games", 4);
  progress.already_done(1);
  progress.advance();
  progress.finish();
  EXPECT_THAT(out.str(), StartsWith("\rmatch [############............] 2/4 games"));
  EXPECT_THAT(out.str(), testing::EndsWith("\n"));
}

TEST(ProgressBar, IsFullWithNothingToDoOrMoreThanAsked) {
  std::ostringstream none;
  Progress(none, Progress::Style::Bar, "match", "games", 0).finish();
  EXPECT_THAT(none.str(), HasSubstr("[########################] 0/0"));

  std::ostringstream more;
  Progress progress(more, Progress::Style::Bar, "match", "games", 2);
  progress.advance(5);
  progress.finish();
  EXPECT_THAT(more.str(), HasSubstr("[########################] 5/2"));
}

TEST(ProgressBar, HoldsCountsOfAnySize) {
  std::ostringstream out;
  Progress progress(out, Progress::Style::Bar, "perft", "nodes", ~std::uint64_t{0});
  progress.advance(std::uint64_t{1} << 63);
  progress.finish();
  EXPECT_THAT(out.str(), HasSubstr("[############............] 9223372036854775808/18446744073709551615"));
}

TEST(ProgressFinish, TellsTheTimeTakenEvenWhenBrokenOff) {
  std::ostringstream out;
  Progress progress(out, Progress::Style::Lines, "match", "games", 10);
  progress.advance(5);
  progress.finish();
  EXPECT_THAT(out.str(), HasSubstr("  in 0:"));
  EXPECT_THAT(out.str(), Not(HasSubstr("ETA")));
}

TEST(ProgressRate, LeavesOutWhatWasThereBefore) {
  std::ostringstream out;
  Progress progress(out, Progress::Style::Lines, "match", "games", 10);
  progress.already_done(10);
  progress.finish();
  EXPECT_THAT(out.str(), StartsWith("match 10/10 games  0.00/s"));
}

TEST(Progress, CountsFromManyThreads) {
  std::ostringstream out;
  Progress progress(out, Progress::Style::Lines, "match", "games", 4000);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        for (int n = 0; n < 1000; ++n) {
          progress.advance();
          progress.note("n");
        }
      });
    }
  }
  progress.finish();
  EXPECT_THAT(out.str(), HasSubstr("match 4000/4000 games"));
}

}  // namespace
}  // namespace turncoat
