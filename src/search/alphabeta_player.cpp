#include "search/alphabeta_player.h"

#include <algorithm>

#include "player/pace.h"

namespace turncoat::search {

namespace {

// Without a clock, a time or a depth of its own the player looks this far: strong, and quick on every board.
constexpr int kDefaultDepth = 6;

player::Thought thought_of(const Finding& finding) {
  player::Thought thought;
  if (finding.score) thought.score = *finding.score;
  thought.depth = finding.depth;
  thought.nodes = finding.nodes;
  thought.line = finding.line;
  thought.note = finding.score ? "exact" : fmt::format("value {:+.0f}", finding.value);
  return thought;
}

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
             "for eval=linear: a name under models/heuristics, or a file");
  fields.add("patience", &AlphaBetaParams::patience, {0, 64},
             "give a position's other moves up after so many in a row that did not improve; 0: never");
  fields.add_bytes("tt", &AlphaBetaParams::tt, {64 << 10, std::uint64_t{16} << 30},
                   "memory for positions seen before");
}

AlphaBetaPlayer::AlphaBetaPlayer(const AlphaBetaParams& params, Evaluation evaluation)
    : params_(params), evaluation_(std::move(evaluation)) {}

Result<void> AlphaBetaPlayer::new_game(const rules::Position& start, std::uint64_t) {
  searcher_ =
      make_searcher(start.ruleset(), evaluation_, {params_.tt, params_.patience}, rules::kernel::best_isa());
  line_.clear();
  return {};
}

Result<player::Choice> AlphaBetaPlayer::choose(const rules::Game& game, const player::Request& request) {
  const player::StallWatch::Move watched(stalls_);
  const auto now = std::chrono::steady_clock::now();
  if (const auto move = foreseen(game)) {
    player::Choice choice{*move, {}, false};
    choice.thought.note = "as foreseen";
    return choice;
  }
  TimeBudget budget = stalls_.safe(request.time, (game.position().empties().size() + 1) / 2);
  if (params_.time.count() > 0)
    budget.move = std::min(params_.time, budget.hard_limit().value_or(params_.time));

  Limits limits;
  limits.stop = request.stop;
  limits.depth = params_.depth;
  const rules::Position& position = game.position();
  const int turn = game.ply() / 2 + 1;
  const auto time = player::allot(budget, request.pace, position.size(), position.empties().size(), turn);
  if (time) {
    // An iteration costs several times the one before: one begun after a third of the time would not end.
    limits.soft = now + time->target / 3;
    limits.hard = now + (budget.move ? time->limit : time->target);
  } else if (params_.depth == 0) {
    limits.depth = kDefaultDepth;
  }
  const auto report = [&](const Finding& finding) {
    if (request.report) request.report(thought_of(finding));
  };
  const Finding finding = searcher_->search(position, limits, report);
  line_ = finding.line;
  line_ply_ = game.ply();
  return player::Choice{finding.move, thought_of(finding), false};
}

std::optional<rules::Move> AlphaBetaPlayer::foreseen(const rules::Game& game) const {
  const int since = game.ply() - line_ply_;
  if (line_.empty() || since < 2 || since >= static_cast<int>(line_.size())) return std::nullopt;
  // Own move, pass, own move, pass, ...: nothing the opponent did can have changed the plan.
  for (int i = 0; i < since; ++i) {
    const rules::Move played = game.moves()[static_cast<std::size_t>(line_ply_ + i)];
    if (played != line_[static_cast<std::size_t>(i)] || (i % 2 == 1) != played.is_pass()) return std::nullopt;
  }
  const rules::Move next = line_[static_cast<std::size_t>(since)];
  if (next.is_pass() || !game.position().is_legal(next)) return std::nullopt;
  return next;
}

}  // namespace turncoat::search
