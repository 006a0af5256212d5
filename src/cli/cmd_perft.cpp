#include <chrono>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/start_option.h"
#include "cli/threads_option.h"
#include "rules/perft.h"

namespace turncoat::cli {

namespace {

struct Options {
  std::string rules = "standard-8";
  std::string position;
  std::string pass = "ply";
  std::string kernel = "auto";
  int depth = 8;
  int threads = 1;
  bool no_bulk = false;
  bool divide = false;
  bool json = false;
};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double rate(std::uint64_t nodes, double seconds) {
  return seconds > 0 ? static_cast<double>(nodes) / seconds : 0.0;
}

Result<int> print_divided(Context& context, const rules::Position& position,
                          const rules::PerftOptions& options, nlohmann::json json, bool as_json) {
  const auto start = Clock::now();
  const auto counts = rules::perft_divide(position, options, context.stop);
  if (!counts) return std::unexpected(counts.error());
  const double seconds = seconds_since(start);
  std::uint64_t nodes = counts->empty() ? 1 : 0;  // a game that is over is one line
  json["moves"] = nlohmann::json::object();
  for (const auto& [move, below] : *counts) {
    nodes += below;
    json["moves"][move.name()] = below;
    if (!as_json) context.out << fmt::format("{:<5} {:>20}\n", move.name(), below);
  }
  json["nodes"] = nodes;
  json["seconds"] = seconds;
  json["nodes_per_second"] = rate(nodes, seconds);
  if (as_json) {
    context.out << json.dump(2) << '\n';
  } else {
    context.out << fmt::format("total {:>20}\n", nodes);
  }
  return 0;
}

Result<int> run(Context& context, const Options& options) {
  const auto chosen = start_position(options.rules, options.position);
  if (!chosen) return std::unexpected(chosen.error());
  const rules::Position& position = *chosen;
  const auto isa = rules::kernel::parse_isa(options.kernel);
  if (!isa) return fail_at(isa.error(), "--kernel");
  rules::PerftOptions perft;
  perft.depth = options.depth;
  perft.pass = options.pass == "free" ? rules::PerftOptions::Pass::Free : rules::PerftOptions::Pass::Ply;
  perft.bulk = !options.no_bulk;
  perft.threads = options.threads;
  perft.isa = *isa;

  nlohmann::json json = {{"rules", position.ruleset().name}, {"position", position.to_string()},
                         {"depth", options.depth},           {"pass", options.pass},
                         {"threads", options.threads},       {"kernel", rules::kernel::isa_name(*isa)},
                         {"bulk", !options.no_bulk}};
  if (options.divide) return print_divided(context, position, perft, std::move(json), options.json);
  if (!options.json)
    context.out << fmt::format("{:>5} {:>20} {:>10} {:>14}\n", "depth", "nodes", "seconds", "nodes/s");
  for (int depth = options.json ? options.depth : 1; depth <= options.depth; ++depth) {
    perft.depth = depth;
    const auto start = Clock::now();
    const auto nodes = rules::perft(position, perft, context.stop);
    if (!nodes) return std::unexpected(nodes.error());
    const double seconds = seconds_since(start);
    if (!options.json) {
      context.out << fmt::format("{:>5} {:>20} {:>10.3f} {:>14.0f}\n", depth, *nodes, seconds,
                                 rate(*nodes, seconds));
      context.out.flush();
      continue;
    }
    json["nodes"] = *nodes;
    json["seconds"] = seconds;
    json["nodes_per_second"] = rate(*nodes, seconds);
    context.out << json.dump(2) << '\n';
  }
  return 0;
}

}  // namespace

void add_perft(CLI::App& app, Run& chosen) {
  CLI::App* command =
      app.add_subcommand("perft", "count the lines of play to a depth, to check and time move generation");
  auto options = std::make_shared<Options>();
  command->add_option("--rules", options->rules, "a ruleset's name or file")->capture_default_str();
  command->add_option("--position", options->position, "count from this board instead of the start");
  command->add_option("--depth", options->depth, "plies")->check(CLI::Range(1, 60))->capture_default_str();
  command->add_option("--pass", options->pass, "a pass is a ply, or free")
      ->check(CLI::IsMember({"ply", "free"}))
      ->capture_default_str();
  add_threads_option(*command, options->threads);
  command->add_option("--kernel", options->kernel, "auto, reference, portable, avx2 or avx512")
      ->capture_default_str();
  command->add_flag("--no-bulk", options->no_bulk, "play the moves of the last ply instead of counting them");
  command->add_flag("--divide", options->divide, "show the count below each move");
  command->add_flag("--json", options->json, "print JSON, for the last depth only");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
