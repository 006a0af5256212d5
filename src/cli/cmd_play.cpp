#include <cstdlib>
#include <random>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/play_file.h"
#include "cli/play_screen.h"
#include "cli/play_session.h"

namespace turncoat::cli {

namespace {

// A club player who answers at once; also the one that gives hints.
constexpr const char* kDefaultOpponent = "alphabeta:depth=4";

struct Arguments {
  std::string black = "human";
  std::string white = kDefaultOpponent;
  std::string rules = "standard-8";
  std::string time;
  std::string hint = kDefaultOpponent;
  std::string load;
  std::string moves;
  std::string color = "auto";
  std::optional<std::uint64_t> seed;
  bool quiet = false;
  bool boards = false;
};

bool use_color(const std::string& wish, const Context& context) {
  if (wish != "auto") return wish == "always";
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool refused = no_color != nullptr && *no_color != '\0';
  const bool able = terminal != nullptr && std::string_view(terminal) != "dumb";
  return context.out_is_terminal && !refused && able;
}

// The command that sits the same players down again, without the game.
std::string same_again(const Arguments& arguments) {
  const Arguments defaults;
  std::string text =
      fmt::format("turncoat play {} {}", shell_quote(arguments.black), shell_quote(arguments.white));
  if (arguments.rules != defaults.rules) text += " --rules " + shell_quote(arguments.rules);
  if (!arguments.time.empty()) text += " --time " + shell_quote(arguments.time);
  if (arguments.hint != defaults.hint) text += " --hint " + shell_quote(arguments.hint);
  return text;
}

Result<int> run(Context& context, const Arguments& arguments) {
  PlayOptions options;
  options.black = arguments.black;
  options.white = arguments.white;
  options.hint = arguments.hint;
  options.quiet = arguments.quiet;
  options.boards = arguments.boards;
  options.color = use_color(arguments.color, context);
  options.seed = arguments.seed ? *arguments.seed : std::random_device{}();
  options.same_again = same_again(arguments);
  const auto rules = rules::find_ruleset(arguments.rules);
  if (!rules) return std::unexpected(rules.error());
  options.rules = *rules;
  if (!arguments.time.empty()) {
    const auto time = parse_time_control(arguments.time);
    if (!time) return fail_at(time.error(), "--time");
    options.time = *time;
  }
  if (!arguments.load.empty()) {
    auto loaded = load_game(arguments.load, options.rules);
    if (!loaded) return std::unexpected(loaded.error());
    if (loaded->games == 1) options.opening_file = arguments.load;
    options.opening = std::move(loaded->record);
  } else if (!arguments.moves.empty()) {
    auto record = game_from_moves(options.rules, arguments.moves);
    if (!record) return fail_at(record.error(), "--moves");
    options.opening = std::move(*record);
  }
  const auto session = PlaySession::make(context, std::move(options), make_reader(context.in));
  if (!session) return std::unexpected(session.error());
  return (*session)->run();
}

}  // namespace

void add_play(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("play", "play a game in the terminal, or watch one");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("black", arguments->black, "who plays Black; turncoat players lists the players")
      ->capture_default_str();
  command->add_option("white", arguments->white, "who plays White")->capture_default_str();
  command->add_option("--rules", arguments->rules, "ruleset name or file")->capture_default_str();
  command->add_option("--time", arguments->time,
                      "1s/move, 60s/game, 60s+1s or none (default: the ruleset's)");
  command->add_option("--hint", arguments->hint, "the player that gives hints")->capture_default_str();
  command->add_option("--load", arguments->load, "go on with the game in this file");
  command->add_option("--moves", arguments->moves, "go on after these moves, as in f5d6c3")
      ->excludes("--load");
  command->add_option("--seed", arguments->seed, "decides every random choice (default: another each time)");
  command->add_option("--color", arguments->color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  command->add_flag("--boards", arguments->boards, "two programs: draw the board after every move");
  command->add_flag("--quiet", arguments->quiet, "two programs: print only the result");
  command->callback(
      [&chosen, arguments] { chosen = [arguments](Context& context) { return run(context, *arguments); }; });
}

}  // namespace turncoat::cli
