#include <algorithm>
#include <exception>

#include "base/text.h"
#include "cli/command.h"

namespace turncoat::cli {

namespace {

constexpr int kExitUser = 1;
constexpr int kExitBug = 2;

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The words CLI11 left over, told the way we tell everything: what is wrong, and what was perhaps meant.
std::string explain_extras(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  const CLI::App& where = chosen.empty() ? app : *chosen.front();
  for (const std::string& word : app.remaining(true)) {
    if (!word.starts_with('-')) continue;
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("{} has no option {}{}", where.get_name(), name,
                       did_you_mean(name, option_names(where)));
  }
  const auto words = app.remaining(true);
  return fmt::format("{} does not know what to do with {}", where.get_name(),
                     quote(words.empty() ? "" : words.front()));
}

std::optional<std::string> unknown_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().starts_with('-')) return std::nullopt;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::ranges::find(names, arguments.front()) != names.end()) return std::nullopt;
  return fmt::format("no command {}{}", quote(arguments.front()), did_you_mean(arguments.front(), names));
}

// The help of the innermost command that was named: `turncoat games import --help` explains import.
std::string help_of_chosen(const CLI::App& app) {
  const CLI::App* innermost = &app;
  std::string path;
  while (!innermost->get_subcommands().empty()) {
    path += (path.empty() ? "" : " ") + innermost->get_name();
    innermost = innermost->get_subcommands().front();
  }
  return innermost->help(path);
}

int user_error(Context& context, const std::string& message) {
  context.err << "error: " << message << '\n';
  return kExitUser;
}

}  // namespace

int run_program(const std::vector<std::string>& arguments, Context& context) {
  Run chosen;
  CLI::App app("Turncoat plays, analyses and learns Othello on any even board from 4x4 to 16x16.",
               "turncoat");
  app.set_version_flag("--version", "turncoat " TURNCOAT_VERSION);
  app.require_subcommand(0, 1);
  for (const AddCommand add : all_commands()) add(app, chosen);

  if (const auto message = unknown_command(app, arguments)) return user_error(context, *message);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    context.out << help_of_chosen(app);
    return 0;
  } catch (const CLI::CallForAllHelp&) {
    context.out << app.help("", CLI::AppFormatMode::All);
    return 0;
  } catch (const CLI::CallForVersion& version) {
    context.out << version.what() << '\n';
    return 0;
  } catch (const CLI::ExtrasError&) {
    return user_error(context, explain_extras(app));
  } catch (const CLI::ParseError& error) {
    return user_error(context, error.what());
  }
  if (!chosen) {
    context.out << app.help();
    return 0;
  }

  try {
    const Result<int> status = chosen(context);
    context.out.flush();
    return status ? *status : user_error(context, status.error().message);
  } catch (const std::exception& error) {
    context.err << "turncoat: internal error: " << error.what()
                << "\nThis is a bug in Turncoat: please report it with the command you ran.\n";
    return kExitBug;
  }
}

}  // namespace turncoat::cli
