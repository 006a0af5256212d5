#include "cli/threads_option.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/parallel.h"
#include "cli/testing/run.h"

namespace turncoat::cli {
namespace {

using testing::EndsWith;
using testing::IsEmpty;

void visit(const CLI::App& app, const std::function<void(const CLI::App&, const CLI::Option&)>& see) {
  if (const CLI::Option* option = app.get_option_no_throw("--threads")) see(app, *option);
  for (const CLI::App* command : app.get_subcommands({})) visit(*command, see);
}

int threads_of(const std::vector<std::string>& command, const std::string& threads) {
  std::vector<std::string> arguments = command;
  arguments.insert(arguments.end(), {"--json", "--threads", threads});
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
  return json.is_object() ? json.value("threads", -1) : -1;
}

const std::vector<std::vector<std::string>> kCommands = {
    {"perft", "--depth", "2"},
    {"random-games", "--games", "10"},
    {"match", "random", "greedy", "--games", "2", "--no-store"},
    {"solve", "--rules", "standard-4", "--start"},
};

TEST(ThreadsOption, IsTheSameForEveryCommand) {
  cli::Run chosen;
  CLI::App app;
  for (const AddCommand add : all_commands()) add(app, chosen);
  int commands = 0;
  visit(app, [&](const CLI::App& command, const CLI::Option& option) {
    ++commands;
    EXPECT_THAT(option.get_description(), EndsWith("all, or 0: as many as the machine has cores"))
        << command.get_name();
    EXPECT_EQ(option.get_type_name(), "T") << command.get_name();
    EXPECT_THAT(option.get_default_str(), testing::AnyOf("1", "all")) << command.get_name();
  });
  EXPECT_GE(commands, 20);
}

TEST(ThreadsOption, TakesANumberAndAll) {
  for (const auto& command : kCommands) {
    EXPECT_EQ(threads_of(command, "3"), 3) << command.front();
    EXPECT_EQ(threads_of(command, "all"), hardware_threads()) << command.front();
    EXPECT_EQ(threads_of(command, "0"), hardware_threads()) << command.front();
  }
}

TEST(ThreadsOption, RefusesTheRest) {
  for (const auto& command : kCommands) {
    const std::string most = command.front() == "solve" ? "256" : "1024";
    for (const std::string value : {"-1", "1025", "1.5", "none", "All", "2x"}) {
      std::vector<std::string> arguments = command;
      arguments.push_back("--threads=" + value);
      const Outcome outcome = run(arguments);
      EXPECT_EQ(outcome.status, 1) << command.front();
      EXPECT_THAT(outcome.out, IsEmpty());
      EXPECT_EQ(outcome.err,
                "error: --threads: \"" + value + "\" is neither all nor a number from 0 to " + most + "\n");
    }
  }
}

}  // namespace
}  // namespace turncoat::cli
