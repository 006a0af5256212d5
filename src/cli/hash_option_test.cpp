#include <gmock/gmock.h>

#include "cli/testing/run.h"

namespace turncoat::cli {
namespace {

const std::vector<std::vector<std::string>> kCommands = {
    {"solve", "--rules", "standard-4", "--start"},
    {"analyze", "--rules", "standard-4", "d3"},
    {"bench", "--level", "1"},
};

Outcome run_with(std::vector<std::string> command, const std::string& hash) {
  command.push_back("--hash=" + hash);
  return run(command);
}

TEST(HashOption, TakesSizesFromTheLeast) {
  for (const auto& command : kCommands) {
    const Outcome outcome = run_with(command, "64KB");
    EXPECT_EQ(outcome.status, 0) << command.front() << ": " << outcome.err;
  }
}

TEST(HashOption, RefusesWhatIsTooSmall) {
  for (const auto& command : kCommands) {
    for (const std::string hash : {"0", "1", "63KB"}) {
      const Outcome outcome = run_with(command, hash);
      EXPECT_EQ(outcome.status, 1) << command.front();
      EXPECT_EQ(outcome.out, "");
      EXPECT_EQ(outcome.err, "error: --hash: " + hash + " is outside 64KB..64GB\n");
    }
  }
}

TEST(HashOption, RefusesWhatIsNoSize) {
  for (const auto& command : kCommands) {
    const Outcome outcome = run_with(command, "lots");
    EXPECT_EQ(outcome.status, 1) << command.front();
    EXPECT_EQ(outcome.err, "error: --hash: \"lots\" is not a size; write it like 512KB, 16MB or 1GB\n");
  }
}

}  // namespace
}  // namespace turncoat::cli
