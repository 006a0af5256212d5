#include <chrono>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/arena.h"
#include "cli/commands.h"
#include "cli/hash_option.h"
#include "cli/threads_option.h"
#include "engine/models.h"
#include "record/transcript.h"
#include "search/levels.h"
#include "search/searcher.h"

namespace turncoat::cli {

namespace {

using Clock = std::chrono::steady_clock;

// Openings, middle games and endings of our own self-play. Whoever changes the list changes every signature.
constexpr std::string_view kGames[] = {
    "c4c3c2e3f4g5e6d6",
    "e6f6d3c5c4e3f4d6f3b3b5f2",
    "e6d6c6f4g3e7f7c5e3c7b5b6a6",
    "f5d6c5f4d3b4d7c3f3d2d1g3e6c4e3f6g4",
    "c4c3d3e3e2e1f3g3d2c1f2b5h3g4f4f5d6f6",
    "f5f4e3d6c4g5f6b4c3d2b2c5e2f3e1c2a5f2h4a2a1a3",
    "d3c5e6f7b6f5d6c7g8e3f2b5g4f6f4a5c6c4c3b4a6f3b3",
    "e6d6c4f6c7c3e7f4e3d7g4b8b2a1c5e2g5b5b7h6c2g7g6b3b4d3a4",
    "d3e3f6e6f5g4f3g6e7e2g5c2f4f7h6d2h3c5g3d6f2f1e8d7c8d8c3c4",
    "e6f4g3d6c4f6d7c8g6d3c5b4c3b3b6c6b5a6e7f8a5a4a2f3c2e3f2g4f5e2d2h3",
    "f5d6c5b6b5f4a7b4e3a5d3c4f3c2c3d2e6g4g5e2c6h6g3h3a3b3a2c7d1g6f1f6h4",
    "f5f4e3f2g4g5f3f6e6c6d3d2b7a8g6h4c3h5h3g7f7g3d1b2a1d6h6c2c5b4e1c4b5a2e2b3a5",
    "c4c5f6e3c6e6f5b3e2g4c3f3f4g5g6f7h6h4f2d3h5h7d7b4e7b6a6d6c7h3d2g3f8c1a4d1g2b5",
    "e6d6c6f4f3d7c7b5c4f2e7c8b8a8g3f5b7h3g2c5b6b3d8d3a4e8c2e3c3h1f6g5f7a5b4a7d2g6e2f8a6e1",
    "c4c3e6f4c2c6e3f6g6b3a2f3g3b4f5c1d3a4a5a6b5b6c5d6d7e8b1a1a3g5d8c8e7g4h6h5b7c7b8f8f7b2g8",
    "f5f4d3c4g3c2d2e2f3g4g5h2c3f6e3h3h4h5c5b3g6h6f2b4e1d1a3f1b5e6e7a6g7a4b1c6b6d7a5a2d6a7c8f7b7a8c7b8",
};

struct Options {
  int level = 12;
  int threads = 1;
  std::uint64_t hash = 32 << 20;
  std::string weights = "patterns-8";
  bool signature = false;
  bool json = false;
};

struct Line {
  int empties = 0;
  search::Finding finding;
  double seconds = 0;
};

Result<std::vector<rules::Position>> positions() {
  std::vector<rules::Position> list;
  for (const std::string_view moves : kGames) {
    const auto game = record::parse_transcript(rules::Position(rules::standard(8)), moves);
    if (!game) return std::unexpected(game.error());
    rules::Position position = game->position();
    if (position.must_pass()) position = position.after(rules::Move::pass());
    list.push_back(position);
  }
  return list;
}

void print_line(std::ostream& out, std::size_t number, const Line& line) {
  const search::Finding& finding = line.finding;
  out << fmt::format(
      "{:>3} {:>3} {:>5} {:>5} {:>7.2f} {:<4} {:>12} {:>8.3f}\n", number, line.empties, finding.depth,
      finding.score ? "exact" : search::kSelectivities[static_cast<std::size_t>(finding.selectivity)].name,
      finding.value, finding.move.name(), finding.nodes, line.seconds);
  out.flush();
}

Result<int> run(Context& context, const Options& options) {
  const auto patterns = engine::load_patterns_for(8, options.weights);
  if (!patterns) return fail_at(patterns.error(), "--weights");
  const auto list = positions();
  if (!list) return std::unexpected(list.error());
  if (options.signature && options.threads != 1) {
    return fail(Error::Code::Conflict,
                "--signature is of one thread: with {} the nodes differ from run to run", options.threads);
  }
  if (options.signature && options.json) {
    return fail(Error::Code::Conflict, "--signature and --json both want the output");
  }
  const auto searcher = search::make_searcher(*rules::standard(8), *patterns,
                                              {.table_bytes = options.hash, .threads = options.threads},
                                              rules::kernel::best_isa());
  const bool quiet = options.signature || options.json;
  if (!quiet) context.out << "  # emp depth  care   score move        nodes  seconds\n" << std::flush;
  std::vector<Line> lines;
  std::uint64_t nodes = 0;
  double seconds = 0;
  for (const rules::Position& position : *list) {
    Line line;
    line.empties = position.empties().size();
    const search::LevelPlan plan = search::plan_of_level(options.level, line.empties);
    search::Limits limits;
    limits.depth = plan.depth;
    limits.selectivity = plan.selectivity;
    limits.stop = context.stop;
    searcher->clear();
    const auto start = Clock::now();
    line.finding = searcher->search(position, limits, {});
    line.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (context.stop.stop_requested()) break;
    nodes += line.finding.nodes;
    seconds += line.seconds;
    if (!quiet) print_line(context.out, lines.size() + 1, line);
    lines.push_back(std::move(line));
  }
  const bool complete = lines.size() == list->size();
  if (!complete) context.err << fmt::format("stopped after {} of {} positions\n", lines.size(), list->size());
  const double rate = seconds > 0 ? static_cast<double>(nodes) / seconds : 0;
  if (options.signature) {
    if (complete) context.out << nodes << '\n';
  } else if (options.json) {
    nlohmann::ordered_json json = {{"nodes", nodes},
                                   {"seconds", seconds},
                                   {"nodes_per_second", rate},
                                   {"threads", options.threads},
                                   {"level", options.level},
                                   {"complete", complete},
                                   {"positions", nlohmann::json::array()}};
    for (const Line& line : lines) {
      json["positions"].push_back({{"empties", line.empties},
                                   {"depth", line.finding.depth},
                                   {"value", line.finding.value},
                                   {"move", line.finding.move.name()},
                                   {"nodes", line.finding.nodes},
                                   {"seconds", line.seconds}});
    }
    context.out << dump(json);
  } else {
    context.out << fmt::format("{}: {}\n{:.3f} s, {:.2f} M nodes/s\n", complete ? "Bench" : "nodes", nodes,
                               seconds, rate / 1e6);
  }
  return 0;
}

}  // namespace

void add_bench(CLI::App& app, Run& chosen) {
  CLI::App* command =
      app.add_subcommand("bench", "search a fixed list of positions; the node total is a signature");
  auto options = std::make_shared<Options>();
  command->add_option("--level", options->level, "how far to look, as the player engine does")
      ->check(CLI::Range(0, search::kMostLevel))
      ->capture_default_str();
  add_threads_option(*command, options->threads, "only one gives a signature", kMostSearchThreads);
  add_hash_option(*command, options->hash);
  command->add_option("--weights", options->weights, "pattern weights: a model or a file")
      ->capture_default_str();
  command->add_flag("--signature", options->signature, "print the node total only");
  command->add_flag("--json", options->json, "print JSON");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
