// exact_solver: the endgame solvers of search/ as what guided searches ask, on every board and ruleset.
#pragma once

#include "mcts/judge.h"
#include "rules/ruleset.h"

namespace turncoat::engine {

// Solves positions of this ruleset with at most so many empty squares, and others in which a side is about to
// lose all its discs; 0: an empty function. One thread uses what it returns at a time.
mcts::Solve exact_solver(const rules::Ruleset& rules, int empties);

// The same with a move, for more empty squares: alpha-beta to the end, moves ordered by mobility alone.
// Scores are the same whatever was solved before; among equal moves the choice is too, as it forgets other
// games.
// With `outcomes` it tells who wins with two more empty squares.
mcts::SolveRoot root_solver(const rules::Ruleset& rules, int empties, bool outcomes);

}  // namespace turncoat::engine
