#include "engine/zero.h"

#include <gmock/gmock.h>

#include "base/testing/temporary_folder.h"
#include "engine/exact_solver.h"
#include "engine/models.h"
#include "engine/network_judge.h"
#include "engine/registry.h"
#include "nn/weights.h"
#include "player/conformance.h"
#include "rules/symmetry.h"
#include "rules/testing/random_games.h"

namespace turncoat::engine {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using turncoat::testing::TemporaryFolder;

nn::Weights tiny(int size) {
  return nn::random_weights(*nn::Arch::parse("1x8", size), 5);
}

class ZeroTest : public ::testing::Test {
 protected:
  std::string net(int size) {
    const auto path = folder_ / fmt::format("tiny-{}.net", size);
    EXPECT_TRUE(nn::save_weights(path, tiny(size), Existing::Replace).has_value());
    return path.string();
  }
  TemporaryFolder folder_;
};

TEST_F(ZeroTest, ConformsOnItsBoards) {
  for (const int size : {4, 6, 8, 10, 12}) {
    const std::string spec = fmt::format("zero:net={},sims=6,solve=5", net(size));
    player::ConformanceOptions options;
    options.rulesets = {rules::standard(size)};
    options.games = 1;
    EXPECT_THAT(player::check_conformance([&] { return *make_player(spec); }, options), IsEmpty()) << size;
  }
}

TEST_F(ZeroTest, ConformsWithThreadsAndAllImages) {
  player::ConformanceOptions options;
  options.rulesets = {rules::standard(6)};
  for (const char* changes :
       {"sims=0", "sims=20,threads=2,batch=6", "sims=8,symmetry=all", "sims=8,root=gumbel"}) {
    const std::string spec = fmt::format("zero:net={},solve=4,{}", net(6), changes);
    EXPECT_THAT(player::check_conformance([&] { return *make_player(spec); }, options), IsEmpty()) << changes;
  }
}

TEST_F(ZeroTest, ComputesInIntegersWhereItCan) {
  const std::string spec = fmt::format("zero:net={},sims=8,solve=4,numbers=integer", net(6));
  const auto able = nn::backend_for(nn::Backend::Integer, nn::Processor::here());
  const auto player = make_player(spec);
  if (!able) {
    ASSERT_FALSE(player.has_value());
    EXPECT_EQ(player.error().message, able.error().message);
    return;
  }
  ASSERT_TRUE(player.has_value());
  EXPECT_EQ((*load_network(net(6), nn::Backend::Integer))->backend(), nn::Backend::Integer);
  // The same file in floats is another network.
  EXPECT_NE((*load_network(net(6)))->backend(), nn::Backend::Integer);
  player::ConformanceOptions options;
  options.rulesets = {rules::standard(6)};
  EXPECT_THAT(player::check_conformance([&] { return *make_player(spec); }, options), IsEmpty());
}

TEST_F(ZeroTest, RefusesOtherBoardsAndMissingNetworks) {
  const auto player = make_player(fmt::format("zero:net={}", net(6)));
  ASSERT_TRUE(player.has_value());
  const auto begun = (*player)->new_game(rules::Position(rules::standard(8)), 1);
  ASSERT_FALSE(begun.has_value());
  EXPECT_THAT(begun.error().message, HasSubstr("was made for 6x6 boards, not for standard-8 (8x8)"));

  const auto missing = make_player("zero:net=no-such-net");
  ASSERT_FALSE(missing.has_value());
  EXPECT_THAT(missing.error().message, HasSubstr("\"no-such-net\" is neither a shipped network nor a file"));

  const auto by_size = make_player("zero");
  ASSERT_TRUE(by_size.has_value());
  const auto none = (*by_size)->new_game(rules::Position(rules::standard(16)), 1);
  ASSERT_FALSE(none.has_value());
  EXPECT_THAT(none.error().message, HasSubstr("zero has no network for 16x16 boards"));
}

// The mean over all images is the same for each of them, turned back.
TEST(NetworkJudge, AllImagesOfAPositionAreJudgedAlike) {
  const auto network = std::make_shared<const nn::Network>(tiny(6));
  NetworkJudge judge(network, mcts::Symmetries::All, 1, 1);
  const rules::Position position = rules::testing::late_position(rules::standard(6), 20, 3);
  std::vector<rules::Position> images;
  for (const rules::Symmetry symmetry : rules::Symmetry::all()) images.push_back(symmetry(position));
  std::vector<mcts::Judgement> judgements(images.size());
  judge.judge(images, judgements);
  for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
    const mcts::Judgement& image = judgements[static_cast<std::size_t>(symmetry.number())];
    EXPECT_NEAR(image.value, judgements[0].value, 1e-4);
    for (const rules::Square square : position.legal_moves()) {
      const rules::Square seen = symmetry(square, 6);
      EXPECT_NEAR(image.policy[static_cast<std::size_t>(seen.row() * 6 + seen.column())],
                  judgements[0].policy[static_cast<std::size_t>(square.row() * 6 + square.column())], 1e-4);
    }
  }
}

// A random image is one of the eight, and its policy comes back to the squares it belongs to.
TEST(NetworkJudge, ARandomImageIsTurnedBack) {
  const auto network = std::make_shared<const nn::Network>(tiny(6));
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const rules::Position position = rules::testing::late_position(rules::standard(6), 20, seed);
    NetworkJudge random(network, mcts::Symmetries::Random, 1, seed);
    NetworkJudge plain(network, mcts::Symmetries::None, 1, seed);
    std::vector<mcts::Judgement> drawn(1);
    random.judge(std::span(&position, 1), drawn);
    bool found = false;
    for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
      const rules::Position image = symmetry(position);
      std::vector<mcts::Judgement> judged(1);
      plain.judge(std::span(&image, 1), judged);
      bool same = std::abs(judged[0].value - drawn[0].value) < 1e-5;
      for (const rules::Square square : position.legal_moves()) {
        const rules::Square seen = symmetry(square, 6);
        same = same &&
               std::abs(judged[0].policy[static_cast<std::size_t>(seen.row() * 6 + seen.column())] -
                        drawn[0].policy[static_cast<std::size_t>(square.row() * 6 + square.column())]) < 1e-5;
      }
      found = found || same;
    }
    EXPECT_TRUE(found) << seed;
  }
}

TEST(ExactSolver, AgreesWithPlainSearchOnEveryRuleset) {
  auto discs_only = rules::with_scoring(rules::standard(8), rules::Scoring::DiscsOnly);
  for (const rules::RulesetPtr& rules : {rules::standard(4), rules::standard(6), rules::standard(8),
                                         discs_only, *rules::find_ruleset("leader-12")}) {
    const mcts::Solve solve = exact_solver(*rules, 6);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const rules::Position position = rules::testing::late_position(rules, 6, seed);
      EXPECT_EQ(solve(position), rules::testing::plain_negamax(position)) << position.to_string();
    }
    EXPECT_EQ(solve(rules::Position(rules)), std::nullopt);
  }
  EXPECT_FALSE(exact_solver(*rules::standard(8), 0));
}

TEST(RootSolver, NamesAMoveThatReachesTheScore) {
  for (const rules::RulesetPtr& rules : {rules::standard(6), rules::standard(8), rules::standard(10)}) {
    const mcts::SolveRoot solve = root_solver(*rules, 7, false);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const rules::Position position = rules::testing::late_position(rules, 7, seed);
      const auto ending = solve(position, std::nullopt, {});
      ASSERT_TRUE(ending.has_value());
      EXPECT_EQ(ending->score, rules::testing::plain_negamax(position));
      const rules::Position next = mcts::settled(position.after(ending->move));
      const int there = rules::testing::plain_negamax(next);
      EXPECT_EQ(next.mover() == position.mover() ? there : -there, ending->score);
    }
    EXPECT_FALSE(solve(rules::Position(rules), std::nullopt, {}).has_value());
  }
  EXPECT_FALSE(root_solver(*rules::standard(8), 0, true));
}

TEST(RootSolver, KnowsTheWinnerTwoSquaresEarlier) {
  const rules::RulesetPtr rules = rules::standard(6);
  const mcts::SolveRoot solve = root_solver(*rules, 5, true);
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const rules::Position position = rules::testing::late_position(rules, 7, seed);
    const auto ending = solve(position, std::nullopt, {});
    ASSERT_TRUE(ending.has_value());
    EXPECT_TRUE(ending->only_outcome);
    const int score = rules::testing::plain_negamax(position);
    EXPECT_EQ(ending->score > 0, score > 0);
    EXPECT_EQ(ending->score < 0, score < 0);
    EXPECT_FALSE(solve(rules::testing::late_position(rules, 5, seed), std::nullopt, {})->only_outcome);
  }
  EXPECT_FALSE(solve(rules::testing::late_position(rules, 8, 1), std::nullopt, {}).has_value());
}

// What was solved before must not show in the choice among equal moves.
TEST(RootSolver, ForgetsOtherGames) {
  const rules::RulesetPtr rules = rules::standard(8);
  const mcts::SolveRoot used = root_solver(*rules, 10, false);
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const rules::Position position = rules::testing::late_position(rules, 10, seed);
    EXPECT_EQ(used(position, std::nullopt, {})->move,
              root_solver(*rules, 10, false)(position, std::nullopt, {})->move);
  }
}

}  // namespace
}  // namespace turncoat::engine
