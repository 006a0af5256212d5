#include <chrono>
#include <cmath>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/arena.h"
#include "cli/number_range.h"
#include "cli/out_file.h"
#include "cli/threads_option.h"
#include "cli/train_commands.h"
#include "learn/ridge_fit.h"

namespace turncoat::cli {

namespace {

struct RidgeOptions {
  std::string rules = "standard-8";
  std::string symmetry = "on";
  std::string out;
  learn::RidgeSettings fit;
  bool force = false;
  bool json = false;
};

void print_text(std::ostream& out, const eval::RidgeModel& model, double seconds) {
  out << "move  positions  held out  rms error  spread of results\n";
  for (const eval::RidgeStage& stage : model.stages) {
    out << fmt::format("{:>4} {:>10} {:>9} {:>10.3f} {:>18.3f}\n", stage.discs - model.start_discs,
                       stage.positions, stage.held_out, stage.rmse, stage.spread);
  }
  const std::string rounds = model.rounds > 0 ? fmt::format(" in each of {} rounds", model.rounds + 1) : "";
  out << fmt::format("{} games of {}{} in {:.1f} s, alpha {}, symmetry {}\n", model.games, model.rules,
                     rounds, seconds, model.alpha, model.symmetry ? "on" : "off");
}

void print_json(std::ostream& out, const eval::RidgeModel& model, double seconds) {
  nlohmann::ordered_json json = {
      {"rules", model.rules},       {"size", model.size},     {"games", model.games},
      {"held_out", model.held_out}, {"alpha", model.alpha},   {"seed", model.seed},
      {"symmetry", model.symmetry}, {"rounds", model.rounds}, {"random", model.random},
      {"depth", model.depth},       {"seconds", seconds},     {"moves", {}}};
  for (const eval::RidgeStage& stage : model.stages) {
    json["moves"].push_back({{"move", stage.discs - model.start_discs},
                             {"positions", stage.positions},
                             {"held_out", stage.held_out},
                             {"rmse", stage.rmse},
                             {"spread", stage.spread}});
  }
  out << dump(json);
}

Result<int> run(Context& context, const RidgeOptions& options) {
  // Told before minutes of games, not after.
  if (auto free = check_out_file(options.out, options.force); !free) return std::unexpected(free.error());
  const auto rules = rules::find_ruleset(options.rules);
  if (!rules) return fail_at(rules.error(), "--rules");
  learn::RidgeSettings settings = options.fit;
  settings.games.rules = *rules;
  settings.symmetry = options.symmetry == "on";
  const auto start = std::chrono::steady_clock::now();
  Result<eval::RidgeModel> model;
  {
    Progress progress(context.err, context.progress_style(), "ridge", "games",
                      settings.games.games * static_cast<std::uint64_t>(settings.rounds + 1));
    model = learn::fit_ridge(settings, context.stop, [&](std::uint64_t games) { progress.advance(games); });
  }
  if (!model) return std::unexpected(model.error());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto saved = save_file(options.out, eval::format_ridge_model(*model),
                               options.force ? Existing::Replace : Existing::Refuse);
  if (!saved) return std::unexpected(saved.error());
  options.json ? print_json(context.out, *model, seconds) : print_text(context.out, *model, seconds);
  return 0;
}

}  // namespace

void add_train_ridge(CLI::App& train, Run& chosen) {
  CLI::App* command = train.add_subcommand(
      "ridge",
      "weigh the squares of any board, move by move, by ridge regression on random games, or its own");
  auto options = std::make_shared<RidgeOptions>();
  learn::LearningGames& games = options->fit.games;
  command->add_option("--rules", options->rules, "a ruleset's name or file")->capture_default_str();
  command
      ->add_option("--games", games.games, "games of a round to learn from; every 20th is kept out as a test")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{10'000'000'000}))
      ->capture_default_str();
  command->add_option("--alpha", options->fit.alpha, "the penalty on squared weights")
      ->check(number_range(0.0, 1e18))
      ->capture_default_str();
  command->add_option("--symmetry", options->symmetry, "on: count every position in its eight views")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  command
      ->add_option("--rounds", options->fit.rounds,
                   "after the fit to random games, so often: play games with the model, fit it to them anew")
      ->check(CLI::Range(0, 1'000))
      ->capture_default_str();
  command->add_option("--random", games.random, "with --rounds: the share of random moves in those games")
      ->check(number_range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--depth", games.depth, "with --rounds: discs the model looks ahead in those games")
      ->check(CLI::Range(1, 8))
      ->capture_default_str();
  command->add_option("--seed", games.seed, "same seed, same games, same model")->capture_default_str();
  games.threads = 0;
  add_threads_option(*command, games.threads, kSameWithAny);
  command->add_option("--out", options->out, "where the model goes")->type_name("FILE")->required();
  command->add_flag("--force", options->force, "replace the file");
  command->add_flag("--json", options->json, "print JSON");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
