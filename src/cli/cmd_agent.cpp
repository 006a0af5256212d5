#include "cli/commands.h"
#include "protocol/agent.h"

namespace turncoat::cli {

namespace {

struct Options {
  std::string dir = ".";
  std::string player;
  std::string rules;
};

Result<int> run(Context& context, const Options& options) {
  protocol::AgentOptions agent;
  agent.dir = options.dir;
  agent.player = options.player;
  agent.stop = context.stop;
  if (!options.rules.empty()) {
    auto rules = rules::find_ruleset(options.rules);
    if (!rules) return fail_at(rules.error(), "--rules");
    agent.rules = std::move(*rules);
  }
  const auto answer = protocol::run_agent(agent);
  if (!answer) return std::unexpected(answer.error());
  for (const std::string& warning : answer->warnings) context.err << "warning: " << warning << '\n';
  context.out << answer->move << (answer->note.empty() ? "" : "  ") << answer->note << '\n';
  return 0;
}

}  // namespace

void add_agent(CLI::App& app, Run& chosen) {
  CLI::App* command =
      app.add_subcommand("agent", "answer one position: input.txt in a folder, the move to output.txt there");
  auto options = std::make_shared<Options>();
  command->add_option("--dir", options->dir, "the folder of input.txt, output.txt and turncoat.state")
      ->capture_default_str();
  command->add_option("--player", options->player,
                      "who chooses the move (default: alphabeta; on 12x12 with the weights trained there)");
  command->add_option(
      "--rules", options->rules,
      "ruleset name or file (default: leader-12 on 12x12, else the standard one of the size)");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
