#include "learn/probcut_fit.h"

#include <cmath>

#include <gmock/gmock.h>

#include "base/rng.h"
#include "eval/testing/plain_patterns.h"
#include "learn/testing/random_data.h"
#include "rules/testing/random_games.h"

namespace turncoat::learn {
namespace {

double normal(Rng& rng) {
  const double u = (rng.below(1U << 30) + 1.0) / (1U << 30);
  const double v = rng.below(1U << 30) / static_cast<double>(1U << 30);
  return std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v);
}

const search::ProbCutModel kTruth{{1.2, -0.01, 0.02, -0.08, 0.15}};

// Scores whose errors are drawn from the truth: of searches to depth 3, or to the end from two plies.
std::vector<DepthLog> synthetic_logs(int count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<DepthLog> logs;
  for (int i = 0; i < count; ++i) {
    DepthLog log;
    const double score = static_cast<int>(rng.below(41)) - 20;
    const auto from = [&](int depth, int shallow) {
      return score - kTruth.sigma(log.empties, depth, shallow) * normal(rng);
    };
    if (i % 2 == 0) {
      log.empties = 4 + static_cast<int>(rng.below(50));
      log.by_depth = {from(3, 0), from(3, 1), 0, score};
    } else {
      log.empties = 6 + static_cast<int>(rng.below(15));
      log.by_depth = {from(log.empties, 0), from(log.empties, 1), from(log.empties, 2)};
      log.exact = static_cast<int>(score);
    }
    logs.push_back(std::move(log));
  }
  return logs;
}

TEST(ProbCutFit, FindsTheErrorsThatMadeTheScores) {
  const ProbCutFit fit = fit_probcut(synthetic_logs(60'000, 1));
  EXPECT_GT(fit.groups.size(), 20U);
  EXPECT_LT(fit.misfit, 0.1);
  for (const auto& [empties, depth, shallow] : {std::tuple(10, 3, 0),
                                                {10, 3, 1},
                                                {40, 3, 0},
                                                {40, 3, 1},
                                                {8, 8, 0},
                                                {8, 8, 2},
                                                {19, 19, 0},
                                                {19, 19, 1}}) {
    const double truth = kTruth.sigma(empties, depth, shallow);
    EXPECT_NEAR(fit.model.sigma(empties, depth, shallow), truth, 0.08 * truth)
        << empties << ' ' << depth << ' ' << shallow;
  }
  for (const ErrorGroup& group : fit.groups) {
    if (group.count < 1000) continue;
    EXPECT_NEAR(group.mean, 0, 0.2 * group.sigma);
  }
}

// A cut does not correct for a bias, so that sigma has to hold it.
TEST(ProbCutFit, CountsABiasAsAnError) {
  std::vector<DepthLog> logs;
  for (int i = 0; i < 100; ++i) logs.push_back({20, {0, 5, 0, 10}, std::nullopt});
  const ProbCutFit fit = fit_probcut(logs);
  ASSERT_EQ(fit.groups.size(), 2U);
  EXPECT_EQ(fit.groups[0].sigma, 10);
  EXPECT_EQ(fit.groups[1].sigma, 5);
  EXPECT_EQ(fit.groups[1].mean, 5);
}

TEST(ProbCutFit, LeavesOutWhatIsDecidedOrRare) {
  std::vector<DepthLog> logs;
  for (int i = 0; i < 100; ++i) logs.push_back({20, {0, 50, 0, 50}, std::nullopt});  // far off
  for (int i = 0; i < 19; ++i) logs.push_back({30, {0, 5, 0, 10}, std::nullopt});    // few
  EXPECT_TRUE(fit_probcut(logs).groups.empty());
  const ProbCutFit none = fit_probcut({});
  EXPECT_EQ(none.model.coefficients, (std::array<double, 5>{})) << "means: not fitted";
}

std::vector<FitGame> some_games() {
  std::vector<FitGame> games;
  for (const GameData& data : testing::random_games(rules::standard(8), 20, 3)) {
    FitGame game;
    std::ranges::copy(data.moves, game.squares.begin());
    game.length = static_cast<std::uint8_t>(data.moves.size());
    game.first = 44;
    games.push_back(game);
  }
  return games;
}

TEST(DepthLogs, HoldAScoreForEveryDepthWhateverTheThreads) {
  eval::PatternFile file;
  file.weights = std::make_shared<const eval::PatternWeights>(eval::pattern_set(8),
                                                              eval::testing::random_weights(60, 4));
  file.error_model = {1, 0, 0, 0, 0};
  ProbCutSettings settings{.positions = 12, .depth = 4, .exact_empties = 9, .seed = 5, .threads = 1};
  const auto games = some_games();
  const auto logs = log_depths(games, file, settings, {}, {});
  EXPECT_GT(logs.size(), 6U);
  int exact = 0;
  for (const DepthLog& log : logs) {
    EXPECT_EQ(static_cast<int>(log.by_depth.size()), std::min(4, log.empties - 1) + 1);
    EXPECT_EQ(log.exact.has_value(), log.empties <= 9);
    exact += log.exact ? 1 : 0;
    for (const double score : log.by_depth) EXPECT_LE(std::abs(score), 64);
  }
  EXPECT_GT(exact, 0);
  settings.threads = 3;
  const auto again = log_depths(games, file, settings, {}, {});
  ASSERT_EQ(again.size(), logs.size());
  for (std::size_t i = 0; i < logs.size(); ++i) {
    EXPECT_EQ(again[i].by_depth, logs[i].by_depth);
    EXPECT_EQ(again[i].exact, logs[i].exact);
  }
}

TEST(DepthLogs, EndWhenStopped) {
  eval::PatternFile file;
  file.weights =
      std::make_shared<const eval::PatternWeights>(eval::pattern_set(8), eval::testing::random_weights(0, 4));
  std::stop_source source;
  source.request_stop();
  const auto games = some_games();
  EXPECT_TRUE(log_depths(games, file, {.positions = 100}, {}, source.get_token()).empty());
}

}  // namespace
}  // namespace turncoat::learn
