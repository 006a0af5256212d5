#include "engine/exact_solver.h"

#include <memory>

#include "rules/kernel/board64.h"
#include "search/endgame_solver.h"
#include "search/searcher.h"

namespace turncoat::engine {

namespace {

constexpr std::uint64_t kTableBytes = 4 << 20;

}  // namespace

mcts::Solve exact_solver(const rules::Ruleset& rules, int empties) {
  if (empties <= 0) return {};
  const bool plain =
      rules.size <= 8 && rules.scoring == rules::Scoring::EmptiesToWinner && rules.black_bonus == 0;
  if (plain && empties <= search::EndgameSolver::kMostEmpties) {
    std::shared_ptr<search::EndgameSolver> solver =
        search::make_endgame_solver(rules.size, rules::kernel::best_isa());
    const int squares = rules.size * rules.size;
    return [solver, empties, squares](const rules::Position& position) -> std::optional<int> {
      if (position.empties().size() > empties) return std::nullopt;
      return solver->window(rules::kernel::Lattice64::board_of(position), -squares, squares);
    };
  }
  std::shared_ptr<search::Searcher> searcher = search::make_searcher(
      rules, search::MobilityEval{}, {.table_bytes = kTableBytes}, rules::kernel::best_isa());
  return [searcher, empties](const rules::Position& position) -> std::optional<int> {
    if (position.empties().size() > empties) return std::nullopt;
    return searcher->search(position, {}, {}).score;
  };
}

}  // namespace turncoat::engine
