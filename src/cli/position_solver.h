// PositionSolver: exact scores of positions one after another, on any board, and of every move of one. Passes
// and ended games have scores too.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "search/searcher.h"

namespace turncoat::cli {

struct SolverSettings {
  std::uint64_t table_bytes = 64 << 20;
  int threads = 1;
  bool wld = false;
  std::vector<search::PatternEval> patterns = {};  // to order moves by, where there are some for the board
};

class PositionSolver {
 public:
  // Told of a search as it goes: what is known so far, for the mover of the position to solve.
  using Progress = std::function<void(const search::Finding&)>;

  PositionSolver(SolverSettings settings, std::stop_token stop)
      : settings_(std::move(settings)), stop_(std::move(stop)) {}

  // Without a score when it was stopped before the end; what is known then is in the bounds.
  search::Finding solve(const rules::Position& position, const Progress& progress);

  // The same of the position after the move, as seen by the side that makes it: `move` comes first.
  search::Finding solve_move(const rules::Position& position, rules::Move move, const Progress& progress);

 private:
  search::Searcher& searcher_for(const rules::Position& position);

  SolverSettings settings_;
  std::stop_token stop_;
  rules::RulesetPtr rules_;
  std::unique_ptr<search::Searcher> searcher_;
};

}  // namespace turncoat::cli
