#include "search/move_scores.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>

#include "search/scale.h"

namespace turncoat::search {

namespace {

// What the iterations of one move's search found, from the shallowest.
struct Rounds {
  std::vector<Finding> findings;
  std::uint64_t nodes = 0;

  bool exact() const { return findings.back().score.has_value(); }
  // The last of no more than this depth, or the first.
  const Finding& up_to(int depth) const {
    const auto deeper = std::ranges::find_if(findings, [&](const Finding& it) { return it.depth > depth; });
    return deeper == findings.begin() ? *deeper : *std::prev(deeper);
  }
};

Rounds look_after(Searcher& searcher, const rules::Position& position, rules::Square square, Limits limits) {
  rules::Position after = position.after(square);
  Finding move;
  move.move = square;
  move.line.push_back(square);
  move.in_discs = true;
  move.depth = 1;
  double sign = -1;
  const auto goes_on = [&] {
    if (after.must_pass()) return true;
    // Against the clock a searcher plays an only move without a look.
    return (limits.soft || limits.hard) && after.legal_moves().size() == 1;
  };
  while (!after.is_over() && goes_on()) {
    const rules::Move only = after.must_pass() ? rules::Move::pass() : *after.legal_moves().begin();
    if (!only.is_pass()) ++move.depth;
    move.line.push_back(only);
    after = after.after(only);
    sign = -sign;
  }
  if (after.is_over()) {
    move.score = static_cast<int>(sign) * after.score(after.mover());
    return {{move}, 0};
  }
  if (limits.depth > 0) limits.depth = std::max(1, limits.depth - move.depth);
  Rounds rounds;
  const auto keep = [&](const Finding& finding) {
    Finding& found = rounds.findings.emplace_back(move);
    found.value = sign * finding.value;
    found.in_discs = finding.in_discs || finding.score;
    if (finding.score) found.score = static_cast<int>(sign) * *finding.score;
    found.line.insert(found.line.end(), finding.line.begin(), finding.line.end());
    found.depth += finding.depth;
    found.selectivity = finding.selectivity;
  };
  rounds.nodes = searcher.search(after, limits, keep).nodes;
  return rounds;
}

// An even part of the time there still is, for one of the moves to come.
Limits part_of(Limits limits, std::ptrdiff_t moves_to_come) {
  const auto now = std::chrono::steady_clock::now();
  if (limits.soft) limits.soft = now + (*limits.soft - now) / moves_to_come;
  if (limits.hard) limits.hard = now + (*limits.hard - now) / moves_to_come;
  return limits;
}

// An exact score on a scale that does not speak of discs.
double beyond(int score) {
  return score == 0 ? 0 : score > 0 ? kEnd + score : -kEnd + score;
}

}  // namespace

std::vector<Finding> score_moves(Searcher& searcher, const rules::Position& position, const Limits& limits) {
  const rules::SquareSet squares = position.legal_moves();
  std::vector<Rounds> looks;
  for (const rules::Square square : squares) {
    if (limits.stop.stop_requested() && !looks.empty()) break;
    const auto to_come = static_cast<std::ptrdiff_t>(squares.size()) - std::ssize(looks);
    looks.push_back(look_after(searcher, position, square, part_of(limits, to_come)));
  }
  // Guesses of different depths do not compare: the greatest depth counts that every move came to. An exact
  // score is no guess.
  int common = std::numeric_limits<int>::max();
  for (const Rounds& look : looks) {
    if (!look.exact()) common = std::min(common, look.findings.back().depth);
  }
  std::vector<Finding> moves;
  for (const Rounds& look : looks) {
    moves.push_back(look.exact() ? look.findings.back() : look.up_to(common));
    moves.back().nodes = look.nodes;
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
