#include "search/searcher.h"

#include <gmock/gmock.h>

#include "base/rng.h"
#include "rules/testing/random_games.h"

namespace turncoat::search {
namespace {

using rules::kernel::Isa;
using rules::testing::late_position;
using rules::testing::plain_negamax;

const std::vector<Isa>& isas() {
  static const std::vector<Isa> all = rules::kernel::supported_isas();
  return all;
}

TEST(SearcherScore, IsTheExactOneWhenTheEndIsInReach) {
  for (const char* name : {"standard-4", "standard-6", "standard-8", "standard-10", "leader-12"}) {
    const rules::RulesetPtr rules = *rules::find_ruleset(name);
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const rules::Position position = late_position(rules, 7, seed);
      const int expected = plain_negamax(position);
      for (const Isa isa : isas()) {
        const auto searcher = make_searcher(*rules, StagedEval{}, {}, isa);
        const Finding finding = searcher->search(position, {}, {});
        ASSERT_TRUE(finding.score.has_value());
        EXPECT_EQ(*finding.score, expected) << name << ' ' << position.to_string();
        EXPECT_EQ(-plain_negamax(position.after(finding.move)), expected);
      }
    }
  }
}

// Some moves left out: the best of the others, at every depth, and the table keeps no wrong score of the
// position.
TEST(SearcherScore, IsThatOfTheMovesNotExcluded) {
  for (const char* name : {"standard-6", "standard-8", "leader-12"}) {
    const rules::RulesetPtr rules = *rules::find_ruleset(name);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const rules::Position position = late_position(rules, 7, seed);
      const auto searcher = make_searcher(*rules, StagedEval{}, {}, rules::kernel::best_isa());
      rules::SquareSet left = position.legal_moves();
      Limits limits;
      while (left.size() > 1) {
        const rules::Move best = searcher->search(position, limits, {}).move;
        limits.excluded.insert(best.square());
        left.erase(best.square());
        int expected = -1000;
        for (const rules::Square square : left) {
          expected = std::max(expected, -plain_negamax(position.after(square)));
        }
        const Finding finding = searcher->search(position, limits, {});
        ASSERT_TRUE(left.contains(finding.move.square()));
        EXPECT_EQ(finding.score, expected) << name << ' ' << position.to_string();
        EXPECT_EQ(searcher->search(position, {}, {}).score, plain_negamax(position));
        const Finding shallow = searcher->search(position, {.depth = 2, .excluded = limits.excluded}, {});
        ASSERT_TRUE(left.contains(shallow.move.square()));
      }
    }
  }
}

TEST(SearcherScore, CountsTheTieBreakAndDiscsOnly) {
  const rules::RulesetPtr rules =
      rules::with_scoring(*rules::find_ruleset("leader-12"), rules::Scoring::DiscsOnly);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const rules::Position position = late_position(rules, 6, seed);
    const auto searcher = make_searcher(*rules, StagedEval{}, {}, rules::kernel::best_isa());
    EXPECT_EQ(searcher->search(position, {}, {}).score, plain_negamax(position));
  }
}

// Same position, same limits: same nodes on every kernel. The number itself changes whenever the search does.
TEST(SearcherNodes, AreTheSameOnEveryKernel) {
  for (const int size : {6, 8, 12}) {
    const rules::RulesetPtr rules = rules::standard(size);
    const rules::Position position = late_position(rules, size * size - 14, 3);
    std::vector<std::uint64_t> nodes;
    for (const Isa isa : isas()) {
      const auto searcher = make_searcher(*rules, StagedEval{}, {}, isa);
      const Finding finding = searcher->search(position, {.depth = 4}, {});
      EXPECT_EQ(finding.depth, 4);
      nodes.push_back(finding.nodes);
    }
    EXPECT_THAT(nodes, testing::Each(nodes.front()));
  }
}

TEST(SearcherLine, CanBePlayed) {
  const rules::RulesetPtr rules = rules::standard(8);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const rules::Position position = late_position(rules, 10 + static_cast<int>(seed) * 4, seed);
    const auto searcher = make_searcher(*rules, StagedEval{}, {}, rules::kernel::best_isa());
    const Finding finding = searcher->search(position, {.depth = 6}, {});
    rules::Game game(position);
    ASSERT_FALSE(finding.line.empty());
    EXPECT_EQ(finding.line.front(), finding.move);
    for (const rules::Move move : finding.line) EXPECT_TRUE(game.play(move).has_value()) << move.name();
  }
}

TEST(SearcherLimits, AreKept) {
  const rules::RulesetPtr rules = rules::standard(8);
  const rules::Position start(rules);
  const auto searcher = make_searcher(*rules, StagedEval{}, {}, rules::kernel::best_isa());
  EXPECT_LT(searcher->search(start, {.nodes = 20'000}, {}).nodes, 22'000U);

  std::stop_source stopped;
  stopped.request_stop();
  Limits limits;
  limits.stop = stopped.get_token();
  const Finding finding = searcher->search(start, limits, {});
  EXPECT_TRUE(start.is_legal(finding.move)) << "a stopped search still has a move";
  EXPECT_LT(finding.nodes, 5'000U);
}

TEST(SearcherReport, ComesOnceForEveryDepth) {
  const rules::RulesetPtr rules = rules::standard(8);
  std::vector<int> depths;
  const auto searcher = make_searcher(*rules, StagedEval{}, {}, rules::kernel::best_isa());
  searcher->search(rules::Position(rules), {.depth = 5},
                   [&](const Finding& f) { depths.push_back(f.depth); });
  EXPECT_THAT(depths, testing::ElementsAre(1, 2, 3, 4, 5));
}

TEST(SearcherPatience, LooksAtFewerNodes) {
  const rules::RulesetPtr rules = rules::standard(8);
  const rules::Position position = late_position(rules, 40, 1);
  const Limits limits{.depth = 6};
  const auto patient = make_searcher(*rules, StagedEval{}, {}, rules::kernel::best_isa());
  const auto impatient = make_searcher(*rules, StagedEval{}, {.patience = 3}, rules::kernel::best_isa());
  EXPECT_LT(impatient->search(position, limits, {}).nodes, patient->search(position, limits, {}).nodes);
}

}  // namespace
}  // namespace turncoat::search
