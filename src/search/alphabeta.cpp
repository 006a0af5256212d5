#include "search/alphabeta.h"

namespace turncoat::search {

namespace {

// Without a clock, a time or a depth of its own the player looks this far: strong, and quick on every board.
constexpr int kDefaultDepth = 6;

}  // namespace

void AlphaBetaParams::describe(Fields<AlphaBetaParams>& fields) {
  using std::chrono::hours;
  using std::chrono::nanoseconds;
  fields.add("depth", &AlphaBetaParams::depth, {0, 60},
             "plies to look ahead at most; 0: as far as the time allows, 6 without a clock");
  fields.add("time", &AlphaBetaParams::time, {nanoseconds(0), hours(1)},
             "time for each move, whatever the clock says; 0: by the clock");
  fields.add("eval", &AlphaBetaParams::eval, {{"staged", EvalKind::Staged}, {"linear", EvalKind::Linear}},
             "how positions are judged");
  fields.add("weights", &AlphaBetaParams::weights,
             "for eval=linear: a name under models/heuristics, a file, or its numbers; left out: evolved for "
             "the board");
  fields.add("patience", &AlphaBetaParams::patience, {0, 64},
             "give a position's other moves up after so many in a row that did not improve; 0: never");
  fields.add_bytes("tt", &AlphaBetaParams::tt, {64 << 10, std::uint64_t{16} << 30},
                   "memory for positions seen before");
}

SearchSettings alphabeta_settings(const AlphaBetaParams& params,
                                  std::function<Evaluation(const rules::Ruleset& rules)> evaluation) {
  SearchSettings settings;
  settings.evaluation = std::move(evaluation);
  settings.options = {.table_bytes = params.tt, .patience = params.patience};
  settings.time = params.time;
  settings.plan = [depth = params.depth](const rules::Position&, bool clock, Limits& limits) {
    limits.depth = depth == 0 && !clock ? kDefaultDepth : depth;
  };
  return settings;
}

}  // namespace turncoat::search
