#include "search/engine.h"

#include <algorithm>
#include <cmath>

#include "search/levels.h"

namespace turncoat::search {

namespace {

constexpr int kMostFullWidth = 8;

// Doubles with every square; the figures are those of docs/endgame.md for one thread.
std::chrono::nanoseconds time_to_end(int empties, int threads) {
  const double seconds = 0.25 * std::exp2(empties - 20) / threads;
  return std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * std::min(seconds, 1e6)));
}

}  // namespace

void EngineParams::describe(Fields<EngineParams>& fields) {
  using std::chrono::hours;
  using std::chrono::nanoseconds;
  fields.add("level", &EngineParams::level, {0, kMostLevel},
             "how far to look when no clock runs: about so many plies, twice as far near the end");
  fields.add("depth", &EngineParams::depth, {0, 60},
             "plies to look ahead, without selective cuts, instead of a level; 0: by level or clock");
  fields.add("time", &EngineParams::time, {nanoseconds(0), hours(24)},
             "time for each move, whatever the clock says; 0: by the clock");
  fields.add("nodes", &EngineParams::nodes, {0, std::uint64_t{1} << 50},
             "positions to look at for each move; 0: no limit");
  fields.add("threads", &EngineParams::threads, {1, 256}, "threads to search with");
  fields.add_bytes("hash", &EngineParams::hash, {kLeastHash, kMostHash}, "memory for positions seen before");
  fields.add("error", &EngineParams::error, {0.0, 500.0},
             "how weak: discs to lose in a game by mistakes like people's, on average; 0: none");
  fields.add(
      "blunder", &EngineParams::blunder, {0.0, 64.0},
      "how wild, with error: the most discs that one move may lose; 0: a quarter of error, but at least 8");
  fields.add("ponder", &EngineParams::ponder,
             "think on while the opponent does; moves then depend on how long it takes");
  fields.add("weights", &EngineParams::weights,
             "a name under models, or a file of pattern weights; shipped: those for the board");
}

SearchSettings engine_settings(const EngineParams& params, std::vector<PatternEval> patterns) {
  SearchSettings settings;
  std::vector<int> sizes;
  for (const PatternEval& of_size : patterns) sizes.push_back(of_size.size());
  settings.evaluation = [patterns = std::move(patterns),
                         named = params.weights](const rules::Ruleset& rules) -> Result<Evaluation> {
    const auto known = std::ranges::find(patterns, rules.size, &PatternEval::size);
    if (known != patterns.end()) return *known;
    // Only of the shipped ones it is understood that some boards have none.
    if (named != EngineParams{}.weights) {
      return fail(Error::Code::Conflict, "engine: {0} is made for {1}x{1}, not for {2}x{2}", named,
                  patterns.front().size(), rules.size);
    }
    return StagedEval{};
  };
  settings.options = {.table_bytes = params.hash, .threads = params.threads};
  settings.time = params.time;
  settings.nodes = params.nodes;
  settings.fallibility = {params.error, params.blunder};
  settings.ponder = params.ponder;
  settings.plan = [params, sizes = std::move(sizes)](const rules::Position& position, bool clock,
                                                     Limits& limits) {
    limits.depth = params.depth;
    // One that errs looks at every move by itself, which no clock is cut for.
    const bool by_level = params.error > 0 || (!clock && params.nodes == 0);
    if (params.depth > 0 || !by_level) return;
    if (std::ranges::find(sizes, position.size()) == sizes.end()) {
      // Nothing is learned for this board, and without selective cuts every ply costs its full price.
      limits.depth = std::clamp(params.level, 1, kMostFullWidth);
      return;
    }
    const LevelPlan plan = plan_of_level(params.level, position.empties().size());
    limits.depth = plan.depth;
    limits.selectivity = plan.selectivity;
  };
  settings.time_to_end = [threads = params.threads](int empties) { return time_to_end(empties, threads); };
  return settings;
}

}  // namespace turncoat::search
