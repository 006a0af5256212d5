#include "engine/book_judge.h"

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "base/check.h"
#include "search/levels.h"

namespace turncoat::engine {

namespace {

constexpr std::uint64_t kTableBytes = 8 << 20;
// Of search::kSelectivities.
constexpr std::array<int, search::kSelectivities.size()> kPercent{73, 87, 95, 98, 99, 100};

}  // namespace

book::Judge engine_judge(const rules::RulesetPtr& rules, const search::PatternEval& patterns, int level,
                         int threads, std::stop_token stop) {
  TURNCOAT_CHECK(rules->size == 8, "patterns are for 8x8");
  auto searchers = std::make_shared<std::vector<std::unique_ptr<search::Searcher>>>();
  for (int i = 0; i < threads; ++i) {
    searchers->push_back(
        search::make_searcher(*rules, patterns, {.table_bytes = kTableBytes}, rules::kernel::best_isa()));
  }
  return [searchers, level, stop](const rules::Position& position, const rules::SquareSet& excluded,
                                  int worker) -> std::optional<book::Leaf> {
    search::Searcher& searcher = *(*searchers)[static_cast<std::size_t>(worker)];
    searcher.clear();  // which thread looks at which position must not matter
    const search::LevelPlan plan = search::plan_of_level(level, position.empties().size());
    search::Limits limits;
    limits.depth = plan.depth;
    limits.selectivity = plan.selectivity;
    limits.excluded = excluded;
    limits.stop = stop;
    const search::Finding finding = searcher.search(position, limits, {});
    if (stop.stop_requested()) return std::nullopt;
    book::Leaf leaf{finding.move.square()};
    const double score = finding.score ? *finding.score : finding.value;
    leaf.score = static_cast<int>(std::lround(score * book::kUnit));
    leaf.level = level;
    leaf.depth = finding.depth;
    leaf.percent = kPercent[static_cast<std::size_t>(finding.selectivity)];
    return leaf;
  };
}

}  // namespace turncoat::engine
