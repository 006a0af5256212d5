#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/parallel.h"
#include "base/text.h"
#include "cli/arena.h"
#include "cli/commands.h"
#include "learn/fit_games.h"

namespace turncoat::cli {

namespace {

struct PatternOptions {
  std::vector<std::string> data;
  std::string out;
  std::string compare;
  std::uint64_t limit = 0;
  learn::FitSettings fit;
  bool force = false;
  bool json = false;
};

nlohmann::ordered_json report_json(const learn::StageReport& report) {
  return {{"stage", report.stage},       {"positions", report.positions}, {"held_out", report.held_out},
          {"fit_rmse", report.fit_rmse}, {"rmse", report.rmse},           {"mae", report.mae}};
}

void print_report(std::ostream& out, const learn::StageReport& report) {
  const int first = eval::PatternWeights::kPerStage * report.stage;
  out << fmt::format(
      "plies {:2}-{:2} {:>9} positions  fit {:6.3f}  held out {:6.3f} rms {:6.3f} mean discs\n", first,
      first + eval::PatternWeights::kPerStage - 1, report.positions, report.fit_rmse, report.rmse,
      report.mae);
}

Result<std::vector<learn::FitGame>> load_all(Context& context, const PatternOptions& options) {
  std::vector<learn::FitGame> games;
  for (const std::string& file : options.data) {
    const std::size_t before = games.size();
    if (auto loaded = learn::load_fit_games(file, options.limit, games); !loaded) {
      return std::unexpected(loaded.error());
    }
    context.err << fmt::format("{}: {} games\n", file, games.size() - before);
  }
  if (games.empty())
    return fail(Error::Code::NotFound, "no games to learn from; make some with turncoat selfplay");
  return games;
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
  auto games = load_all(context, options);
  if (!games) return std::unexpected(games.error());
  learn::FitSettings settings = options.fit;
  if (settings.threads == 0) settings.threads = hardware_threads();

  std::vector<learn::StageReport> reports;
  if (!options.compare.empty()) {
    const auto weights = eval::load_pattern_weights(options.compare);
    if (!weights) return std::unexpected(weights.error());
    reports = learn::held_out_error(*games, settings, **weights);
    if (!options.json) {
      for (const auto& report : reports) print_report(context.out, report);
    }
  } else {
    const auto packed = learn::fit_patterns(*games, settings, [&](const learn::StageReport& report) {
      reports.push_back(report);
      if (!options.json) print_report(context.out, report);
      context.out.flush();
    });
    const std::string about = fmt::format(
        "{} games, shrinkage {}, {} iterations, overlap {}, held-out rms {:.4f} discs", games->size(),
        settings.shrinkage, settings.iterations, settings.overlap, overall_rmse(reports));
    const auto saved = save_file(options.out, eval::pattern_weights_file(packed, about),
                                 options.force ? Existing::Replace : Existing::Refuse);
    if (!saved) return std::unexpected(saved.error());
  }
  if (options.json) {
    nlohmann::ordered_json json = {{"games", games->size()}, {"rmse", overall_rmse(reports)}, {"stages", {}}};
    for (const auto& report : reports) json["stages"].push_back(report_json(report));
    context.out << dump(json);
  } else {
    context.out << fmt::format("{} games, held out {:.4f} discs rms over all plies\n", games->size(),
                               overall_rmse(reports));
  }
  return 0;
}

void add_train_patterns(CLI::App& train, Run& chosen) {
  CLI::App* command = train.add_subcommand("patterns", "fit the pattern evaluation of 8x8 to games");
  auto options = std::make_shared<PatternOptions>();
  command->add_option("--data", options->data, "files of turncoat selfplay")->type_name("FILE")->required();
  command->add_option("--out", options->out, "where the weights go")->type_name("FILE");
  command->add_option("--test", options->compare, "no training: the held-out error of these weights")
      ->type_name("FILE");
  command->add_option("--limit", options->limit, "use so many games of each file; 0: all")
      ->capture_default_str();
  command
      ->add_option("--shrinkage", options->fit.shrinkage, "how strongly rare weights keep to the stage after")
      ->check(CLI::Range(0.01, 1e6))
      ->capture_default_str();
  command->add_option("--iterations", options->fit.iterations, "steps of conjugate gradients per stage")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command->add_option("--overlap", options->fit.overlap, "plies around a stage that teach it too")
      ->check(CLI::Range(0, 10))
      ->capture_default_str();
  command
      ->add_option("--threads", options->fit.threads,
                   "0: as many as the machine has cores; changes nothing else")
      ->check(CLI::Range(0, 1024));
  command->add_flag("--force", options->force, "replace the file");
  command->add_flag("--json", options->json, "print JSON");
  command->callback([&chosen, options] {
    chosen = [options](Context& context) { return run_patterns(context, *options); };
  });
}

}  // namespace

void add_train(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("train", "learn evaluations from games");
  command->require_subcommand(1);
  add_train_patterns(*command, chosen);
}

}  // namespace turncoat::cli
