#include "cli/position_solver.h"

#include <algorithm>

namespace turncoat::cli {

namespace {

// What was found after `move`, as the side that made it sees it.
search::Finding seen_before(rules::Move move, search::Finding finding) {
  if (finding.score) finding.score = -*finding.score;
  if (finding.bounds) finding.bounds = search::Bounds{-finding.bounds->upper, -finding.bounds->lower};
  finding.value = 0.0 - finding.value;
  finding.move = move;
  finding.line.insert(finding.line.begin(), move);
  return finding;
}

}  // namespace

search::Finding PositionSolver::solve(const rules::Position& position, const Progress& progress) {
  if (position.is_over()) {
    search::Finding over;
    over.score = position.score(position.mover());
    over.bounds = search::Bounds{*over.score, *over.score};
    return over;
  }
  if (position.must_pass()) return solve_move(position, rules::Move::pass(), progress);
  search::Limits limits;
  limits.stop = stop_;
  limits.outcome_only = settings_.wld;
  limits.progress = progress;
  return searcher_for(position).search(position, limits, progress);
}

search::Finding PositionSolver::solve_move(const rules::Position& position, rules::Move move,
                                           const Progress& progress) {
  Progress seen;
  if (progress) seen = [&](const search::Finding& finding) { progress(seen_before(move, finding)); };
  return seen_before(move, solve(position.after(move), seen));
}

search::Searcher& PositionSolver::searcher_for(const rules::Position& position) {
  if (searcher_ == nullptr || *rules_ != position.ruleset()) {
    rules_ = position.ruleset_ptr();
    // Where nothing is learned for the board, mobility orders the moves.
    const auto known = std::ranges::find(settings_.patterns, rules_->size, &search::PatternEval::size);
    const search::Evaluation evaluation =
        known != settings_.patterns.end() ? search::Evaluation(*known) : search::MobilityEval{};
    searcher_ = search::make_searcher(*rules_, evaluation,
                                      {.table_bytes = settings_.table_bytes, .threads = settings_.threads},
                                      rules::kernel::best_isa());
  }
  return *searcher_;
}

}  // namespace turncoat::cli
