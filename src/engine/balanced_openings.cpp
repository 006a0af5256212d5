#include "engine/balanced_openings.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "base/parallel.h"
#include "rules/symmetry.h"
#include "search/levels.h"

namespace turncoat::engine {

namespace {

constexpr int kQuickLevel = 4;
constexpr double kQuickMargin = 6;  // discs a quick look may be wrong by
constexpr std::uint64_t kTableBytes = 8 << 20;

std::pair<std::uint64_t, std::uint64_t> key_of(const rules::Position& position) {
  const rules::kernel::Board64 board = rules::canonical(rules::kernel::Lattice64::board_of(position)).board;
  return {board.mover, board.other};
}

// The mean of two searches one ply apart: the side that moves last in a search looks better than it is.
double score_of(search::Searcher& searcher, const rules::Position& position, int level,
                std::stop_token stop) {
  const search::LevelPlan plan = search::plan_of_level(level, position.empties().size());
  search::Limits limits;
  limits.selectivity = plan.selectivity;
  limits.stop = stop;
  double sum = 0;
  for (const int depth : {std::max(1, plan.depth - 1), plan.depth}) {
    limits.depth = depth;
    sum += searcher.search(position, limits, {}).value;
  }
  return sum / 2;
}

}  // namespace

std::vector<rules::Game> distinct_openings(int plies) {
  std::vector<rules::Game> games{rules::Game(rules::standard(8))};
  for (int ply = 0; ply < plies; ++ply) {
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    std::vector<rules::Game> next;
    for (const rules::Game& game : games) {
      if (game.position().must_pass()) continue;  // openings have none worth keeping
      for (const rules::Square square : game.position().legal_moves()) {
        if (!seen.insert(key_of(game.position().after(square))).second) continue;
        rules::Game longer = game;
        if (longer.play(square)) next.push_back(std::move(longer));
      }
    }
    games = std::move(next);
  }
  std::erase_if(games, [](const rules::Game& game) { return game.position().legal_moves().empty(); });
  return games;
}

std::vector<BalancedOpening> balanced_openings(
    const search::PatternEval& patterns, const BalanceSettings& settings,
    const std::function<void(std::uint64_t, std::uint64_t)>& advance, std::stop_token stop) {
  const std::vector<rules::Game> games = distinct_openings(settings.plies);
  std::vector<std::unique_ptr<search::Searcher>> searchers;
  for (int i = 0; i < settings.threads; ++i) {
    searchers.push_back(search::make_searcher(*rules::standard(8), patterns, {.table_bytes = kTableBytes},
                                              rules::kernel::best_isa()));
  }
  std::vector<double> scores(games.size(), HUGE_VAL);
  std::atomic<std::uint64_t> done{0};
  parallel_for(
      settings.threads, games.size(),
      [&](std::uint64_t i, int worker) {
        search::Searcher& searcher = *searchers[static_cast<std::size_t>(worker)];
        searcher.clear();  // which thread looks at which opening must not matter
        const rules::Position& position = games[i].position();
        const double quick = score_of(searcher, position, kQuickLevel, stop);
        if (std::abs(quick) <= settings.within + kQuickMargin) {
          scores[i] = score_of(searcher, position, settings.level, stop);
        }
        if (advance) advance(++done, games.size());
      },
      stop);
  std::vector<BalancedOpening> balanced;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (std::abs(scores[i]) <= settings.within) balanced.push_back({games[i], scores[i]});
  }
  return balanced;
}

}  // namespace turncoat::engine
