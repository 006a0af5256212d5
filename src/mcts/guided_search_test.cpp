#include "mcts/guided_search.h"

#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>

#include "mcts/guided_picture.h"
#include "mcts/testing/plain_judge.h"
#include "rules/testing/random_games.h"

namespace turncoat::mcts {
namespace {

using testing::EvenJudge;
using testing::FancifulJudge;
using testing::plain_solve;
using turncoat::rules::testing::late_position;

GuidedSettings settings_for(RootChoice root) {
  GuidedSettings settings;
  settings.root = root;
  settings.gumbel_scale = 1;
  return settings;
}

std::vector<std::uint32_t> visits_of(const GuidedFinding& finding) {
  std::vector<std::uint32_t> visits;
  for (const GuidedMove& move : finding.moves) visits.push_back(move.visits);
  return visits;
}

class GuidedSearchOf : public ::testing::TestWithParam<RootChoice> {};
INSTANTIATE_TEST_SUITE_P(Roots, GuidedSearchOf, ::testing::Values(RootChoice::Puct, RootChoice::Gumbel));

TEST_P(GuidedSearchOf, SpendsExactlyItsSimulationsInEveryBatch) {
  for (const std::size_t batch : {1U, 3U, 16U}) {
    GuidedSearch search(rules::Position(rules::standard(8)), settings_for(GetParam()), {});
    FancifulJudge judge;
    search.begin(60, 5);
    run_guided(search, judge, batch);
    const GuidedFinding finding = search.finding();
    const auto visits = visits_of(finding);
    EXPECT_EQ(finding.visits, 60U) << batch;
    EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), 0U), 60U);
    EXPECT_LE(finding.judged, 61U);  // the root is judged too
    double policy = 0;
    for (const GuidedMove& move : finding.moves) policy += move.policy;
    EXPECT_NEAR(policy, 1, 1e-6);
  }
}

TEST_P(GuidedSearchOf, SameSeedSameFinding) {
  // An even judge leaves it all to the noise.
  const auto once = [&](std::uint64_t seed) {
    GuidedSettings settings = settings_for(GetParam());
    settings.noise = 0.25;
    GuidedSearch search(rules::Position(rules::standard(6)), settings, {});
    EvenJudge judge;
    search.begin(40, seed);
    run_guided(search, judge, 4);
    std::vector<double> numbers;
    for (const GuidedMove& move : search.finding().moves) {
      numbers.insert(numbers.end(), {static_cast<double>(move.visits), move.policy, move.value});
    }
    return numbers;
  };
  EXPECT_EQ(once(1), once(1));
  std::vector<std::vector<double>> others;
  for (std::uint64_t seed = 2; seed < 8; ++seed) others.push_back(once(seed));
  EXPECT_TRUE(std::ranges::any_of(others, [&](const auto& other) { return other != once(1); }));
}

TEST_P(GuidedSearchOf, LinesAreLegalGames) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const rules::Position position =
        late_position(rules::standard(4 + 2 * static_cast<int>(seed % 3)), 9, seed);
    GuidedSearch search(position, settings_for(GetParam()), {});
    FancifulJudge judge;
    search.begin(80, seed);
    run_guided(search, judge, 2);
    const GuidedFinding finding = search.finding();
    rules::Game game(position);
    ASSERT_FALSE(finding.line.empty());
    EXPECT_EQ(finding.line.front(), finding.move);
    for (const rules::Move move : finding.line) ASSERT_TRUE(game.play(move).has_value()) << seed;
  }
}

// To the end of the game everything is exact, so the search needs no judge to be right.
TEST_P(GuidedSearchOf, FindsTheBestMoveOfSolvedPositions) {
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    const rules::Position position = late_position(rules::standard(6), 7, seed);
    GuidedSettings settings = settings_for(GetParam());
    settings.gumbel_scale = 0;
    settings.score_share = 0.5;
    GuidedSearch search(position, settings, plain_solve(6));
    EvenJudge judge;
    search.begin(64, seed);
    run_guided(search, judge, 1);
    EXPECT_EQ(judge.judged, 1U) << "only the root itself is judged";
    const rules::Position next = settled(position.after(search.finding().move));
    const int there = turncoat::rules::testing::plain_negamax(next);
    const int reached = next.mover() == position.mover() ? there : -there;
    EXPECT_EQ(reached, turncoat::rules::testing::plain_negamax(position)) << position.to_string();
  }
}

TEST(GuidedSearch, GumbelVisitsFollowTheHalving) {
  // Four moves at the start of every game, 8 simulations: 3, 3, 1, 1 in some order.
  GuidedSearch search(rules::Position(rules::standard(8)), settings_for(RootChoice::Gumbel), {});
  EvenJudge judge;
  search.begin(8, 1);
  run_guided(search, judge, 1);
  const GuidedFinding finding = search.finding();
  auto visits = visits_of(finding);
  std::ranges::sort(visits);
  EXPECT_THAT(visits, ::testing::ElementsAre(1, 1, 3, 3));
  const auto chosen = std::ranges::find(finding.moves, finding.move, &GuidedMove::move);
  EXPECT_EQ(chosen->visits, 3U);
}

TEST(GuidedSearch, GumbelConsidersNoMoreMovesThanAsked) {
  GuidedSettings settings = settings_for(RootChoice::Gumbel);
  settings.considered = 2;
  GuidedSearch search(rules::Position(rules::standard(8)), settings, {});
  EvenJudge judge;
  search.begin(10, 1);
  run_guided(search, judge, 1);
  EXPECT_EQ(std::ranges::count(visits_of(search.finding()), 0U), 2);
}

TEST(GuidedSearch, NoiseChangesTheSearchNotThePriors) {
  GuidedSettings settings = settings_for(RootChoice::Puct);
  settings.noise = 1;
  settings.alpha = 0.05;
  GuidedSearch search(rules::Position(rules::standard(8)), settings, {});
  EvenJudge judge;
  search.begin(40, 3);
  run_guided(search, judge, 1);
  const GuidedFinding finding = search.finding();
  for (const GuidedMove& move : finding.moves) EXPECT_FLOAT_EQ(static_cast<float>(move.prior), 0.25F);
  EXPECT_GT(std::ranges::max(visits_of(finding)), 20U);
}

TEST(GuidedSearch, PuctKeepsVisitsAlongTheGame) {
  GuidedSearch search(rules::Position(rules::standard(8)), settings_for(RootChoice::Puct), {});
  FancifulJudge judge;
  search.begin(200, 1);
  run_guided(search, judge, 1);
  const GuidedFinding before = search.finding();
  const auto chosen = std::ranges::find(before.moves, before.move, &GuidedMove::move);
  search.advance(before.move);
  search.begin(50, 2);
  run_guided(search, judge, 1);
  // The visit that judged the new root is not one of its moves'.
  EXPECT_EQ(search.finding().visits, chosen->visits - 1 + 50);
}

TEST(GuidedSearch, GumbelKeepsJudgementsAlongTheGame) {
  GuidedSearch search(rules::Position(rules::standard(8)), settings_for(RootChoice::Gumbel), {});
  FancifulJudge judge;
  search.begin(64, 1);
  run_guided(search, judge, 1);
  search.advance(search.finding().move);
  search.begin(64, 2);
  run_guided(search, judge, 1);
  const GuidedFinding again = search.finding();
  EXPECT_EQ(again.visits, 64U);
  EXPECT_LT(again.judged, 64U) << "some leaves were judged in the search before";
}

TEST(GuidedSearch, WithoutSimulationsThePolicyDecides) {
  GuidedSearch search(rules::Position(rules::standard(8)), settings_for(RootChoice::Puct), {});
  FancifulJudge judge;
  search.begin(0, 1);
  run_guided(search, judge, 1);
  const GuidedFinding finding = search.finding();
  const auto best = std::ranges::max_element(finding.moves, {}, &GuidedMove::prior);
  EXPECT_EQ(finding.move, best->move);
  EXPECT_EQ(finding.visits, 0U);
}

TEST(GuidedSearch, AFullTreeEndsTheSearch) {
  GuidedSettings settings = settings_for(RootChoice::Puct);
  settings.most_nodes = 30;
  GuidedSearch search(rules::Position(rules::standard(8)), settings, {});
  FancifulJudge judge;
  search.begin(1000, 1);
  run_guided(search, judge, 4);
  EXPECT_TRUE(search.finding().full);
  EXPECT_LE(search.tree().size(), 30U);
}

TEST(GuidedSearch, DiscsCountWhenAsked) {
  // Of moves that all win, the one that wins by most is worth most.
  int seen = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const rules::Position position = late_position(rules::standard(6), 5, seed);
    std::vector<int> scores;
    for (const rules::Square square : position.legal_moves()) {
      const rules::Position next = settled(position.after(square));
      const int there = turncoat::rules::testing::plain_negamax(next);
      scores.push_back(next.mover() == position.mover() ? there : -there);
    }
    if (std::ranges::min(scores) <= 0 || std::ranges::min(scores) == std::ranges::max(scores)) continue;
    ++seen;
    GuidedSettings settings = settings_for(RootChoice::Puct);
    settings.score_share = 0.5;
    GuidedSearch search(position, settings, plain_solve(5));
    EvenJudge judge;
    search.begin(300, seed);
    run_guided(search, judge, 1);
    const GuidedFinding finding = search.finding();
    const auto chosen = std::ranges::find(finding.moves, finding.move, &GuidedMove::move);
    EXPECT_DOUBLE_EQ(chosen->score, std::ranges::max(scores)) << position.to_string();
  }
  EXPECT_GT(seen, 3);
}

// A picture has as many visits as the search, and its lines can be played, passes included.
TEST(GuidedPicture, ShowsTheWholeSearch) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const rules::Position position = late_position(rules::standard(4), 8, seed);
    GuidedSearch search(position, settings_for(RootChoice::Puct), {});
    FancifulJudge judge;
    search.begin(150, seed);
    run_guided(search, judge, 1);
    const SavedTree picture = picture_of(search.tree());
    EXPECT_EQ(picture.nodes[0].visits, 150U);
    const auto follow = [&](const auto& self, NodeIndex at, const rules::Game& game) -> void {
      const Node& node = picture.nodes[at];
      for (NodeIndex i = 0; i < node.count; ++i) {
        const Node& child = picture.nodes[node.first_child + i];
        EXPECT_EQ(child.parent, at);
        EXPECT_GE(child.sum, 0);
        EXPECT_LE(child.sum, kWin * child.visits);
        rules::Game next = game;
        ASSERT_TRUE(next.play(move_of(child.move, 4)).has_value());
        self(self, node.first_child + i, next);
      }
    };
    follow(follow, 0, rules::Game(position));
  }
}

}  // namespace
}  // namespace turncoat::mcts
