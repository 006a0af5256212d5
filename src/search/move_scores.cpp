#include "search/move_scores.h"

#include <algorithm>

#include "search/scale.h"

namespace turncoat::search {

namespace {

Finding score_after(Searcher& searcher, const rules::Position& position, rules::Square square,
                    Limits limits) {
  rules::Position after = position.after(square);
  Finding result;
  result.move = square;
  result.line.push_back(square);
  result.in_discs = true;
  if (after.is_over()) {
    result.score = -after.score(after.mover());
    return result;
  }
  double sign = -1;
  if (after.must_pass()) {
    after = after.after(rules::Move::pass());
    sign = 1;
    result.line.push_back(rules::Move::pass());
  }
  limits.depth = limits.depth > 0 ? std::max(1, limits.depth - 1) : 0;
  const Finding finding = searcher.search(after, limits, {});
  result.value = sign * finding.value;
  result.in_discs = finding.in_discs || finding.score;
  if (finding.score) result.score = static_cast<int>(sign) * *finding.score;
  result.line.insert(result.line.end(), finding.line.begin(), finding.line.end());
  result.depth = finding.depth + 1;
  result.selectivity = finding.selectivity;
  result.nodes = finding.nodes;
  return result;
}

// An exact score on a scale that does not speak of discs.
double beyond(int score) {
  return score == 0 ? 0 : score > 0 ? kEnd + score : -kEnd + score;
}

}  // namespace

std::vector<Finding> score_moves(Searcher& searcher, const rules::Position& position, const Limits& limits) {
  std::vector<Finding> moves;
  for (const rules::Square square : position.legal_moves()) {
    if (limits.stop.stop_requested() && !moves.empty()) break;
    moves.push_back(score_after(searcher, position, square, limits));
  }
  const bool in_discs = std::ranges::all_of(moves, &Finding::in_discs);
  for (Finding& move : moves) {
    move.in_discs = in_discs;
    if (move.score) move.value = in_discs ? *move.score : beyond(*move.score);
  }
  std::ranges::stable_sort(moves, std::ranges::greater{}, &Finding::value);
  return moves;
}

}  // namespace turncoat::search
