// Searches that must not change unnoticed: the same position to the same depth gives the same move after the
// same number of nodes, on every kernel. A change of the search that means to change them changes the table;
// a failure prints the new row.
#include <gmock/gmock.h>

#include "rules/testing/random_games.h"
#include "search/searcher.h"

namespace turncoat::search {
namespace {

using rules::testing::late_position;

struct Golden {
  const char* rules;
  int empties;  // of a position reached by random moves
  int depth;
  int patience;
  const char* move;
  std::uint64_t nodes;
};

constexpr Golden kGoldens[] = {
    {"standard-4", 12, 12, 0, "b1", 1286},  {"standard-6", 32, 6, 0, "c2", 702},
    {"standard-6", 12, 12, 0, "a6", 26295}, {"standard-8", 60, 6, 0, "d3", 786},
    {"standard-8", 34, 5, 0, "h3", 9719},   {"standard-8", 34, 6, 3, "h5", 1176},
    {"standard-8", 10, 10, 0, "a4", 3497},  {"standard-10", 60, 4, 0, "j10", 4353},
    {"leader-12", 136, 4, 0, "i8", 719},    {"leader-12", 80, 3, 0, "i1", 1021},
    {"leader-12", 8, 8, 0, "j4", 4213},
};

TEST(GoldenSearch, FindsTheSameMoveInAsManyNodes) {
  for (const Golden& golden : kGoldens) {
    const rules::RulesetPtr rules = *rules::find_ruleset(golden.rules);
    const rules::Position position = late_position(rules, golden.empties, 20);
    for (const rules::kernel::Isa isa : rules::kernel::supported_isas()) {
      const auto searcher = make_searcher(*rules, StagedEval{}, {.patience = golden.patience}, isa);
      const Finding finding = searcher->search(position, {.depth = golden.depth}, {});
      EXPECT_EQ(std::pair(rules::Move(finding.move).name(), finding.nodes),
                std::pair(std::string(golden.move), golden.nodes))
          << fmt::format(R"({{"{}", {}, {}, {}, "{}", {}}}, on )", golden.rules, golden.empties, golden.depth,
                         golden.patience, rules::Move(finding.move).name(), finding.nodes)
          << rules::kernel::isa_name(isa);
    }
  }
}

}  // namespace
}  // namespace turncoat::search
