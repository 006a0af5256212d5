// turncoat-trainer: the program around one training run. `turncoat train` starts it; it is a program of its
// own so that nothing else has to load libtorch.
#include <iostream>
#include <limits>

#include <CLI/CLI.hpp>
#include <malloc.h>
#include <nlohmann/json.hpp>

#include "nn/arch.h"
#include "trainer/bench.h"
#include "trainer/run.h"
#include "trainer/stop_signal.h"

namespace {

using namespace turncoat;
using namespace turncoat::trainer;

struct Arguments {
  RunOptions run;
  bool json = false;
  bool bench = false;
  double seconds = 1;
};

void declare(CLI::App& app, Arguments& arguments) {
  RunOptions& run = arguments.run;
  app.add_option("--arch", run.arch, std::string(nn::arch_help()))->capture_default_str();
  app.add_option("--size", run.size, "board size, even, 4 to 12")->capture_default_str();
  app.add_option("--samples", run.samples, "files of samples, the oldest first");
  app.add_option("--window", run.window, "train on so many of the newest samples")
      ->check(CLI::Range(1U, 2'000'000'000U))
      ->capture_default_str();
  app.add_option("--steps", run.steps, "so many more steps")->capture_default_str();
  app.add_option("--batch", run.batch, "samples in a step")
      ->check(CLI::Range(1, 65536))
      ->capture_default_str();
  app.add_option("--lr", run.learning_rate, "learning rate, or a schedule: 0.02,0.002@50000")
      ->capture_default_str();
  const CLI::Range share(0.0, 1.0);
  app.add_option("--momentum", run.step.momentum, "of the gradient descent")
      ->check(share)
      ->capture_default_str();
  app.add_option("--weight-decay", run.step.weight_decay, "towards zero, of weights")
      ->check(share)
      ->capture_default_str();
  app.add_option("--ema", run.step.average, "what a step keeps of the average of past weights; 0: no average")
      ->check(share)
      ->capture_default_str();
  const CLI::Range factor(0.0, 1000.0);
  app.add_option("--policy-weight", run.step.policy_weight, "of the policy in the loss")
      ->check(factor)
      ->capture_default_str();
  app.add_option("--value-weight", run.step.value_weight, "of the value in the loss")
      ->check(factor)
      ->capture_default_str();
  app.add_option("--score-weight", run.step.score_weight, "of the score in the loss")
      ->check(factor)
      ->capture_default_str();
  app.add_option("--ownership-weight", run.step.ownership_weight, "of the squares' owners in the loss")
      ->check(factor)
      ->capture_default_str();
  app.add_option("--threads", run.threads, "threads to compute with")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--seed", run.seed, "of the first weights, and of the samples picked")
      ->capture_default_str();
  app.add_option("--state", run.state, "network, optimiser and step count: read, and written back");
  app.add_option("--out", run.out, "network file to write, for play");
  app.add_flag("--init", run.init, "begin with random weights instead of reading --state");
  app.add_option("--weights", run.weights,
                 "with --init: begin with this network file instead, grown to --arch if it is smaller");
  app.add_flag("--merge", run.merge,
               "samples of the same position, also turned or mirrored, become one, their mean");
  app.add_flag("!--no-symmetries", run.symmetries, "take samples as they are, not turned and mirrored");
  app.add_option("--report-every", run.report_every, "steps between two lines of progress")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--save-every", run.save_every, "steps between two saves of state and network")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_flag("--json-progress", arguments.json, "progress as JSON lines");
  app.add_flag("--bench", arguments.bench, "measure speed instead: libtorch, oneDNN and our own kernel");
  app.add_option("--seconds", arguments.seconds, "time for each figure of --bench")->capture_default_str();
}

void print(const Report& report, bool json) {
  const Losses& losses = report.losses;
  if (json) {
    std::cout << nlohmann::ordered_json{{"step", report.step},
                                        {"loss", losses.total},
                                        {"policy_loss", losses.policy},
                                        {"value_loss", losses.value},
                                        {"score_loss", losses.score},
                                        {"ownership_loss", losses.ownership},
                                        {"lr", report.learning_rate},
                                        {"samples_per_second", report.samples_per_second}}
                     .dump();
  } else {
    std::cout << fmt::format(
        "step {}  loss {:.4f}  policy {:.4f}  value {:.4f}  score {:.4f}  ownership {:.4f}  {:.0f} samples/s",
        report.step, losses.total, losses.policy, losses.value, losses.score, losses.ownership,
        report.samples_per_second);
  }
  std::cout << std::endl;
}

int failed(const Error& error) {
  std::cerr << "error: " << error.message << '\n';
  return 1;
}

int train(const Arguments& arguments, const StopSignal& signal) {
  const RunOptions& options = arguments.run;
  if (options.state.empty()) return failed({Error::Code::Parse, "--state names no file"});
  if (options.samples.empty() && options.steps > 0) {
    return failed({Error::Code::Parse, "--samples names no files; --steps 0 trains nothing"});
  }
  const auto result = run(options, {.report = [&](const Report& report) { print(report, arguments.json); },
                                    .remark = [](const std::string& text) { std::cerr << text << '\n'; },
                                    .stop = [&] { return signal.seen(); }});
  if (!result) return failed(result.error());
  if (arguments.json) {
    std::cout << nlohmann::ordered_json{{"done", result->done},
                                        {"step", result->steps},
                                        {"stopped", result->stopped}}
                     .dump()
              << std::endl;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  // Every step takes and gives back the same large tensors: handing their pages to the system and fetching
  // zeroed ones again took a sixth of the time.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  const StopSignal signal;
  CLI::App app("Trains a network on samples: one run of some steps.", "turncoat-trainer");
  app.set_version_flag("--version", TURNCOAT_VERSION);
  Arguments arguments;
  declare(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 1;
  }
  try {
    if (!arguments.bench) return train(arguments, signal);
    std::vector<std::string> archs = {"4x32", "6x64"};
    if (app.count("--arch") > 0) archs = {arguments.run.arch};
    const auto done = bench(archs, arguments.seconds, std::cout);
    return done ? 0 : failed(done.error());
  } catch (const std::exception& error) {
    std::cerr << "error: this should not happen: " << error.what() << '\n';
    return 2;
  }
}
