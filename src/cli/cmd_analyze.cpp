#include "base/text.h"
#include "cli/analysis_text.h"
#include "cli/analyze_zero.h"
#include "cli/arena.h"
#include "cli/commands.h"
#include "cli/game_input.h"
#include "cli/hash_option.h"
#include "cli/number_range.h"
#include "cli/out_file.h"
#include "cli/threads_option.h"
#include "engine/analysis_graph.h"
#include "engine/models.h"
#include "record/transcript.h"
#include "search/levels.h"

namespace turncoat::cli {

namespace {

struct Options {
  GameInput input;
  std::optional<int> level;
  std::string time;
  int threads = 1;
  std::uint64_t hash = 64 << 20;
  std::string weights;  // empty: the shipped ones for the board
  double threshold = 1;
  bool all_moves = false;
  bool json = false;
  std::string player;
  int tree = 0;
  std::vector<std::string> of_engine;  // options given that mean nothing to --player
};

Result<engine::AnalysisSettings> settings_of(Context& context, const Options& options, int size) {
  engine::AnalysisSettings settings;
  if (!options.time.empty()) {
    const auto time = parse_duration(options.time);
    if (!time) return fail_at(time.error(), "--time");
    if (time->count() == 0) return fail(Error::Code::Range, "--time {} is no time to look in", options.time);
    settings.time = *time;
    settings.level = search::kMostLevel;
  }
  settings.level = options.level.value_or(settings.level);
  settings.threshold = options.threshold;
  settings.options.table_bytes = options.hash;
  settings.options.threads = options.threads;
  if (!options.weights.empty()) {
    auto patterns = engine::load_patterns_for(size, options.weights);
    if (!patterns) return fail_at(patterns.error(), "--weights");
    settings.evaluation = *std::move(patterns);
  } else if (eval::find_pattern_set(size) == nullptr) {
    context.err << fmt::format("turncoat: on {0}x{0} only exact scores are given\n", size);
  } else if (auto patterns = engine::load_patterns_for(size, "")) {
    settings.evaluation = *std::move(patterns);
  } else {
    context.err << "turncoat: " << patterns.error().message << "; only exact scores are given\n";
  }
  return settings;
}

nlohmann::ordered_json json_of(const record::GameRecord& record, const engine::Analysis& analysis,
                               const engine::AnalysisSettings& settings) {
  nlohmann::ordered_json json = {{"rules", record.game.start().ruleset().name},
                                 {"black", record.black},
                                 {"white", record.white},
                                 {"start", record.game.start().to_string()},
                                 {"game", record::format_transcript(record.game)},
                                 {"level", settings.level}};
  json["seconds_per_position"] =
      settings.time ? nlohmann::ordered_json(std::chrono::duration<double>(*settings.time).count()) : nullptr;
  json["threshold"] = settings.threshold;
  json.update(analysis_json(analysis));
  return json;
}

Result<int> run_zero(Context& context, const Options& options, const record::GameRecord& record) {
  if (!options.json) context.out << heading(record);
  std::string svg;
  const auto done = analyze_zero(context, record,
                                 {.player = options.player,
                                  .threshold = options.threshold,
                                  .all_moves = options.all_moves,
                                  .tree = options.tree,
                                  .json = options.json},
                                 svg);
  if (!done || options.input.svg.empty()) return done;
  if (svg.empty())
    return fail(Error::Code::NotFound, "--svg: the last position was not searched, there is no tree");
  if (auto written = write_svg(context, options.input.svg, options.input.force, svg); !written)
    return std::unexpected(written.error());
  return done;
}

// What the options cannot do together, and files that could not be written, before any work.
Result<void> check_options(const Options& options) {
  const std::string& svg = options.input.svg;
  if (options.json && svg == "-") {
    return fail(Error::Code::Conflict, "--json and --svg - both want the output; give --svg a file");
  }
  if (!options.player.empty() && !options.of_engine.empty()) {
    return fail(Error::Code::Conflict, "{} is for the engine; the settings of --player are part of its SPEC",
                options.of_engine.front());
  }
  if (options.player.empty() && options.tree > 0) {
    return fail(Error::Code::Conflict, "--tree is of a search of zero: add --player zero");
  }
  if (svg.empty() || svg == "-") return {};
  return check_out_file(svg, options.input.force);
}

Result<int> run(Context& context, const Options& options) {
  if (auto fits = check_options(options); !fits) return std::unexpected(fits.error());
  const auto record = read_game(context, options.input, "analyze");
  if (!record) return std::unexpected(record.error());
  if (!options.player.empty()) return run_zero(context, options, *record);
  const auto settings = settings_of(context, options, record->game.start().size());
  if (!settings) return std::unexpected(settings.error());

  std::optional<Progress> progress;
  std::uint64_t told = 0;
  const auto report = [&](const engine::AnalysisProgress& state) {
    if (!progress) progress.emplace(context.err, context.progress_style(), "analyze", "moves", state.total);
    progress->note(fmt::format("at move {}", state.ply + 1));
    progress->advance(state.done - told);
    told = state.done;
  };
  const engine::Analysis analysis = engine::analyse(record->game, *settings, context.stop, report);
  if (progress) progress->finish();
  if (!analysis.complete) {
    const auto done = std::ranges::count_if(analysis.positions, &engine::PositionAnalysis::done);
    context.err << fmt::format("stopped: {} of {} positions are analysed, from the end\n", done,
                               analysis.positions.size());
  }
  if (!options.input.svg.empty()) {
    const auto written =
        write_svg(context, options.input.svg, options.input.force, engine::draw_graph(analysis));
    if (!written) return std::unexpected(written.error());
    if (options.input.svg == "-") return 0;
  }
  if (options.json) {
    context.out << dump(json_of(*record, analysis, *settings));
    return 0;
  }
  context.out << heading(*record);
  print_analysis(context.out, analysis, {.all_moves = options.all_moves, .threshold = options.threshold});
  return 0;
}

}  // namespace

void add_analyze(CLI::App& app, Run& chosen) {
  CLI::App* command =
      app.add_subcommand("analyze", "score every move of a game or position, and find the mistakes");
  auto options = std::make_shared<Options>();
  add_game_input(
      *command, options->input,
      "write the evaluation graph to this SVG file, or to - for the output; with --player the last "
      "position's tree");
  command
      ->add_option("--level", options->level,
                   "how far to look: about so many plies, twice as far near the end; 10, or 60 with --time")
      ->check(CLI::Range(0, search::kMostLevel));
  command->add_option("--time", options->time, "time for each position, such as 500ms; about")
      ->type_name("TIME");
  add_threads_option(*command, options->threads, "", kMostSearchThreads);
  add_hash_option(*command, options->hash);
  command
      ->add_option("--weights", options->weights,
                   "pattern weights: a model or a file; else the shipped ones for the board")
      ->capture_default_str();
  command->add_option("--threshold", options->threshold, "a move that loses so many discs is a mistake")
      ->check(number_range(0.0, 256.0))
      ->capture_default_str();
  command->add_flag("--all-moves", options->all_moves, "the score of every legal move beside each move");
  command
      ->add_option("--player", options->player,
                   "let zero look instead: visits, values and policy of the moves")
      ->type_name("SPEC");
  command
      ->add_option("--tree", options->tree, "with --player: print so many plies of the last position's tree")
      ->check(CLI::Range(0, 60));
  command->add_flag("--json", options->json, "print JSON, with every legal move of every position");
  command->callback([&chosen, options, command] {
    take_board_words(*command, options->input.words);
    for (const char* name : {"--level", "--time", "--threads", "--hash", "--weights"}) {
      if (command->count(name) > 0) options->of_engine.emplace_back(name);
    }
    chosen = [options](Context& context) { return run(context, *options); };
  });
}

}  // namespace turncoat::cli
