#include <cmath>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/arena.h"
#include "cli/commands.h"
#include "cli/number_range.h"
#include "cli/out_file.h"
#include "cli/threads_option.h"
#include "cli/train_commands.h"
#include "learn/fit_games.h"
#include "learn/fit_graph.h"
#include "learn/probcut_fit.h"

namespace turncoat::cli {

namespace {

struct PatternOptions {
  std::vector<std::string> data;
  std::string out;
  std::string compare;
  std::string from;
  std::string svg;
  std::uint64_t limit = 0;
  learn::FitSettings fit;
  bool force = false;
  bool json = false;
};

nlohmann::ordered_json report_json(const learn::StageReport& report) {
  return {{"stage", report.stage},       {"positions", report.positions}, {"held_out", report.held_out},
          {"fit_rmse", report.fit_rmse}, {"rmse", report.rmse},           {"mae", report.mae}};
}

// Of weights that are only measured, `fitted` is false.
void print_report(std::ostream& out, const learn::StageReport& report, bool fitted) {
  const int first = eval::PatternSet::kPliesPerStage * report.stage;
  out << fmt::format("plies {:2}-{:2}", first, first + eval::PatternSet::kPliesPerStage - 1);
  if (fitted) out << fmt::format(" {:>9} positions  fit {:6.3f} ", report.positions, report.fit_rmse);
  if (report.held_out == 0) {
    out << " held out none\n";
  } else {
    out << fmt::format(" held out {:6.3f} rms {:6.3f} mean discs\n", report.rmse, report.mae);
  }
}

Result<learn::FitGames> load_all(Context& context, const std::vector<std::string>& files,
                                 std::uint64_t limit) {
  learn::FitGames games;
  for (const std::string& file : files) {
    const std::size_t before = games.games.size();
    if (auto loaded = learn::load_fit_games(file, limit, games); !loaded) {
      return std::unexpected(loaded.error());
    }
    context.err << fmt::format("{}: {} games\n", file, games.games.size() - before);
  }
  if (games.games.empty())
    return fail(Error::Code::NotFound, "no games to learn from; make some with turncoat selfplay");
  return games;
}

Result<eval::PatternFile> load_for(const std::string& path, const learn::FitGames& games) {
  auto file = eval::load_pattern_file(path);
  if (file && &file->weights->set() != games.set) {
    return fail(Error::Code::Conflict, "{} is made for another board than the games", path);
  }
  return file;
}

std::unexpected<Error> stopped(const std::string& weights) {
  return fail(Error::Code::Cancelled, "stopped; {} is as it was", weights);
}

// The mean of the held-out errors over all positions.
double overall_rmse(const std::vector<learn::StageReport>& reports) {
  double squares = 0;
  double count = 0;
  for (const learn::StageReport& report : reports) {
    squares += report.rmse * report.rmse * static_cast<double>(report.held_out);
    count += static_cast<double>(report.held_out);
  }
  return count > 0 ? std::sqrt(squares / count) : 0;
}

Result<int> run_patterns(Context& context, const PatternOptions& options) {
  if (options.out.empty() == options.compare.empty()) {
    return fail(Error::Code::Parse, "train patterns needs either --out FILE or --test FILE");
  }
  // Told before hours of training, not after.
  if (!options.out.empty()) {
    if (auto free = check_out_file(options.out, options.force); !free) return std::unexpected(free.error());
  }
  if (options.json && options.svg == "-") {
    return fail(Error::Code::Conflict, "--json and --svg - both want the output; give --svg a file");
  }
  if (!options.svg.empty() && options.svg != "-") {
    if (auto free = check_out_file(options.svg, options.force); !free) return std::unexpected(free.error());
  }
  auto games = load_all(context, options.data, options.limit);
  if (!games) return std::unexpected(games.error());
  learn::FitSettings settings = options.fit;
  settings.stop = context.stop;
  if (!options.from.empty()) {
    if (options.out.empty()) return fail(Error::Code::Conflict, "--from is for training: it goes with --out");
    const auto earlier = load_for(options.from, *games);
    if (!earlier) return std::unexpected(earlier.error());
    settings.from = earlier->weights;
  }

  // A picture or a document on the output is alone there.
  std::ostream& words = options.svg == "-" ? context.err : context.out;
  std::vector<learn::StageReport> reports;
  if (!options.compare.empty()) {
    const auto weights = load_for(options.compare, *games);
    if (!weights) return std::unexpected(weights.error());
    reports = learn::held_out_error(games->games, settings, *weights->weights);
    if (!options.json) {
      for (const auto& report : reports) print_report(words, report, false);
    }
  } else {
    const auto packed =
        learn::fit_patterns(*games->set, games->games, settings, [&](const learn::StageReport& report) {
          reports.push_back(report);
          if (!options.json) print_report(words, report, true);
          words.flush();
        });
    if (context.stop.stop_requested()) {
      return fail(Error::Code::Cancelled, "stopped; nothing was written");
    }
    const std::string about = fmt::format(
        "{}{} games, shrinkage {}, {} iterations, overlap {}, search share {}, held-out rms {:.4f} discs",
        settings.from ? "earlier weights and " : "", games->games.size(), settings.shrinkage,
        settings.iterations, settings.overlap, settings.search_share, overall_rmse(reports));
    const eval::PatternFile file{
        std::make_shared<const eval::PatternWeights>(*games->set, packed), {}, about};
    const auto saved = save_file(options.out, eval::format_pattern_file(file),
                                 options.force ? Existing::Replace : Existing::Refuse);
    if (!saved) return std::unexpected(saved.error());
  }
  if (!options.svg.empty()) {
    const std::string title =
        fmt::format("Held-out error by stage: {}", options.out.empty() ? options.compare : options.out);
    const auto drawn = write_svg(context, options.svg, options.force, learn::draw_fit(reports, title));
    if (!drawn) return std::unexpected(drawn.error());
  }
  if (options.json) {
    nlohmann::ordered_json json = {
        {"games", games->games.size()}, {"rmse", overall_rmse(reports)}, {"stages", {}}};
    for (const auto& report : reports) json["stages"].push_back(report_json(report));
    context.out << dump(json);
  } else {
    words << fmt::format("{} games, held out {:.4f} discs rms over all plies\n", games->games.size(),
                         overall_rmse(reports));
  }
  return 0;
}

void add_fit_options(CLI::App& command, learn::FitSettings& fit, const std::string& shrinkage_help) {
  command.add_option("--shrinkage", fit.shrinkage, shrinkage_help)
      ->check(number_range(0.01, 1e6))
      ->capture_default_str();
  command.add_option("--iterations", fit.iterations, "steps of conjugate gradients for each set of weights")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  add_threads_option(command, fit.threads, kSameWithAny);
}

void add_train_patterns(CLI::App& train, Run& chosen) {
  CLI::App* command = train.add_subcommand("patterns", "fit the pattern evaluation of 6x6 or 8x8 to games");
  auto options = std::make_shared<PatternOptions>();
  command->add_option("--data", options->data, "files of turncoat selfplay")->type_name("FILE")->required();
  command->add_option("--out", options->out, "where the weights go")->type_name("FILE");
  command->add_option("--test", options->compare, "no training: the held-out error of these weights")
      ->type_name("FILE");
  command
      ->add_option("--from", options->from,
                   "go on from these weights: rare states stay near them, not near the stage after")
      ->type_name("FILE");
  command
      ->add_option("--svg", options->svg, "draw the held-out error by stage into this file; - for the output")
      ->type_name("FILE");
  command->add_option("--limit", options->limit, "use so many games of each file; 0: all")
      ->capture_default_str();
  add_fit_options(*command, options->fit, "how strongly rare weights keep to the stage after");
  command
      ->add_option("--search-share", options->fit.search_share,
                   "how much of a position's target is what the player's search said; the rest is the result")
      ->check(number_range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--overlap", options->fit.overlap, "plies around a stage that teach it too")
      ->check(CLI::Range(0, 10))
      ->capture_default_str();
  command->add_flag("--force", options->force, "replace the file");
  command->add_flag("--json", options->json, "print JSON");
  command->callback([&chosen, options] {
    chosen = [options](Context& context) { return run_patterns(context, *options); };
  });
}

struct OrderOptions {
  std::vector<std::string> data;
  std::string weights;
  learn::FitSettings fit;
  bool json = false;
};

// Fits the light evaluation and writes it into the file of the full one.
Result<int> run_order(Context& context, const OrderOptions& options) {
  auto games = load_all(context, options.data, 0);
  if (!games) return std::unexpected(games.error());
  if (!eval::EndingOrder::fits(*games->set)) {
    return fail(Error::Code::Range, "there is a light evaluation for 8x8 only, and the games are of {0}x{0}",
                games->set->size);
  }
  auto file = load_for(options.weights, *games);
  if (!file) return std::unexpected(file.error());
  learn::FitSettings settings = options.fit;
  settings.stop = context.stop;
  eval::PatternWeights::Packed packed = file->weights->packed();
  packed.resize(static_cast<std::size_t>(games->set->stages));
  learn::StageReport report;
  packed.push_back(learn::fit_order(*games->set, games->games, settings,
                                    [&](const learn::StageReport& stage) { report = stage; }));
  if (context.stop.stop_requested()) return stopped(options.weights);
  file->weights = std::make_shared<const eval::PatternWeights>(*games->set, packed);
  if (const auto saved = save_file(options.weights, eval::format_pattern_file(*file), Existing::Replace);
      !saved) {
    return std::unexpected(saved.error());
  }
  if (options.json) {
    nlohmann::ordered_json json = report_json(report);
    json.erase("stage");
    context.out << dump(json);
  } else {
    context.out << fmt::format("{} positions  fit {:.3f}  held out {:.3f} rms {:.3f} mean discs\n",
                               report.positions, report.fit_rmse, report.rmse, report.mae);
  }
  return 0;
}

void add_train_order(CLI::App& train, Run& chosen) {
  CLI::App* command =
      train.add_subcommand("order", "fit the light evaluation that orders moves near the end to games");
  auto options = std::make_shared<OrderOptions>();
  command
      ->add_option("--weights", options->weights, "the pattern weights; the result is written into the file")
      ->type_name("FILE")
      ->required();
  command->add_option("--data", options->data, "files of turncoat selfplay, the last 14 squares solved")
      ->type_name("FILE")
      ->required();
  add_fit_options(*command, options->fit, "how strongly rare weights keep to nothing");
  command->add_flag("--json", options->json, "print JSON");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run_order(context, *options); }; });
}

struct ProbCutOptions {
  std::vector<std::string> data;
  std::string weights;
  learn::ProbCutSettings fit;
  bool json = false;
};

// Measures how the weights' searches err and writes that into their file.
Result<int> run_probcut(Context& context, const ProbCutOptions& options) {
  auto games = load_all(context, options.data, 0);
  if (!games) return std::unexpected(games.error());
  auto file = load_for(options.weights, *games);
  if (!file) return std::unexpected(file.error());
  learn::ProbCutSettings settings = options.fit;
  std::vector<learn::DepthLog> logs;
  {
    Progress progress(context.err, context.progress_style(), "probcut", "positions",
                      static_cast<std::uint64_t>(settings.positions));
    logs = learn::log_depths(
        games->games, *file, settings, [&] { progress.advance(); }, context.stop);
  }
  if (context.stop.stop_requested()) return stopped(options.weights);
  const learn::ProbCutFit fit = learn::fit_probcut(logs);
  if (fit.groups.size() < fit.model.coefficients.size()) {
    return fail(Error::Code::Range, "{} positions are too few to tell how searches err; {} is as it was",
                logs.size(), options.weights);
  }
  file->error_model = fit.model.coefficients;
  if (const auto saved = save_file(options.weights, eval::format_pattern_file(*file), Existing::Replace);
      !saved) {
    return std::unexpected(saved.error());
  }
  if (options.json) {
    nlohmann::ordered_json json = {{"positions", logs.size()},
                                   {"coefficients", fit.model.coefficients},
                                   {"misfit", fit.misfit},
                                   {"groups", {}}};
    for (const learn::ErrorGroup& group : fit.groups) {
      json["groups"].push_back({{"empties", group.empties},
                                {"depth", group.depth},
                                {"shallow", group.shallow},
                                {"count", group.count},
                                {"mean", group.mean},
                                {"sigma", group.sigma}});
    }
    context.out << dump(json);
    return 0;
  }
  for (const learn::ErrorGroup& group : fit.groups) {
    context.out << fmt::format(
        "empties {:4.1f} depth {:2} from {:2}: {:6} pairs, mean {:+6.2f}, sigma {:5.2f}, model {:5.2f}\n",
        group.empties, group.depth, group.shallow, group.count, group.mean, group.sigma,
        fit.model.sigma(static_cast<int>(std::lround(group.empties)), group.depth, group.shallow));
  }
  context.out << fmt::format(
      "ln sigma = {:.4f} {:+.5f} e {:+.5f} d {:+.5f} p {:+.5f} sqrt(d - p); misfit {:.3f}\n",
      fit.model.coefficients[0], fit.model.coefficients[1], fit.model.coefficients[2],
      fit.model.coefficients[3], fit.model.coefficients[4], fit.misfit);
  return 0;
}

void add_train_probcut(CLI::App& train, Run& chosen) {
  CLI::App* command = train.add_subcommand(
      "probcut", "measure how far shallow searches err, for the selective cuts of a weight file");
  auto options = std::make_shared<ProbCutOptions>();
  command
      ->add_option("--weights", options->weights, "the pattern weights; the result is written into the file")
      ->type_name("FILE")
      ->required();
  command->add_option("--data", options->data, "files of turncoat selfplay to take positions from")
      ->type_name("FILE")
      ->required();
  command->add_option("--positions", options->fit.positions, "positions to search")
      ->check(CLI::Range(10, 10'000'000))
      ->capture_default_str();
  command->add_option("--depth", options->fit.depth, "how deep")
      ->check(CLI::Range(3, 20))
      ->capture_default_str();
  command
      ->add_option("--exact", options->fit.exact_empties,
                   "solve positions of at most so many empties as well")
      ->check(CLI::Range(0, 30))
      ->capture_default_str();
  command->add_option("--seed", options->fit.seed, "which positions")->capture_default_str();
  add_threads_option(*command, options->fit.threads);
  command->add_flag("--json", options->json, "print JSON");
  command->callback([&chosen, options] {
    chosen = [options](Context& context) { return run_probcut(context, *options); };
  });
}

}  // namespace

void add_train(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("train", "learn evaluations from games");
  command->require_subcommand(1);
  add_train_patterns(*command, chosen);
  add_train_order(*command, chosen);
  add_train_probcut(*command, chosen);
  add_train_ridge(*command, chosen);
  add_train_zero(*command, chosen);
  add_train_zero_step(*command, chosen);
  add_train_genetic(*command, chosen);
  add_train_history(*command, chosen);
}

}  // namespace turncoat::cli
