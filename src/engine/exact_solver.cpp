#include "engine/exact_solver.h"

#include <memory>

#include "rules/kernel/board64.h"
#include "search/endgame_solver.h"
#include "search/searcher.h"
#include "search/wipe_out.h"

namespace turncoat::engine {

namespace {

constexpr std::uint64_t kTableBytes = 4 << 20;
constexpr std::uint64_t kRootTableBytes = 8 << 20;
constexpr int kMoreForOutcome = 2;
constexpr int kWipeOutPlies = 3;  // looked ahead for the loss of all discs

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
      const rules::kernel::Board64 board = rules::kernel::Lattice64::board_of(position);
      if (position.empties().size() <= empties) return solver->window(board, -squares, squares);
      const int wiped_out = search::forced_wipe_out(board, position.size(), kWipeOutPlies);
      if (wiped_out != 0) return wiped_out * squares;
      return std::nullopt;
    };
  }
  std::shared_ptr<search::Searcher> searcher = search::make_searcher(
      rules, search::MobilityEval{}, {.table_bytes = kTableBytes}, rules::kernel::best_isa());
  return [searcher, empties](const rules::Position& position) -> std::optional<int> {
    if (position.empties().size() > empties) return std::nullopt;
    return searcher->search(position, {}, {}).score;
  };
}

mcts::SolveRoot root_solver(const rules::Ruleset& rules, int empties, bool outcomes) {
  if (empties <= 0) return {};
  struct Memory {
    std::unique_ptr<search::Searcher> searcher;
    std::optional<rules::Position> last;
  };
  auto memory = std::make_shared<Memory>();
  memory->searcher = search::make_searcher(rules, search::MobilityEval{}, {.table_bytes = kRootTableBytes},
                                           rules::kernel::best_isa());
  return [memory, empties, outcomes](const rules::Position& position,
                                     std::optional<std::chrono::steady_clock::time_point> end,
                                     std::stop_token stop) -> std::optional<mcts::Ending> {
    const int left = position.empties().size();
    if (left > empties + (outcomes ? kMoreForOutcome : 0)) return std::nullopt;
    const rules::SquareSet empty = position.empties();
    const bool goes_on = memory->last && empty != memory->last->empties() &&
                         (empty | memory->last->empties()) == memory->last->empties();
    if (!goes_on) memory->searcher->clear();
    memory->last = position;
    search::Limits limits;
    limits.outcome_only = left > empties;
    limits.hard = end;
    limits.stop = std::move(stop);
    search::Finding finding = memory->searcher->search(position, limits, {});
    if (!finding.score) return std::nullopt;
    return mcts::Ending{finding.move, *finding.score, std::move(finding.line), limits.outcome_only};
  };
}

}  // namespace turncoat::engine
