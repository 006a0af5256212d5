// Searches with the pattern evaluation, on every kernel.
#include <set>

#include <gmock/gmock.h>

#include "rules/symmetry.h"
#include "rules/testing/random_games.h"
#include "search/searcher.h"
#include "search/testing/pattern_eval.h"

namespace turncoat::search {
namespace {

using rules::Position;
using rules::Symmetry;
using rules::kernel::best_isa;
using rules::kernel::Isa;
using rules::testing::late_position;
using rules::testing::plain_negamax;
using testing::patterns_with_order;
using testing::sensible_patterns;

const eval::PatternWeights::Packed& packed() {
  static const auto weights = testing::sensible_weights();
  return weights;
}

// All moves to the depth, evaluated one by one from nothing; a pass costs no depth.
int plain_search(const Position& position, int depth) {
  if (position.is_over()) return position.score(position.mover()) * eval::PatternWeights::kUnit;
  if (position.must_pass()) return -plain_search(position.after(rules::Move::pass()), depth);
  if (depth == 0) return eval::testing::plain_patterns(position, packed());
  int best = std::numeric_limits<int>::min();
  for (const rules::Square square : position.legal_moves()) {
    best = std::max(best, -plain_search(position.after(square), depth - 1));
  }
  return best;
}

std::unique_ptr<Searcher> searcher(const Evaluation& evaluation, Options options = {}, Isa isa = best_isa()) {
  return make_searcher(*rules::standard(8), evaluation, options, isa);
}

TEST(PatternSearch, IsPlainNegamaxOverThePlainSum) {
  for (const int empties : {58, 40, 20, 9, 4}) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const Position position = late_position(rules::standard(8), empties, seed);
      const int deepest = std::min(empties == 40 || empties == 20 ? 2 : 3, position.empties().size());
      for (int depth = 1; depth <= deepest; ++depth) {
        const double expected =
            static_cast<double>(plain_search(position, depth)) / eval::PatternWeights::kUnit;
        for (const Isa isa : rules::kernel::supported_isas()) {
          const Finding finding =
              searcher(sensible_patterns(false), {}, isa)->search(position, {.depth = depth}, {});
          EXPECT_EQ(finding.value, expected) << rules::kernel::isa_name(isa) << ' ' << position.to_string();
          EXPECT_EQ(finding.depth, depth);
        }
      }
    }
  }
}

TEST(PatternSearch, SolvesLateEndgames) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Position position = late_position(rules::standard(8), 1 + static_cast<int>(seed), seed);
    const int expected = plain_negamax(position);
    for (const Isa isa : rules::kernel::supported_isas()) {
      for (const bool selective : {false, true}) {
        const Finding finding = searcher(sensible_patterns(selective), {}, isa)->search(position, {}, {});
        EXPECT_EQ(finding.score, expected) << position.to_string();
        EXPECT_EQ(-plain_negamax(position.after(finding.move)), expected);
      }
    }
  }
}

// Another ruleset's scoring keeps the ladder of exact endgames out.
TEST(PatternSearch, SolvesWithoutTheLadder) {
  const rules::RulesetPtr rules = rules::with_scoring(rules::standard(8), rules::Scoring::DiscsOnly);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Position position = late_position(rules, 6, seed);
    const auto search = make_searcher(*rules, sensible_patterns(true), {}, best_isa());
    EXPECT_EQ(search->search(position, {}, {}).score, plain_negamax(position));
  }
}

// Evaluations only order moves: every one comes to the same score.
TEST(PatternSearch, SolvesAsTheStagedEvaluationDoes) {
  for (const int empties : {12, 13, 14, 15, 16}) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const Position position = late_position(rules::standard(8), empties, seed);
      const auto score = searcher(StagedEval{})->search(position, {}, {}).score;
      ASSERT_TRUE(score.has_value());
      EXPECT_EQ(searcher(sensible_patterns(false))->search(position, {}, {}).score, score);
      EXPECT_EQ(searcher(sensible_patterns(true))->search(position, {}, {}).score, score);
      EXPECT_EQ(searcher(MobilityEval{})->search(position, {}, {}).score, score);
      std::set<std::uint64_t> nodes;
      for (const Isa isa : rules::kernel::supported_isas()) {
        const Finding ordered = searcher(patterns_with_order(), {}, isa)->search(position, {}, {});
        EXPECT_EQ(ordered.score, score);
        nodes.insert(ordered.nodes);
      }
      EXPECT_EQ(nodes.size(), 1U) << "every instruction set orders the same";
      EXPECT_EQ(searcher(sensible_patterns(true), {.table_bytes = 1})->search(position, {}, {}).score, score)
          << "with a table of four places";
    }
  }
}

TEST(PatternSearch, GivesSymmetricPositionsOneScore) {
  const Position late = late_position(rules::standard(8), 14, 3);
  const Position middle = late_position(rules::standard(8), 40, 3);
  const auto search = searcher(sensible_patterns(true));
  const auto plain = searcher(sensible_patterns(false));
  const auto score = search->search(late, {}, {}).score;
  const double value = plain->search(middle, {.depth = 5}, {}).value;
  for (const Symmetry symmetry : Symmetry::all()) {
    search->clear();
    EXPECT_EQ(search->search(symmetry(late), {}, {}).score, score);
    plain->clear();
    EXPECT_EQ(plain->search(symmetry(middle), {.depth = 5}, {}).value, value);
  }
}

// Early positions share one place in the table with their images.
TEST(PatternSearch, UsesWhatItKnowsOfAnImage) {
  const Position position = late_position(rules::standard(8), 56, 3);
  const auto search = searcher(sensible_patterns(false));
  const Finding first = search->search(position, {.depth = 6}, {});
  for (const Symmetry symmetry : Symmetry::all()) {
    const Finding finding = search->search(symmetry(position), {.depth = 6}, {});
    EXPECT_EQ(finding.value, first.value);
    EXPECT_LT(finding.nodes, first.nodes);
    rules::Game game(symmetry(position));
    for (const rules::Move move : finding.line) ASSERT_TRUE(game.play(move).has_value()) << move.name();
  }
}

TEST(SmallBoards, AreSolvedFromTheirStart) {
  for (const Isa isa : rules::kernel::supported_isas()) {
    for (const Evaluation& evaluation : {Evaluation(StagedEval{}), Evaluation(MobilityEval{})}) {
      const auto search = make_searcher(*rules::standard(4), evaluation, {}, isa);
      EXPECT_EQ(search->search(Position(rules::standard(4)), {}, {}).score, -10) << "3 to 11, two empty";
    }
  }
}

TEST(PatternSearch, CutsOnlyWhenAsked) {
  const Position position = late_position(rules::standard(8), 44, 2);
  const Finding wide = searcher(sensible_patterns(false))->search(position, {.depth = 8}, {});
  const Finding full = searcher(sensible_patterns(true))->search(position, {.depth = 8}, {});
  const Finding cut = searcher(sensible_patterns(true))->search(position, {.depth = 8, .selectivity = 0}, {});
  EXPECT_EQ(full.value, wide.value);
  EXPECT_EQ(full.nodes, wide.nodes);
  EXPECT_LT(cut.nodes, wide.nodes);
  EXPECT_EQ(cut.selectivity, 0);
  EXPECT_FALSE(cut.score.has_value());
}

TEST(PatternSearch, ClaimsNoExactScoreAfterSelectiveCuts) {
  const Position position = late_position(rules::standard(8), 18, 2);
  const Finding finding = searcher(sensible_patterns(true))->search(position, {.selectivity = 1}, {});
  EXPECT_TRUE(finding.to_end);
  EXPECT_FALSE(finding.score.has_value());
  EXPECT_EQ(finding.selectivity, 1);
}

// Nothing is to be found deeper when a side loses all its discs: the end is searched at once.
TEST(PatternSearch, SkipsIterationsOnceASideIsWipedOut) {
  rules::SquareSet own;
  rules::SquareSet others;
  own.insert(rules::Square(0, 0));
  others.insert(rules::Square(1, 0));
  const auto position = Position::make(rules::standard(8), own, others, rules::Color::Black);
  ASSERT_TRUE(position.has_value());
  int iterations = 0;
  const Finding finding =
      searcher(sensible_patterns(true))->search(*position, {}, [&](const Finding&) { ++iterations; });
  EXPECT_EQ(finding.score, 64);
  EXPECT_LE(iterations, 6) << "of 57";
}

TEST(ExactLine, LeadsToTheScore) {
  for (const int empties : {1, 2, 5, 11, 12, 13, 14, 15, 17}) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const Position position = late_position(rules::standard(8), empties, 10 + seed);
      for (const Evaluation& evaluation : {Evaluation(StagedEval{}), Evaluation(sensible_patterns(true))}) {
        const Finding finding = searcher(evaluation)->search(position, {}, {});
        ASSERT_FALSE(finding.line.empty()) << empties;
        EXPECT_EQ(finding.line.front(), finding.move);
        rules::Game game(position);
        for (const rules::Move move : finding.line) ASSERT_TRUE(game.play(move).has_value()) << move.name();
        EXPECT_TRUE(game.is_over()) << empties << ' ' << position.to_string();
        EXPECT_EQ(game.position().score(position.mover()), finding.score)
            << empties << ' ' << evaluation.index() << ' ' << position.to_string();
      }
    }
  }
}

TEST(OutcomeOnly, IsTheSignOfTheScoreWithAMoveThatKeepsIt) {
  const auto sign = [](int score) { return (score > 0) - (score < 0); };
  const Limits wld{.outcome_only = true};
  for (int empties = 1; empties <= 16; ++empties) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const Position position = late_position(rules::standard(8), empties, 30 + seed);
      for (const Evaluation& evaluation : {Evaluation(StagedEval{}), Evaluation(sensible_patterns(true))}) {
        const auto exact = searcher(evaluation);
        const int score = *exact->search(position, {}, {}).score;
        const Finding finding = searcher(evaluation)->search(position, wld, {});
        ASSERT_TRUE(finding.score.has_value());
        EXPECT_EQ(*finding.score, 2 * sign(score));
        ASSERT_TRUE(position.is_legal(finding.move)) << finding.move.name() << ' ' << position.to_string();
        Position after = position.after(finding.move);
        int turn = -1;
        if (!after.is_over() && after.must_pass()) {
          after = after.after(rules::Move::pass());
          turn = 1;
        }
        const int reached =
            after.is_over() ? after.score(position.mover()) : turn * *exact->search(after, {}, {}).score;
        EXPECT_EQ(sign(reached), sign(score)) << finding.move.name() << ' ' << position.to_string();
      }
    }
  }
}

// Boards and countings that the ladder of exact endgames does not know.
TEST(OutcomeOnly, HasAMoveWithoutTheLadder) {
  for (const rules::RulesetPtr& rules :
       {rules::standard(10), rules::with_scoring(rules::standard(8), rules::Scoring::DiscsOnly)}) {
    for (int empties = 1; empties <= 5; ++empties) {
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Position position = late_position(rules, empties, seed);
        const auto search = make_searcher(*rules, StagedEval{}, {}, best_isa());
        const Finding finding = search->search(position, {.outcome_only = true}, {});
        EXPECT_TRUE(position.is_legal(finding.move)) << finding.move.name() << ' ' << position.to_string();
        const int score = plain_negamax(position);
        EXPECT_EQ(finding.score, score > 0 ? 2 : score < 0 ? -2 : 0);
      }
    }
  }
}

}  // namespace
}  // namespace turncoat::search
