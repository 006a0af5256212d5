// Searches by several threads and searches broken off: the scores are those of one thread left alone.
#include <thread>

#include <gmock/gmock.h>

#include "rules/testing/random_games.h"
#include "search/searcher.h"
#include "search/testing/pattern_eval.h"

namespace turncoat::search {
namespace {

using rules::Position;
using rules::testing::late_position;
using testing::sensible_patterns;

std::unique_ptr<Searcher> searcher(const Evaluation& evaluation, int threads) {
  return make_searcher(*rules::standard(8), evaluation, {.table_bytes = 4 << 20, .threads = threads},
                       rules::kernel::best_isa());
}

const std::vector<Evaluation>& evaluations() {
  static const std::vector<Evaluation> all{StagedEval{}, sensible_patterns(true)};
  return all;
}

TEST(Parallel, FindsTheExactScoreOfOneThread) {
  for (const int empties : {14, 16, 17, 18}) {
    const Position position = late_position(rules::standard(8), empties, static_cast<std::uint64_t>(empties));
    const int expected = *searcher(sensible_patterns(true), 1)->search(position, {}, {}).score;
    for (const Evaluation& evaluation : evaluations()) {
      if (std::holds_alternative<StagedEval>(evaluation) && empties > 16) continue;  // slow
      for (const int threads : {2, 4}) {
        const auto search = searcher(evaluation, threads);
        for (int round = 0; round < 3; ++round) {
          const Finding finding = search->search(position, {}, {});
          ASSERT_EQ(finding.score, expected) << threads << " threads, " << position.to_string();
          ASSERT_FALSE(finding.line.empty());
          rules::Game game(position);
          for (const rules::Move move : finding.line) ASSERT_TRUE(game.play(move).has_value()) << move.name();
          EXPECT_EQ(game.position().score(position.mover()), expected);
          if (round == 1) search->clear();
        }
      }
    }
  }
}

TEST(Parallel, GivesAPlayableMoveFromAnyPosition) {
  for (const int threads : {2, 5}) {
    const auto search = searcher(sensible_patterns(true), threads);
    for (int empties = 60; empties > 20; empties -= 7) {
      const Position position = late_position(rules::standard(8), empties, 4);
      const Finding finding = search->search(position, {.depth = 7, .selectivity = 0}, {});
      EXPECT_EQ(finding.depth, 7);
      rules::Game game(position);
      for (const rules::Move move : finding.line) ASSERT_TRUE(game.play(move).has_value()) << move.name();
    }
  }
}

// What a search broken off leaves in the table must not mislead the next.
TEST(BrokenOff, LeavesNothingWrongBehind) {
  const Position position = late_position(rules::standard(8), 16, 5);
  const int expected = *searcher(StagedEval{}, 1)->search(position, {}, {}).score;
  for (const Evaluation& evaluation : evaluations()) {
    for (const int threads : {1, 4}) {
      const auto search = searcher(evaluation, threads);
      for (std::uint64_t limit = 200; limit < 20'000; limit += limit / 2) {
        const Finding finding = search->search(position, {.nodes = limit}, {});
        EXPECT_TRUE(position.is_legal(finding.move));
        EXPECT_EQ(finding.score.value_or(expected), expected);
      }
      EXPECT_EQ(search->search(position, {}, {}).score, expected);
    }
  }
}

// The limit is that of each search, not of all that one searcher ever made, and of all threads together.
TEST(NodeLimit, HoldsForEverySearch) {
  constexpr std::uint64_t kLimit = 30'000;
  const Position start(rules::standard(8));
  for (const int threads : {1, 2, 4}) {
    const auto search = searcher(sensible_patterns(true), threads);
    for (int round = 0; round < 4; ++round) {
      const Finding finding = search->search(start, {.nodes = kLimit}, {});
      EXPECT_GE(finding.nodes, kLimit) << "round " << round;
      EXPECT_LT(finding.nodes, kLimit * 5 / 4) << threads << " threads";
      EXPECT_TRUE(start.is_legal(finding.move));
    }
  }
}

TEST(Stop, EndsASearchThatWouldTakeForever) {
  const Position start(rules::standard(8));
  for (const int threads : {1, 4}) {
    const auto search = searcher(sensible_patterns(true), threads);
    std::stop_source source;
    Limits limits;
    limits.stop = source.get_token();
    std::jthread other;
    const Finding finding = search->search(start, limits, [&](const Finding& so_far) {
      if (so_far.depth == 7) other = std::jthread([&] { source.request_stop(); });
    });
    EXPECT_GE(finding.depth, 7);
    EXPECT_TRUE(start.is_legal(finding.move));
  }
}

// Of an exact score: whenever they are told, closer every time, and closed in the end.
TEST(Bounds, HoldTheScoreAndCloseInOnIt) {
  for (const int threads : {1, 3}) {
    for (const Evaluation& evaluation : evaluations()) {
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Position position = late_position(rules::standard(8), 15, seed);
        std::vector<Bounds> told;
        Limits limits;
        limits.progress = [&](const Finding& so_far) {
          EXPECT_TRUE(position.is_legal(so_far.move));
          if (so_far.bounds) told.push_back(*so_far.bounds);
        };
        const Finding finding = searcher(evaluation, threads)->search(position, limits, {});
        ASSERT_TRUE(finding.score.has_value());
        EXPECT_EQ(finding.bounds, (Bounds{*finding.score, *finding.score}));
        ASSERT_FALSE(told.empty());
        Bounds before{-64, 64};
        for (const Bounds& bounds : told) {
          EXPECT_LE(bounds.lower, *finding.score);
          EXPECT_GE(bounds.upper, *finding.score);
          EXPECT_GE(bounds.lower, before.lower);
          EXPECT_LE(bounds.upper, before.upper);
          before = bounds;
        }
      }
    }
  }
}

// A long iteration is told of all the same: who waits for the third time gets to see it.
TEST(Bounds, AreToldWhileNothingHappens) {
  const Position start(rules::standard(8));
  for (const int threads : {1, 3}) {
    std::stop_source source;
    int told = 0;
    std::uint64_t nodes = 0;
    Limits limits;
    limits.stop = source.get_token();
    limits.progress = [&](const Finding& so_far) {
      EXPECT_GE(so_far.nodes, nodes);
      nodes = so_far.nodes;
      if (++told == 3) source.request_stop();
    };
    searcher(sensible_patterns(true), threads)->search(start, limits, {});
    EXPECT_GT(nodes, 0U);
  }
}

TEST(HardTime, EndsASearchAtOnceWithAMove) {
  for (const int empties : {60, 30, 18}) {
    const Position position = late_position(rules::standard(8), empties, 6);
    for (const int threads : {1, 4}) {
      Limits limits;
      limits.hard = std::chrono::steady_clock::now();
      const Finding finding = searcher(sensible_patterns(true), threads)->search(position, limits, {});
      EXPECT_TRUE(position.is_legal(finding.move));
      EXPECT_LT(finding.nodes, 50'000U);
      EXPECT_FALSE(finding.score.has_value());
    }
  }
}

TEST(SoftTime, BeginsNoFurtherIteration) {
  const Position position = late_position(rules::standard(8), 40, 6);
  Limits limits;
  limits.soft = std::chrono::steady_clock::now();
  EXPECT_EQ(searcher(sensible_patterns(true), 1)->search(position, limits, {}).depth, 1);
}

}  // namespace
}  // namespace turncoat::search
