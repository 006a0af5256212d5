#include "cli/commands.h"
#include "rules/ruleset.h"

namespace turncoat::cli {

namespace {

Result<int> run(Context& context, const std::string& name) {
  if (!name.empty()) {
    const auto rules = rules::find_ruleset(name);
    if (!rules) return std::unexpected(rules.error());
    context.out << rules::format_ruleset(**rules);
    return 0;
  }
  for (const std::string& preset : rules::preset_names()) {
    const auto rules = *rules::find_ruleset(preset);
    context.out << fmt::format(
        "{:<12} {}x{}, {} first{}{}\n", preset, rules->size, rules->size, rules::color_name(rules->first),
        rules->black_bonus == 0 ? "" : fmt::format(", Black {:+} at the end", rules->black_bonus),
        rules->clock.unlimited() ? "" : ", " + format_time_control(rules->clock));
  }
  context.out << "\n`turncoat rules NAME` prints one as a file; change it and pass its path to --rules.\n";
  return 0;
}

}  // namespace

void add_rules(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("rules", "list the rulesets, or print one as a file to change");
  auto name = std::make_shared<std::string>();
  command->add_option("name", *name, "a ruleset's name or file");
  command->callback([&chosen, name] { chosen = [name](Context& context) { return run(context, *name); }; });
}

}  // namespace turncoat::cli
