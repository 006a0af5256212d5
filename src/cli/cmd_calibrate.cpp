#include <ctime>

#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "protocol/agent.h"
#include "protocol/calibration.h"

namespace turncoat::cli {

namespace {

struct Options {
  std::string dir = ".";
  std::string time = "10s";
};

constexpr int kSizes = (rules::kMaxSize - rules::kMinSize) / 2 + 1;

Result<int> run(Context& context, const Options& options) {
  // What the process has used until now is what its start costs: every call of the agent pays it.
  const double start_up = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  const auto time = parse_duration(options.time);
  if (!time) return fail_at(time.error(), "--time");
  const auto overhead = protocol::measure_overhead();
  if (!overhead) return std::unexpected(overhead.error());
  protocol::Calibration calibration;
  calibration.overhead = start_up + *overhead;
  {
    Progress progress(context.err, context.progress_style(), "calibrate", "sizes", kSizes);
    for (int size = rules::kMinSize; size <= rules::kMaxSize; size += 2) {
      auto speed = protocol::measure_speed(size, *time / kSizes, context.stop);
      if (!speed) return std::unexpected(speed.error());
      calibration.sizes.push_back(std::move(*speed));
      progress.advance();
    }
  }
  const auto path = std::filesystem::path(options.dir) / protocol::kAgentCalibration;
  const auto saved = save_file(path, protocol::format_calibration(calibration), Existing::Replace);
  if (!saved) return std::unexpected(saved.error());

  context.out << fmt::format("{:<8}{:>12}{:>14}{:>14}\n", "board", "nodes/s", "depth in 1 s", "in 10 s");
  for (const protocol::SizeSpeed& speed : calibration.sizes) {
    const auto depth = [&](double seconds) {
      return protocol::depth_within(calibration, speed.size, seconds).value_or(0);
    };
    context.out << fmt::format("{:<8}{:>12.0f}{:>14}{:>14}\n", fmt::format("{}x{}", speed.size, speed.size),
                               speed.nodes_per_second, depth(1), depth(10));
  }
  context.out << fmt::format("a call costs {:.0f} ms besides thinking\n{}\n", calibration.overhead * 1000,
                             path.string());
  return 0;
}

}  // namespace

void add_calibrate(CLI::App& app, Run& chosen) {
  CLI::App* command =
      app.add_subcommand("calibrate", "measure this machine for the agent: calibration.txt in its folder");
  auto options = std::make_shared<Options>();
  command->add_option("--dir", options->dir, "the agent's folder")->capture_default_str();
  command->add_option("--time", options->time, "how long to measure, all sizes together")
      ->capture_default_str();
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
