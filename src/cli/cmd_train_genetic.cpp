#include <chrono>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"
#include "cli/arena.h"
#include "cli/evolution_history.h"
#include "cli/heuristics_table.h"
#include "cli/number_range.h"
#include "cli/store_option.h"
#include "cli/threads_option.h"
#include "cli/train_commands.h"
#include "engine/models.h"
#include "eval/linear_forms.h"
#include "learn/evolution.h"

namespace turncoat::cli {

namespace {

using learn::EvolutionMethod;
using learn::EvolutionSettings;
using learn::GenomeKind;

constexpr const char* kRunKind = "evolution";

struct GeneticOptions {
  EvolutionSettings settings;
  std::string rules = "standard-8";
  std::string method = "genetic";
  std::string genome = "linear";
  std::string steps;      // empty: the usual ones
  std::string selection;  // empty: the method's own
  std::string time;
  int depth = 0;  // 0: by the clock, 3 without one
  std::vector<std::string> start;
  std::vector<std::string> panel = {"human-1", "human-2", "seed-first", "seed-best"};
  int threads = 0;
  std::string store;
  bool no_store = false;
  bool resume = false;
  std::string out;
  bool force = false;
  bool json = false;
};

Result<void> read_games(const GeneticOptions& options, EvolutionSettings& settings) {
  const auto rules = rules::find_ruleset(options.rules);
  if (!rules) return fail_at(rules.error(), "--rules");
  settings.rules = *rules;
  settings.depth = options.depth;
  if (!options.time.empty()) {
    const auto time = parse_time_control(options.time);
    if (!time) return fail_at(time.error(), "--time");
    settings.time = *time;
  }
  if (settings.depth == 0 && settings.time.unlimited()) settings.depth = 3;
  for (const std::string& name : options.start) {
    const auto weights = engine::load_heuristic(name);
    if (!weights) return fail_at(weights.error(), "--start");
    settings.start.push_back(*weights);
  }
  for (const std::string& name : options.panel) {
    if (name == "none") continue;
    const auto weights = engine::load_heuristic(name);
    if (!weights) return fail_at(weights.error(), "--panel");
    settings.panel.push_back({name, *weights});
  }
  return {};
}

Result<EvolutionSettings> read_settings(const GeneticOptions& options) {
  EvolutionSettings settings = options.settings;
  settings.method = options.method == "cma-es" ? EvolutionMethod::CmaEs : EvolutionMethod::Genetic;
  settings.genome = options.genome == "cubic" ? GenomeKind::Cubic : GenomeKind::Linear;
  if (auto read = read_games(options, settings); !read) return std::unexpected(read.error());
  settings.plan = learn::default_plan(settings.population);
  if (!options.steps.empty()) {
    if (settings.method != EvolutionMethod::Genetic) {
      return fail(Error::Code::Conflict, "--steps are those of --method genetic");
    }
    auto plan = learn::parse_plan(options.steps);
    if (!plan) return fail_at(plan.error(), "--steps");
    settings.plan = std::move(*plan);
  }
  settings.selection = learn::find_selection(!options.selection.empty()                    ? options.selection
                                             : settings.method == EvolutionMethod::Genetic ? "knockout"
                                                                                           : "gauntlet");
  if (auto sound = check_settings(settings); !sound) return std::unexpected(sound.error());
  return settings;
}

// What decides the games, and nothing else: iterations, final and measured games may grow on resuming.
std::string fingerprint_of(const GeneticOptions& options, const EvolutionSettings& settings) {
  const auto list = [](const std::vector<eval::LinearWeights>& heuristics) {
    nlohmann::json texts = nlohmann::json::array();
    for (const auto& weights : heuristics) texts.push_back(eval::format_linear_numbers(weights));
    return texts;
  };
  std::vector<eval::LinearWeights> panel;
  for (const auto& known : settings.panel) panel.push_back(known.weights);
  nlohmann::json json = {{"method", options.method},
                         {"genome", options.genome},
                         {"population", settings.population},
                         {"selection", std::string(settings.selection->name)},
                         {"generations", settings.generations},
                         {"games", settings.games},
                         {"depth", settings.depth},
                         {"patience", settings.patience},
                         {"time", format_time_control(settings.time)},
                         {"opening_plies", settings.opening_plies},
                         {"seed", settings.seed},
                         {"start", list(settings.start)},
                         {"panel", list(panel)},
                         {"rules", rules::format_ruleset(*settings.rules)}};
  if (settings.method == EvolutionMethod::Genetic) {
    json["steps"] = format_plan(settings.plan);
  } else {
    json["sigma"] = settings.sigma;
  }
  return json.dump(-1, ' ', true);
}

struct OpenRun {
  std::unique_ptr<store::Store> store;  // null: nothing is kept
  store::RunId id = 0;
  std::map<std::uint64_t, match::Outcome> finished;
};

Result<OpenRun> open_run(const GeneticOptions& options, const std::string& fingerprint, Context& context) {
  OpenRun run;
  if (options.no_store) {
    if (options.resume) return fail(Error::Code::Conflict, "--resume needs the store: leave --no-store out");
    if (!options.store.empty()) {
      return fail(Error::Code::Conflict, "--store and --no-store contradict each other");
    }
    return run;
  }
  auto opened = open_store(options.store);
  if (!opened) return std::unexpected(opened.error());
  run.store = std::move(*opened);
  if (options.resume) {
    const auto found = run.store->find_run(kRunKind, fingerprint);
    if (!found) return std::unexpected(found.error());
    if (*found) {
      run.id = (*found)->id;
      const auto ids = run.store->ids({.run = run.id});
      if (!ids) return std::unexpected(ids.error());
      for (const store::GameId id : *ids) {
        const auto game = run.store->game(id);
        if (!game) return std::unexpected(game.error());
        if (const auto outcome = match::outcome_of(game->record)) run.finished.emplace(*game->item, *outcome);
      }
      context.err << fmt::format("resuming run {} with {} games\n", run.id, run.finished.size());
      return run;
    }
    context.err << "no run with these settings to resume; starting a new one\n";
  }
  const auto begun = run.store->begin_run(kRunKind, fingerprint);
  if (!begun) return std::unexpected(begun.error());
  run.id = *begun;
  context.err << fmt::format("run {}\n", run.id);
  return run;
}

Result<void> check_out(const GeneticOptions& options) {
  if (options.out.empty()) return {};
  // Told before hours of games, not after.
  std::error_code ignored;
  if (!options.force && std::filesystem::exists(options.out, ignored)) {
    return fail(Error::Code::Conflict, "{} is already there; --force replaces it", options.out);
  }
  const auto folder = std::filesystem::path(options.out).parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
    return fail(Error::Code::NotFound, "{}: there is no folder {}", options.out, folder.string());
  }
  return {};
}

Result<void> write_best(const GeneticOptions& options, const EvolutionSettings& settings,
                        const learn::EvolutionResult& result) {
  if (options.out.empty() || !result.best) return {};
  const auto place = static_cast<std::size_t>(*result.best);
  const std::string text = fmt::format(
      "# Found by turncoat train genetic --rules {} --method {} --genome {} --seed {}: first of {} in its "
      "final\n"
      "# with {:+.0f} +- {:.0f} Elo.\n{}",
      settings.rules->name, options.method, options.genome, settings.seed, result.finalists.size(),
      result.ratings[place].elo, result.ratings[place].error,
      eval::format_linear_weights(result.finalists[place].heuristic.weights));
  return save_file(options.out, text, options.force ? Existing::Replace : Existing::Refuse);
}

std::string dump_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

Result<void> tell_final(Context& context, const GeneticOptions& options, const OpenRun& run,
                        const learn::EvolutionResult& result) {
  const auto json = final_json(result);
  if (run.store) {
    if (auto kept = run.store->put_history(run.id, kFinalStep, json.dump()); !kept) return kept;
  }
  if (options.json) {
    context.out << dump_line(json);
    return {};
  }
  std::vector<HeuristicRow> rows;
  for (const learn::Finalist& finalist : result.finalists) {
    rows.push_back({finalist.heuristic.name, {}, finalist.heuristic.weights});
  }
  context.out << '\n' << heuristics_text(rows, result.table, result.ratings);
  if (result.best) {
    const auto& best = result.finalists[static_cast<std::size_t>(*result.best)].heuristic;
    context.out << fmt::format("\nbest: {} {}\n", best.name, eval::format_linear_numbers(best.weights));
  }
  return {};
}

Result<int> run_genetic(Context& context, const GeneticOptions& options) {
  const auto settings = read_settings(options);
  if (!settings) return std::unexpected(settings.error());
  if (auto free = check_out(options); !free) return std::unexpected(free.error());
  auto run = open_run(options, fingerprint_of(options, *settings), context);
  if (!run) return std::unexpected(run.error());

  learn::EvolutionHost host;
  host.threads = options.threads;
  host.stop = context.stop;
  host.finished = std::move(run->finished);
  std::uint64_t played = 0;
  const auto total =
      static_cast<std::uint64_t>(settings->iterations) * static_cast<std::uint64_t>(settings->generations);
  Progress progress(context.err, context.progress_style(), options.method, "generations", total);
  host.on_game = [&](std::uint64_t item, const record::GameRecord& record) -> Result<void> {
    ++played;
    if (!run->store) return {};
    record::GameRecord lean = record;
    lean.notes.clear();  // scores and times of shallow searches, most of a game's bytes
    const auto added = run->store->add_game(run->id, item, lean);
    if (!added) return std::unexpected(added.error());
    return {};
  };
  host.on_generation = [&](const learn::GenerationReport& report) -> Result<void> {
    const auto json = generation_json(report, *settings);
    if (run->store) {
      const auto step = history_step(report.iteration, report.generation);
      if (auto kept = run->store->put_history(run->id, step, json.dump()); !kept) return kept;
    }
    context.out << (options.json ? dump_line(json) : generation_text(json)) << std::flush;
    progress.advance();
    return {};
  };
  const auto result = learn::evolve(*settings, host);
  progress.finish();
  if (!result) return std::unexpected(result.error());
  if (!result->complete) {
    context.err << fmt::format("stopped; {} games were played here{}\n", played,
                               run->store ? ", and --resume goes on after them" : "");
    return 0;
  }
  if (auto told = tell_final(context, options, *run, *result); !told) return std::unexpected(told.error());
  if (auto written = write_best(options, *settings, *result); !written) {
    return std::unexpected(written.error());
  }
  return 0;
}

void add_search_options(CLI::App& command, GeneticOptions& options) {
  EvolutionSettings& settings = options.settings;
  std::vector<std::string> names;
  for (const learn::BreedingStep& step : learn::breeding_steps()) names.emplace_back(step.name);
  std::vector<std::string> ways;
  for (const learn::Selection& way : learn::selections()) ways.emplace_back(way.name);
  command.add_option("--rules", options.rules, "a ruleset's name or file")->capture_default_str();
  command.add_option("--method", options.method, "genetic: survivors and their children; cma-es")
      ->check(CLI::IsMember({"genetic", "cma-es"}))
      ->type_name("METHOD")
      ->capture_default_str();
  command.add_option("--genome", options.genome, "linear: ten numbers; cubic: twenty")
      ->check(CLI::IsMember({"linear", "cubic"}))
      ->type_name("GENOME")
      ->capture_default_str();
  command.add_option("--population", settings.population, "heuristics of a generation")
      ->check(CLI::Range(4, learn::kLargestPopulation))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--generations", settings.generations, "of an iteration")
      ->check(CLI::Range(1, learn::kMostGenerations))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--iterations", settings.iterations,
                  "searches from the start, each of which gives two finalists")
      ->check(CLI::Range(1, learn::kMostIterations))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option(
          "--steps", options.steps,
          fmt::format("what makes a new generation, such as keep:2,cross-ratio:8,increment:4,random:2 "
                      "(the usual for 16); steps are {}",
                      join(names, ", ")))
      ->type_name("STEPS");
  command
      .add_option("--selection", options.selection,
                  "how a generation is judged; knockout when left out, gauntlet for cma-es")
      ->check(CLI::IsMember(ways))
      ->type_name("WAY");
  command.add_option("--sigma", settings.sigma, "cma-es: how far the first heuristics lie from the start")
      ->check(number_range(0.001, 10.0))
      ->capture_default_str();
  command
      .add_option("--start", options.start, "heuristics of every first population: names, files or numbers")
      ->delimiter(',')
      ->type_name("NAME...");
}

void add_game_options(CLI::App& command, GeneticOptions& options) {
  EvolutionSettings& settings = options.settings;
  command.add_option("--games", settings.games, "of a pairing, each opening with both colours")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100'000}))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--depth", options.depth, "plies the players look ahead; 0: by the clock, 3 without one")
      ->check(CLI::Range(0, 60))
      ->capture_default_str();
  command.add_option("--patience", settings.patience, "of the players (turncoat players)")
      ->check(CLI::Range(0, 64))
      ->capture_default_str();
  command.add_option("--time", options.time, "1s/move, 60s/game, 60s+1s or none; none when left out")
      ->type_name("CLOCK");
  command.add_option("--opening-plies", settings.opening_plies, "random plies before each game")
      ->check(CLI::Range(0, 100))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--panel", options.panel,
                  "known heuristics to measure against, in the final too; none for no panel")
      ->delimiter(',')
      ->type_name("NAME...")
      ->capture_default_str();
  command
      .add_option("--measure", settings.measure_games,
                  "games of every generation's champion against each of the panel; they decide nothing")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{100'000}))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--final-games", settings.final_games, "of a pairing of all finalists")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100'000}))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--seed", settings.seed, "decides openings and every random choice")
      ->type_name("S")
      ->capture_default_str();
  add_threads_option(command, options.threads, kGamesAtOnce);
}

}  // namespace

void add_train_genetic(CLI::App& train, Run& chosen) {
  CLI::App* command =
      train.add_subcommand("genetic", "evolve the numbers of eval=linear by games between heuristics");
  auto options = std::make_shared<GeneticOptions>();
  add_search_options(*command, *options);
  add_game_options(*command, *options);
  add_store_option(*command, options->store);
  command->add_flag("--no-store", options->no_store, "keep no games");
  command->add_flag("--resume", options->resume, "go on with the newest run of the same settings");
  command->add_option("--out", options->out, "where the best of the final goes")->type_name("FILE");
  command->add_flag("--force", options->force, "replace the file");
  command->add_flag("--json", options->json,
                    "print a line of JSON for each generation, and one for the final");
  command->callback([&chosen, options] {
    chosen = [options](Context& context) { return run_genetic(context, *options); };
  });
}

}  // namespace turncoat::cli
