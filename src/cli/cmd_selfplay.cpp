#include <algorithm>
#include <chrono>
#include <filesystem>
#include <tuple>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/arena.h"
#include "cli/commands.h"
#include "cli/number_range.h"
#include "cli/threads_option.h"
#include "cli/train_commands.h"
#include "engine/registry.h"
#include "learn/selfplay.h"
#include "record/transcript.h"

namespace turncoat::cli {

namespace {

using learn::GameSettings;

struct Options {
  std::string player;
  std::string solver;
  int solver_empties = 12;
  std::uint64_t games = 0;
  std::string out;
  std::string rules = "standard-8";
  std::string random = "8-30";
  double explore = 0;
  std::uint64_t seed = 1;
  int threads = 0;
  bool json = false;
  std::string show;
  std::size_t first = 3;
  bool replay = false;
};

// "8-30", or "12" for 12-12.
Result<std::pair<int, int>> parse_plies(std::string_view text) {
  const auto parts = split(text, '-');
  const auto low = parse_uint(parts.front());
  const auto high = parse_uint(parts.back());
  constexpr std::uint64_t kMost = rules::kMaxSize * rules::kMaxSize;
  if (parts.size() > 2 || !low || !high || *low > *high || *high > kMost) {
    return fail(Error::Code::Parse, "--random {}: give moves as 8-30 or 12, at most {}", quote(text), kMost);
  }
  return std::pair(static_cast<int>(*low), static_cast<int>(*high));
}

Result<GameSettings> settings_of(const Options& options) {
  GameSettings settings;
  const auto rules = rules::find_ruleset(options.rules);
  if (!rules) return std::unexpected(rules.error());
  settings.rules = *rules;
  const auto player = engine::canonical_spec(options.player);
  if (!player) return fail_at(player.error(), "--player");
  settings.player = *player;
  if (!options.solver.empty()) {
    const auto solver = engine::canonical_spec(options.solver);
    if (!solver) return fail_at(solver.error(), "--solver");
    settings.solver = *solver;
    settings.solver_empties = options.solver_empties;
  }
  const auto plies = parse_plies(options.random);
  if (!plies) return std::unexpected(plies.error());
  std::tie(settings.random_low, settings.random_high) = *plies;
  settings.explore = options.explore;
  settings.seed = options.seed;
  return settings;
}

nlohmann::ordered_json settings_json(const GameSettings& settings) {
  nlohmann::ordered_json json = {{"rules", settings.rules->name}, {"player", settings.player}};
  if (!settings.solver.empty()) {
    json["solver"] = settings.solver;
    json["solver_empties"] = settings.solver_empties;
  }
  json["random"] = {settings.random_low, settings.random_high};
  json["explore"] = settings.explore;
  json["seed"] = settings.seed;
  return json;
}

Result<int> run_make(Context& context, const Options& options) {
  if (options.player.empty() || options.out.empty() || options.games == 0) {
    return fail(Error::Code::Parse, "selfplay needs --player, --games and --out, or --show FILE");
  }
  const auto settings = settings_of(options);
  if (!settings) return std::unexpected(settings.error());
  learn::SelfplayOptions selfplay;
  selfplay.settings = *settings;
  selfplay.make_player = [](const std::string& spec) { return engine::make_player(spec); };
  selfplay.games = options.games;
  selfplay.threads = options.threads;
  selfplay.stop = context.stop;
  // What only making a player finds out, such as weights that are not there, before there is a file.
  for (const std::string& spec : {settings->player, settings->solver}) {
    if (spec.empty()) continue;
    const auto made = engine::make_player(spec);
    if (!made) return std::unexpected(made.error());
    if (auto fits = (*made)->accepts(*settings->rules); !fits) return std::unexpected(fits.error());
  }
  const auto writer = learn::GameWriter::open(options.out, *settings);
  if (!writer) return std::unexpected(writer.error());

  const std::uint64_t before = (*writer)->games();
  if (before > 0) context.err << fmt::format("{} has {} games; going on\n", options.out, before);
  const auto start = std::chrono::steady_clock::now();
  {
    Progress progress(context.err, context.progress_style(), "selfplay", "games", options.games);
    progress.already_done(std::min(before, options.games));
    selfplay.on_game = [&] { progress.advance(); };
    if (auto done = learn::make_games(selfplay, **writer); !done) return std::unexpected(done.error());
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::uint64_t games = (*writer)->games();
  const double rate = seconds > 0 ? static_cast<double>(games - before) / seconds : 0;
  if (options.json) {
    nlohmann::ordered_json json = settings_json(*settings);
    json.update({{"file", options.out},
                 {"games", games},
                 {"new_games", games - before},
                 {"seconds", seconds},
                 {"games_per_second", rate},
                 {"threads", selfplay.threads}});
    context.out << dump(json);
  } else {
    context.out << fmt::format("{}: {} games, {} of them new\n", options.out, games, games - before);
  }
  return 0;
}

// Sums over a file.
struct Summary {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  std::uint64_t random = 0;   // in openings
  std::uint64_t settled = 0;  // moves after the last random one
  std::uint64_t scored = 0;
  std::int64_t result = 0;
  std::uint64_t black = 0;
  std::uint64_t draws = 0;

  void add(const learn::GameData& game) {
    ++games;
    moves += game.moves.size();
    random += static_cast<std::uint64_t>(game.random);
    settled += game.moves.size() - static_cast<std::size_t>(game.settled);
    scored += static_cast<std::uint64_t>(
        std::ranges::count_if(game.scores, [](std::int8_t score) { return score != learn::kNoScore; }));
    result += game.result;
    black += game.result > 0 ? 1 : 0;
    draws += game.result == 0 ? 1 : 0;
  }
  template <class Count>
  double per_game(Count count) const {
    return games > 0 ? static_cast<double>(count) / static_cast<double>(games) : 0;
  }
};

std::string show_game(const rules::Game& game, const learn::GameData& data) {
  return fmt::format("{} {:+} random {} settled {}", record::format_transcript(game), data.result,
                     data.random, data.settled);
}

void print_summary(Context& context, const GameSettings& settings, const Summary& sums, std::uint64_t bytes) {
  context.out << fmt::format("{}, {} with seed {}, {}-{} random moves", settings.rules->name, settings.player,
                             settings.seed, settings.random_low, settings.random_high);
  if (settings.explore > 0) context.out << fmt::format(", later {}", settings.explore);
  if (!settings.solver.empty()) {
    context.out << fmt::format(", {} from {} empties", settings.solver, settings.solver_empties);
  }
  const auto positions = static_cast<double>(sums.moves + sums.games);
  context.out << fmt::format("\n{} games, {}, {:.2f} bytes a position\n", sums.games, format_bytes(bytes),
                             sums.games > 0 ? static_cast<double>(bytes) / positions : 0.0);
  context.out << fmt::format(
      "{:.2f} moves a game, {:.2f} of them the opening, {:.2f} after the last random one, {:.2f} with a "
      "score\n",
      sums.per_game(sums.moves), sums.per_game(sums.random), sums.per_game(sums.settled),
      sums.per_game(sums.scored));
  context.out << fmt::format("result for Black {:+.3f}, {:.1f} % won, {:.1f} % drawn\n",
                             sums.per_game(sums.result), 100 * sums.per_game(sums.black),
                             100 * sums.per_game(sums.draws));
}

Result<int> run_show(Context& context, const Options& options) {
  auto reader = learn::GameReader::open(options.show, learn::UnfinishedBlock::Ignore);
  if (!reader) return std::unexpected(reader.error());
  const GameSettings& settings = reader->settings();
  Summary sums;
  std::vector<std::string> shown;
  for (;;) {
    const auto more = reader->next_block();
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
    if (context.stop.stop_requested()) return fail(Error::Code::Cancelled, "not all games were checked");
    for (const learn::GameData& data : reader->games()) {
      if (options.replay || shown.size() < options.first) {
        const auto game = learn::replay(settings.rules, data);
        if (!game) return fail_at(game.error(), "{} game {}", options.show, sums.games);
        if (shown.size() < options.first) shown.push_back(show_game(*game, data));
      }
      sums.add(data);
    }
  }
  const std::uint64_t bytes = reader->block_end();
  if (options.json) {
    nlohmann::ordered_json json = settings_json(settings);
    json.update({{"games", sums.games},
                 {"bytes", bytes},
                 {"mean_moves", sums.per_game(sums.moves)},
                 {"mean_random", sums.per_game(sums.random)},
                 {"mean_settled", sums.per_game(sums.settled)},
                 {"mean_scored", sums.per_game(sums.scored)},
                 {"mean_result", sums.per_game(sums.result)},
                 {"black_wins", sums.black},
                 {"draws", sums.draws},
                 {"first_games", shown}});
    context.out << dump(json);
    return 0;
  }
  print_summary(context, settings, sums, bytes);
  for (const std::string& game : shown) context.out << game << '\n';
  std::error_code error;
  if (const auto size = std::filesystem::file_size(options.show, error); !error && size > bytes) {
    context.err << fmt::format("{} bytes at the end are a block that is not finished\n", size - bytes);
  }
  return 0;
}

}  // namespace

void add_selfplay(CLI::App& app, Run& chosen) {
  CLI::App* command =
      app.add_subcommand("selfplay", "make games of a player against itself, for training; show such games");
  auto options = std::make_shared<Options>();
  command->add_option("--player", options->player, "who plays (turncoat players)")->type_name("SPEC");
  command->add_option("--games", options->games, "how many games the file shall have")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}));
  command->add_option("--out", options->out, "the file; the same command goes on with one that is there")
      ->type_name("FILE");
  command->add_option("--rules", options->rules, "a ruleset (turncoat rules) or its file")
      ->capture_default_str();
  command->add_option("--random", options->random, "moves of the random opening, each number as likely")
      ->type_name("A-B")
      ->capture_default_str();
  command
      ->add_option("--explore", options->explore,
                   "chance of a random move after the opening and before --solver-empties")
      ->check(number_range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--solver", options->solver, "who plays the ending, such as an exact solver")
      ->type_name("SPEC");
  command
      ->add_option("--solver-empties", options->solver_empties, "the ending: at most so many empty squares")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "same seed, same games, whatever the threads")
      ->capture_default_str();
  add_threads_option(*command, options->threads, kGamesAtOnce);
  command->add_option("--show", options->show, "tell what is in a file, and check all its checksums")
      ->type_name("FILE");
  command->add_option("--first", options->first, "with --show: print so many games")->capture_default_str();
  command->add_flag("--replay", options->replay, "with --show: check every game by the rules too");
  command->add_flag("--json", options->json, "print JSON");
  add_selfplay_zero(*command, chosen);
  command->callback([&chosen, options, command] {
    if (!command->get_subcommands().empty()) return;
    chosen = [options](Context& context) {
      return options->show.empty() ? run_make(context, *options) : run_show(context, *options);
    };
  });
}

}  // namespace turncoat::cli
