#include "base/text.h"
#include "cli/commands.h"

namespace turncoat::cli {

namespace {

// One command as a section of docs/commands.md.
std::string markdown(const CLI::App& command) {
  return fmt::format("## turncoat {}\n\n```\n{}```\n", command.get_name(), command.help("turncoat"));
}

Result<int> run(Context& context, const CLI::App& app, const std::string& name, bool as_markdown) {
  if (!name.empty()) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) {
      names.push_back(command->get_name());
      if (names.back() != name) continue;
      context.out << command->help("turncoat");
      return 0;
    }
    return fail(Error::Code::NotFound, "no command {}{}", quote(name), did_you_mean(name, names));
  }
  if (!as_markdown) {
    context.out << app.help();
    return 0;
  }
  context.out
      << "# Commands\n\nPrinted by `turncoat help --markdown`; a test fails when this copy differs.\n";
  for (const CLI::App* command : app.get_subcommands({})) context.out << '\n' << markdown(*command);
  return 0;
}

}  // namespace

void add_help(CLI::App& app, Run& chosen) {
  struct Arguments {
    std::string name;
    bool markdown = false;
  };
  CLI::App* command = app.add_subcommand("help", "explain a command");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("command", arguments->name, "the command; all of them when left out");
  command->add_flag("--markdown", arguments->markdown, "print every command as docs/commands.md has it");
  command->callback([&chosen, &app, arguments] {
    chosen = [&app, arguments](Context& context) {
      return run(context, app, arguments->name, arguments->markdown);
    };
  });
}

}  // namespace turncoat::cli
