#include <filesystem>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/arena.h"
#include "cli/number_range.h"
#include "cli/numbers_option.h"
#include "cli/out_file.h"
#include "cli/threads_option.h"
#include "cli/train_commands.h"
#include "engine/network_judge.h"
#include "learn/zero_curves.h"
#include "learn/zero_run.h"
#include "nn/arch.h"
#include "nn/network.h"
#include "nn/weights.h"

namespace turncoat::cli {

namespace {

constexpr const char* kRules = "standard-8";
constexpr const char* kPreset = "fast";

struct Options {
  // Not given: that of the run to go on with, else a default.
  std::optional<std::string> rules;
  std::string arch;
  std::optional<std::string> preset;
  std::string from;
  std::optional<std::uint64_t> seed;

  std::string out;
  double hours = 0;
  double minutes = 0;
  int rounds = 0;
  bool resume = false;
  int threads = 0;
  mcts::Numbers numbers = mcts::Numbers::Float;
  std::string svg;
  std::string trainer;
  bool json = false;
  bool list = false;
};

// The shape asked for, that of the network to begin with, or one that suits the board.
Result<std::string> arch_of(const Options& options, int size) {
  if (std::error_code ignored; std::filesystem::is_regular_file(options.from, ignored)) {
    const auto weights = nn::load_weights(options.from);
    if (!weights) return fail_at(weights.error(), "--from");
    if (weights->arch.size != size) {
      return fail(Error::Code::Range, "--from: {0} is a network for {1}x{1} boards, not {2}x{2}",
                  quote(options.from), weights->arch.size, size);
    }
    if (options.arch.empty()) return weights->arch.name;
  }
  if (!options.arch.empty()) return options.arch;
  return size <= 4 ? "2x16" : size <= 6 ? "3x32" : "4x48";
}

std::string line_of(const learn::ZeroRound& round) {
  std::string text = fmt::format("round {:4}  {:>8}  {} games {:.2f}/s {:.0f} positions/s", round.round,
                                 format_duration(std::chrono::seconds(static_cast<long>(round.seconds))),
                                 round.games, round.games_per_second, round.positions_per_second);
  if (const auto& loss = round.trained.losses) {
    text += fmt::format("  loss {:.3f} (policy {:.3f} value {:.3f} score {:.3f} ownership {:.3f})", loss->all,
                        loss->policy, loss->value, loss->score, loss->ownership);
  }
  if (round.gate_score) {
    text +=
        fmt::format("  gate {:.1f} % {}", 100 * *round.gate_score, round.accepted ? "accepted" : "refused");
  }
  if (round.rating) text += fmt::format("  Elo {:.0f} +- {:.0f}", round.rating->elo, round.rating->error);
  return text;
}

std::string scores_of(const learn::ZeroRating& rating) {
  std::vector<std::string> parts;
  for (const auto& [opponent, score] : rating.scores) {
    parts.push_back(fmt::format("{} {:.0f} %", opponent, 100 * score));
  }
  return join(parts, ", ");
}

Result<void> write_svg(const Options& options, const std::string& title) {
  if (options.svg.empty()) return {};
  const auto folder = learn::ZeroFolder::open(options.out);
  if (!folder) return std::unexpected(folder.error());
  const auto log = folder->read_log();
  if (!log) return std::unexpected(log.error());
  return save_file(options.svg, learn::draw_curves(*log, title), Existing::Replace);
}

void print_recipe(Context& context) {
  for (const ParamInfo& info : describe_params<learn::ZeroRecipe>()) {
    context.out << fmt::format("{:12} {:>8}  {} ({})\n", info.name, info.default_text, info.help,
                               info.range_text);
  }
}

// What decides the run: as asked for, else as the run to go on with has it, else defaults. Conflicts between
// the first two are found when it is opened.
Result<learn::ZeroSettings> settings_of(const Options& options) {
  learn::ZeroSettings settings;
  if (options.resume) {
    auto there = learn::read_zero_settings(options.out);
    if (!there) return fail_at(there.error(), "--resume");
    settings = *std::move(there);
  }
  if (options.rules || !options.resume) {
    const auto rules = rules::find_ruleset(options.rules.value_or(kRules));
    if (!rules) return fail_at(rules.error(), "--rules");
    settings.rules = *rules;
  }
  const int size = settings.rules->size;
  if (size < nn::kMinBoard || size > nn::kMaxBoard) {
    return fail(Error::Code::Range, "--rules: networks are for boards from {} to {}, not for size {}",
                nn::kMinBoard, nn::kMaxBoard, size);
  }
  if (std::error_code ignored; !options.from.empty() && !std::filesystem::exists(options.from, ignored)) {
    return fail(Error::Code::NotFound, "--from: there is no {}", quote(options.from));
  }
  if (!options.from.empty()) settings.from = options.from;
  if (!options.arch.empty() || !options.resume) {
    auto arch = arch_of(options, size);
    if (!arch) return std::unexpected(arch.error());
    settings.arch = *std::move(arch);
  }
  if (const auto shape = nn::Arch::parse(settings.arch, size); !shape)
    return fail_at(shape.error(), "--arch");
  if (options.preset || !options.resume) {
    const auto recipe = learn::parse_recipe(options.preset.value_or(kPreset), size);
    if (!recipe) return fail_at(recipe.error(), "--preset");
    settings.recipe = *recipe;
  }
  if (options.seed) settings.seed = *options.seed;
  return settings;
}

Result<int> run(Context& context, const Options& options) {
  if (options.list) {
    print_recipe(context);
    return 0;
  }
  if (options.out.empty()) return fail(Error::Code::Parse, "train zero needs --out DIR");
  learn::ZeroRunOptions zero;
  zero.time =
      std::chrono::nanoseconds(static_cast<std::int64_t>((60 * options.hours + options.minutes) * 60e9));
  zero.rounds = options.rounds;
  if (zero.time.count() <= 0 && zero.rounds == 0) {
    return fail(Error::Code::Parse, "train zero needs --hours, --minutes or --rounds");
  }
  auto settings = settings_of(options);
  if (!settings) return std::unexpected(settings.error());
  static_cast<learn::ZeroSettings&>(zero) = *std::move(settings);
  zero.out = options.out;
  zero.resume = options.resume;
  if (const auto able = nn::backend_for(engine::backend_for(options.numbers), nn::Processor::here()); !able) {
    return fail_at(able.error(), "--numbers");
  }
  if (!options.svg.empty()) {
    if (auto fits = check_out_file(options.svg, true); !fits) return fail_at(fits.error(), "--svg");
  }
  zero.threads = options.threads;
  zero.numbers = options.numbers;
  zero.stop = context.stop;
  const auto trainer = learn::find_trainer(options.trainer);
  if (!trainer) return std::unexpected(trainer.error());
  zero.trainer = *trainer;

  std::optional<Progress> progress;
  std::string shown;
  std::uint64_t told = 0;
  zero.on_progress = [&](const std::string& what, std::uint64_t done, std::uint64_t total) {
    if (!context.err_is_terminal) return;  // the lines of the rounds say enough
    if (what != shown || !progress || done < told) {
      progress.emplace(context.err, context.progress_style(), what, "done", total);
      progress->already_done(done);
      shown = what;
    } else {
      progress->advance(done - told);
    }
    told = done;
  };
  const std::string title = fmt::format("{} {}{}{}", zero.rules->name, zero.arch, options.preset ? " " : "",
                                        options.preset.value_or(""));
  std::optional<Error> failed;
  zero.on_round = [&](const learn::ZeroRound& round) {
    progress.reset();
    if (options.json) {
      context.out << learn::json_of(round).dump() << '\n';
    } else {
      context.out << line_of(round) << '\n';
      if (round.rating) context.out << "            " << scores_of(*round.rating) << '\n';
    }
    context.out.flush();
    if (auto drawn = write_svg(options, title); !drawn && !failed) failed = drawn.error();
  };
  const auto state = learn::run_zero(zero);
  progress.reset();
  if (!state) return std::unexpected(state.error());
  if (failed) return std::unexpected(*failed);
  context.err << fmt::format("{} round{}, {} game{}, {}; the weights are {}\n", state->round,
                             state->round == 1 ? "" : "s", state->games, state->games == 1 ? "" : "s",
                             format_duration(std::chrono::seconds(static_cast<long>(state->seconds))),
                             (std::filesystem::path(options.out) / "best.net").string());
  return 0;
}

struct StepOptions {
  learn::ZeroTrainStep step;
  std::vector<std::string> samples;
  std::string from;
  std::string state;
  std::string net;
  std::string trainer;
  bool json = false;
};

Result<int> run_step(Context& context, const StepOptions& options) {
  const auto trainer = learn::find_trainer(options.trainer);
  if (!trainer) return std::unexpected(trainer.error());
  learn::ZeroTrainStep step = options.step;
  step.from = options.from;
  step.state = options.state;
  step.net = options.net;
  step.samples.assign(options.samples.begin(), options.samples.end());
  std::optional<Progress> progress(std::in_place, context.err, context.progress_style(), "training", "steps",
                                   step.steps);
  std::uint64_t told = 0;
  const auto trained = learn::run_trainer(*trainer, step, context.stop, [&](std::uint64_t done) {
    progress->advance(done - told);
    told = done;
  });
  progress.reset();
  if (!trained) return std::unexpected(trained.error());
  const learn::ZeroLosses losses = trained->losses.value_or(learn::ZeroLosses{});
  if (options.json) {
    context.out << dump({{"net", options.net},
                         {"seconds", trained->seconds},
                         {"loss", losses.all},
                         {"policy", losses.policy},
                         {"value", losses.value},
                         {"score", losses.score},
                         {"ownership", losses.ownership}});
  } else {
    context.out << fmt::format("{}: {} steps in {:.1f} s, loss {:.4f}\n", options.net, step.steps,
                               trained->seconds, losses.all);
  }
  return 0;
}

}  // namespace

void add_train_zero(CLI::App& train, Run& chosen) {
  CLI::App* command = train.add_subcommand(
      "zero", "learn Othello from the rules alone: self-play and training, round after round (docs/zero.md)");
  auto options = std::make_shared<Options>();
  command->add_option("--rules", options->rules, "a ruleset (turncoat rules) or its file")
      ->default_str(kRules);
  command
      ->add_option(
          "--arch", options->arch,
          "the network's shape, such as 4x48; left out: that of a file --from, or by the board's size")
      ->type_name("ARCH");
  command
      ->add_option("--preset", options->preset,
                   "fast or seed-004, with changes: fast:sims=64,games=500; --list tells all names")
      ->default_str(kPreset);
  command->add_option("--out", options->out, "the folder of the run")->type_name("DIR");
  command
      ->add_option(
          "--from", options->from,
          "begin with a network file, or with the folder of another run and its games; a network of a "
          "smaller shape grows into that of --arch and answers as before")
      ->type_name("FILE|DIR");
  command->add_option("--hours", options->hours, "how long the run takes in all, earlier parts included")
      ->check(number_range(0.0, 1e6));
  command->add_option("--minutes", options->minutes, "the same; both add up")->check(number_range(0.0, 1e6));
  command->add_option("--rounds", options->rounds, "end after so many rounds in all")
      ->check(CLI::Range(1, 1'000'000));
  command->add_flag("--resume", options->resume,
                    "go on with the run in the folder; what decides it need not be given again");
  add_threads_option(*command, options->threads);
  add_numbers_option(*command, options->numbers);
  command->add_option("--seed", options->seed, "decides what is left to chance")->default_str("1");
  command->add_option("--svg", options->svg, "draw losses and Elo to this file after every round")
      ->type_name("FILE");
  command->add_option("--trainer", options->trainer, "the program turncoat-trainer, if it is elsewhere")
      ->type_name("FILE");
  command->add_flag("--list", options->list, "only list what a preset can change");
  command->add_flag("--json", options->json, "print a JSON line for each round");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

void add_train_zero_step(CLI::App& train, Run& chosen) {
  CLI::App* command =
      train.add_subcommand("zero-step", "one training run of a network on samples of selfplay zero");
  auto options = std::make_shared<StepOptions>();
  learn::ZeroTrainStep& step = options->step;
  step.threads = 0;
  command->add_option("--arch", step.arch, "the network's shape, such as 4x48")
      ->type_name("ARCH")
      ->required();
  command->add_option("--size", step.size, "the board's")
      ->check(CLI::Range(nn::kMinBoard, nn::kMaxBoard))
      ->capture_default_str();
  command->add_option("--samples", options->samples, "files of selfplay zero, oldest first")
      ->type_name("FILE");
  command->add_option("--window", step.window, "use the newest so many samples")->capture_default_str();
  command->add_option("--from", options->from, "state of an earlier step; none: fresh weights")
      ->type_name("FILE");
  command->add_option("--state", options->state, "where the new state goes")->type_name("FILE")->required();
  command->add_option("--net", options->net, "where the weights to play with go")
      ->type_name("FILE")
      ->required();
  command->add_option("--steps", step.steps, "batches to learn from")->capture_default_str();
  command->add_option("--batch", step.batch, "samples of a batch")
      ->check(CLI::Range(1, 65'536))
      ->capture_default_str();
  command->add_option("--rate", step.rate, "learning rate")
      ->check(number_range(0.0, 10.0))
      ->capture_default_str();
  command->add_option("--decay", step.decay, "weight decay")
      ->check(number_range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--ema", step.ema, "average the weights by this share of the old at each step; 0: no")
      ->check(number_range(0.0, 0.999999))
      ->capture_default_str();
  command->add_flag("--merge", step.merge,
                    "samples of the same position, also turned or mirrored, become one, their mean");
  add_threads_option(*command, step.threads);
  command->add_option("--seed", step.seed, "decides what is left to chance")->capture_default_str();
  command->add_option("--trainer", options->trainer, "the program turncoat-trainer, if it is elsewhere")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "print JSON");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run_step(context, *options); }; });
}

}  // namespace turncoat::cli
