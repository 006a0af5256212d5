#include "search/move_scores.h"

#include <gmock/gmock.h>

#include "rules/testing/random_games.h"

namespace turncoat::search {
namespace {

using std::chrono::hours;
using std::chrono::steady_clock;
using testing::Each;
using testing::ElementsAre;
using testing::Field;

// Its search number c, from 0, finishes iterations[c] iterations; the value after d of them is 10 d + c.
// Search number `exact` finds as much as a score with its last one.
class ScriptedSearcher final : public Searcher {
 public:
  explicit ScriptedSearcher(std::vector<int> iterations, int exact = -1)
      : iterations_(std::move(iterations)), exact_(exact) {}

  Finding search(const rules::Position& root, const Limits& limits,
                 const std::function<void(const Finding&)>& report) override {
    const int call = static_cast<int>(asked.size());
    asked.push_back(limits);
    const int last = iterations_[static_cast<std::size_t>(call)];
    Finding finding;
    finding.move = *root.legal_moves().begin();
    finding.line = {finding.move};
    finding.in_discs = true;
    for (int depth = 1; depth <= last; ++depth) {
      finding.depth = depth;
      finding.value = 10 * depth + call;
      finding.nodes += 100;
      if (call == exact_ && depth == last) finding.score = static_cast<int>(finding.value);
      report(finding);
    }
    // An iteration more was broken off.
    finding.depth = last + 1;
    finding.nodes += 50;
    return finding;
  }
  void clear() override {}

  std::vector<Limits> asked;

 private:
  std::vector<int> iterations_;
  int exact_;
};

TEST(MoveScores, CompareTheLastIterationThatEveryMoveFinished) {
  ScriptedSearcher searcher({5, 2, 4, 3});
  const auto moves = score_moves(searcher, rules::Position(rules::standard(8)), {});
  EXPECT_THAT(moves, Each(Field(&Finding::depth, 3)));
  EXPECT_THAT(moves, ElementsAre(Field(&Finding::value, -20), Field(&Finding::value, -21),
                                 Field(&Finding::value, -22), Field(&Finding::value, -23)));
  EXPECT_THAT(moves, ElementsAre(Field(&Finding::nodes, 550), Field(&Finding::nodes, 250),
                                 Field(&Finding::nodes, 450), Field(&Finding::nodes, 350)));
}

TEST(MoveScores, TakeAnExactScoreAsItIs) {
  ScriptedSearcher searcher({4, 1, 3, 3}, 1);
  const auto moves = score_moves(searcher, rules::Position(rules::standard(8)), {});
  EXPECT_THAT(moves, ElementsAre(Field(&Finding::value, -11), Field(&Finding::value, -30),
                                 Field(&Finding::value, -32), Field(&Finding::value, -33)));
  EXPECT_EQ(moves.front().score, -11);
}

TEST(MoveScores, ShareTheTimeEvenly) {
  ScriptedSearcher searcher({1, 1, 1, 1});
  const auto before = steady_clock::now();
  Limits limits;
  limits.soft = before + hours(1);
  limits.hard = before + hours(4);
  score_moves(searcher, rules::Position(rules::standard(8)), limits);
  const auto after = steady_clock::now();
  ASSERT_EQ(searcher.asked.size(), 4U);
  const auto fourth = [](auto from, auto to) { return from + (to - from) / 4; };
  EXPECT_GE(*searcher.asked[0].soft, fourth(before, *limits.soft));
  EXPECT_LE(*searcher.asked[0].soft, fourth(after, *limits.soft));
  EXPECT_GE(*searcher.asked[0].hard, fourth(before, *limits.hard));
  EXPECT_LE(*searcher.asked[0].hard, fourth(after, *limits.hard));
  EXPECT_EQ(searcher.asked[3].soft, limits.soft);
  EXPECT_EQ(searcher.asked[3].hard, limits.hard);
}

// A searcher with a clock does not look at an only reply.
TEST(MoveScores, OfOnlyRepliesLookAsFarAsTheOthers) {
  int only_replies = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const rules::Position position = rules::testing::late_position(rules::standard(6), 12, seed);
    const auto searcher = make_searcher(position.ruleset(), StagedEval{}, {}, rules::kernel::best_isa());
    Limits limits{.depth = 5};
    limits.hard = steady_clock::now() + hours(1);
    for (const Finding& move : score_moves(*searcher, position, limits)) {
      if (position.after(move.move).legal_moves().size() == 1) ++only_replies;
      EXPECT_TRUE(move.score || move.depth == 5) << position.to_string() << ' ' << move.move.name();
    }
  }
  EXPECT_GT(only_replies, 0);
}

}  // namespace
}  // namespace turncoat::search
