#include "search/move_scores.h"

#include <algorithm>

namespace turncoat::search {

namespace {

MoveScore score_after(Searcher& searcher, const rules::Position& position, rules::Square square,
                      Limits limits) {
  MoveScore result;
  result.move = square;
  rules::Position after = position.after(square);
  double sign = -1;
  result.line.push_back(square);
  if (after.is_over()) {
    result.score = -after.score(after.mover());
    result.value = *result.score;
    return result;
  }
  if (after.must_pass()) {
    after = after.after(rules::Move::pass());
    sign = 1;
    result.line.push_back(rules::Move::pass());
  }
  limits.depth = limits.depth > 0 ? std::max(1, limits.depth - 1) : 0;
  const Finding finding = searcher.search(after, limits, {});
  result.value = sign * finding.value;
  if (finding.score) result.score = static_cast<int>(sign) * *finding.score;
  result.line.insert(result.line.end(), finding.line.begin(), finding.line.end());
  result.depth = finding.depth + 1;
  result.selectivity = finding.selectivity;
  result.nodes = finding.nodes;
  return result;
}

}  // namespace

std::vector<MoveScore> score_moves(Searcher& searcher, const rules::Position& position,
                                   const Limits& limits) {
  std::vector<MoveScore> scores;
  for (const rules::Square square : position.legal_moves()) {
    if (limits.stop.stop_requested() && !scores.empty()) break;
    scores.push_back(score_after(searcher, position, square, limits));
  }
  std::ranges::stable_sort(scores, [](const MoveScore& a, const MoveScore& b) { return a.value > b.value; });
  return scores;
}

}  // namespace turncoat::search
