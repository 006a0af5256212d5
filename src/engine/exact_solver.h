// exact_solver: the endgame solvers of search/ as what guided searches ask, on every board and ruleset.
#pragma once

#include "mcts/judge.h"
#include "rules/ruleset.h"

namespace turncoat::engine {

// Solves positions of this ruleset with at most so many empty squares; 0: an empty function. One thread uses
// what it returns at a time.
mcts::Solve exact_solver(const rules::Ruleset& rules, int empties);

}  // namespace turncoat::engine
