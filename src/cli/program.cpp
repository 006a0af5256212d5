#include <algorithm>
#include <exception>
#include <new>

#include "base/text.h"
#include "cli/command.h"
#include "cli/game_input.h"

namespace turncoat::cli {

namespace {

constexpr int kExitUser = 1;
constexpr int kExitBug = 2;
constexpr int kExitNoReader = 128 + 13;  // what SIGPIPE would give

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The program, the command that was named, the command within it.
std::vector<const CLI::App*> path_to_chosen(const CLI::App& app) {
  std::vector<const CLI::App*> path = {&app};
  while (!path.back()->get_subcommands().empty()) path.push_back(path.back()->get_subcommands().front());
  return path;
}

// The words CLI11 left over, told the way we tell everything: what is wrong, and what was perhaps meant.
std::string explain_extras(const CLI::App& app) {
  const CLI::App& where = *path_to_chosen(app).back();
  for (const std::string& word : app.remaining(true)) {
    if (!word.starts_with('-') || is_board_word(word)) continue;
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("{} has no option {}{}", where.get_name(), name,
                       did_you_mean(name, option_names(where)));
  }
  const auto words = app.remaining(true);
  return fmt::format("{} does not know what to do with {}", where.get_name(),
                     quote(words.empty() ? "" : words.front()));
}

// The first word that should be a command and is none, at any depth: `turncoat games lsit`.
std::optional<std::string> unknown_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App* where = &app;
  std::string path;
  for (const std::string& word : arguments) {
    const auto commands = where->get_subcommands({});
    if (commands.empty() || word.starts_with('-')) return std::nullopt;
    std::vector<std::string> names;
    for (const CLI::App* command : commands) names.push_back(command->get_name());
    const auto found = std::ranges::find(names, word);
    if (found == names.end()) {
      return fmt::format("no command {}{}", quote(path + word), did_you_mean(word, names));
    }
    where = commands[static_cast<std::size_t>(found - names.begin())];
    path += word + ' ';
  }
  return std::nullopt;
}

// The help of the innermost command that was named: `turncoat games import --help` explains import.
std::string help_of_chosen(const CLI::App& app) {
  const auto path = path_to_chosen(app);
  std::string names;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) names += (i > 0 ? " " : "") + path[i]->get_name();
  return path.back()->help(names);
}

// "train needs one of patterns, order, ...", when a command was named and what it should do was not.
std::optional<std::string> missing_command(const CLI::App& app) {
  const CLI::App& where = *path_to_chosen(app).back();
  std::vector<std::string> names;
  for (const CLI::App* command : where.get_subcommands({})) names.push_back(command->get_name());
  if (names.empty() || where.get_require_subcommand_min() == 0) return std::nullopt;
  return fmt::format("{} needs one of {}", where.get_name(), join(names, ", "));
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
  } catch (const CLI::RequiredError& error) {
    return user_error(context, missing_command(app).value_or(error.what()));
  } catch (const CLI::ParseError& error) {
    return user_error(context, error.what());
  }
  if (!chosen) {
    context.out << help_of_chosen(app);
    return 0;
  }

  try {
    const Result<int> status = chosen(context);
    if (!status) return user_error(context, status.error().message);
    if (!context.out.flush() && context.reader_gone && context.reader_gone()) return kExitNoReader;
    if (!context.out) return user_error(context, "the output could not be written completely");
    return *status;
  } catch (const std::bad_alloc&) {
    return user_error(context, "this takes more memory than there is");
  } catch (const std::exception& error) {
    context.err << "turncoat: internal error: " << error.what()
                << "\nThis is a bug in Turncoat: please report it with the command you ran.\n";
    return kExitBug;
  }
}

}  // namespace turncoat::cli
