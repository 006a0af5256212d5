#include "match/stats.h"

#include <cmath>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace turncoat::match {
namespace {

using testing::DoubleNear;

std::vector<SideResult> games(std::initializer_list<double> points) {
  std::vector<SideResult> list;
  for (const double p : points) list.push_back({p, p > 0.5 ? 10 : p < 0.5 ? -10 : 0});
  return list;
}

std::vector<SideResult> repeat(const std::vector<SideResult>& block, int times) {
  std::vector<SideResult> list;
  for (int i = 0; i < times; ++i) list.insert(list.end(), block.begin(), block.end());
  return list;
}

TEST(Elo, IsTheUsualScale) {
  EXPECT_DOUBLE_EQ(expected_score(0), 0.5);
  EXPECT_NEAR(expected_score(400), 10.0 / 11, 1e-12);
  EXPECT_NEAR(elo_of_score(0.75), 190.8485, 1e-4);
  EXPECT_NEAR(elo_of_score(expected_score(-123)), -123, 1e-9);
}

TEST(MatchStats, MatchesAHandCount) {
  // Pairs 2, 1.5, 1, 0 points: pair means 1, 0.75, 0.5, 0 with mean 0.5625 and sum of squares 0.546875.
  const auto stats = match_stats(games({1, 1, 1, 0.5, 1, 0, 0, 0}));
  EXPECT_EQ(stats.games, 8U);
  EXPECT_EQ(stats.wins, 4U);
  EXPECT_EQ(stats.draws, 1U);
  EXPECT_EQ(stats.losses, 3U);
  EXPECT_DOUBLE_EQ(stats.score, 0.5625);
  EXPECT_NEAR(*stats.elo, -400 * std::log10(7.0 / 9), 1e-9);
  const double error = std::sqrt(0.546875 / 3 / 4);
  EXPECT_NEAR(*stats.elo_error, 1.959964 * error * 400 / (std::log(10) * 0.5625 * 0.4375), 1e-3);
  EXPECT_NEAR(stats.los, 0.5 * (1 + std::erf(0.0625 / error / std::sqrt(2))), 1e-12);
  // Discs: pair means 10, 5, 0, -10 with mean 1.25 and sum of squares 218.75.
  EXPECT_DOUBLE_EQ(stats.disc_diff, 1.25);
  EXPECT_NEAR(stats.disc_diff_error, 1.959964 * std::sqrt(218.75 / 3 / 4), 1e-5);
}

TEST(MatchStats, KeepsPairsTogetherWhenGamesAreMissing) {
  const auto black_by = [](int score) {
    return std::optional(Outcome{score, record::Ending::Finished, std::nullopt, ""});
  };
  // Game 1 is missing: game 0 has no partner and goes last.
  const std::vector<std::optional<Outcome>> outcomes = {black_by(2), std::nullopt, black_by(4), black_by(6)};
  const auto results = first_player_results(outcomes);
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].discs, 4);
  EXPECT_EQ(results[1].discs, -6);
  EXPECT_EQ(results[1].points, 0);
  EXPECT_EQ(results[2].discs, 2);
}

TEST(MatchStats, PairingNarrowsTheErrorWhenOpeningsDecide) {
  // Nearly every opening gives each side one win.
  auto list = repeat(games({1, 0}), 50);
  list[1].points = 1;
  const auto stats = match_stats(list);
  const double unpaired = 1.96 * 0.5 / 10 * 400 / std::log(10) / 0.25;
  EXPECT_LT(*stats.elo_error, unpaired / 4);
}

TEST(MatchStats, EqualPairsFallBackToSingleGames) {
  const auto stats = match_stats(repeat(games({1, 0}), 50));
  EXPECT_DOUBLE_EQ(*stats.elo, 0);
  EXPECT_NEAR(*stats.elo_error, 1.959964 * std::sqrt(25.0 / 99 / 100) * 400 / std::log(10) / 0.25, 1e-3);
}

TEST(MatchStats, ACleanSweepHasAFiniteElo) {
  const auto sweep = match_stats(repeat(games({1}), 99));
  EXPECT_DOUBLE_EQ(sweep.score, 1);
  EXPECT_NEAR(*sweep.elo, elo_of_score(99.5 / 100), 1e-9);
  EXPECT_GT(*sweep.elo_error, 0);
  const auto lost = match_stats(repeat(games({0}), 99));
  EXPECT_NEAR(*lost.elo, -*sweep.elo, 1e-9);
  EXPECT_NEAR(*lost.elo_error, *sweep.elo_error, 1e-9);
  EXPECT_FALSE(match_stats({}).elo);
}

RC_GTEST_PROP(MatchStats, NeverLeavesTheFiniteNumbers, ()) {
  const auto halves = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 3));
  std::vector<SideResult> list;
  for (const int half : halves) list.push_back({half / 2.0, (half - 1) * 64});
  const auto stats = match_stats(list);
  RC_ASSERT(stats.wins + stats.draws + stats.losses == list.size());
  RC_ASSERT(std::isfinite(stats.score) && std::isfinite(stats.los) && std::isfinite(stats.disc_diff_error));
  RC_ASSERT(stats.elo.has_value() == !list.empty());
  RC_ASSERT(list.empty() || (std::isfinite(*stats.elo) && std::isfinite(*stats.elo_error)));
  RC_ASSERT(list.empty() || *stats.elo_error > 0);
  const SprtState state = sprt(count_pairs(list), {});
  RC_ASSERT(std::isfinite(state.llr));
}

TEST(Sprt, BoundsAreWalds) {
  const SprtState state = sprt({}, {0, 5, 0.05, 0.1});
  EXPECT_NEAR(state.lower, std::log(0.1 / 0.95), 1e-12);
  EXPECT_NEAR(state.upper, std::log(0.9 / 0.05), 1e-12);
  EXPECT_EQ(state.llr, 0);
  EXPECT_EQ(state.verdict, SprtVerdict::Continue);
}

TEST(Sprt, IsTheClassicRatioForTwoOutcomes) {
  const std::vector<double> values = {0, 1};
  const std::vector<std::uint64_t> counts = {40, 60};
  // 60 ln(0.6 / 0.5) + 40 ln(0.4 / 0.5)
  EXPECT_NEAR(log_likelihood_ratio(values, counts, 0.5, 0.6), 60 * std::log(1.2) + 40 * std::log(0.8), 1e-9);
}

TEST(Sprt, IsNearTheNormalRatioForManyPairs) {
  const PairCounts pairs = {100, 200, 400, 220, 110};
  // n (s1 - s0) (2 mean - s0 - s1) / (2 variance), with the counts' mean and variance.
  const double n = 1030;
  const double mean = (0.25 * 200 + 0.5 * 400 + 0.75 * 220 + 110) / n;
  const double square = (0.0625 * 200 + 0.25 * 400 + 0.5625 * 220 + 110) / n;
  const double s0 = 0.5;
  const double s1 = expected_score(5);
  const double normal = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * (square - mean * mean));
  EXPECT_NEAR(sprt(pairs, {}).llr, normal, 0.01);
}

TEST(Sprt, DecidesBothWays) {
  EXPECT_EQ(sprt({10, 50, 100, 150, 90}, {0, 10}).verdict, SprtVerdict::AcceptElo1);
  EXPECT_EQ(sprt({90, 150, 100, 50, 10}, {0, 10}).verdict, SprtVerdict::AcceptElo0);
  EXPECT_EQ(sprt({1, 1, 3, 1, 1}, {0, 10}).verdict, SprtVerdict::Continue);
  EXPECT_EQ(sprt({0, 0, 0, 0, 400}, {0, 10}).verdict, SprtVerdict::AcceptElo1);
}

TEST(Sprt, CountsPairsAndLeavesTheOddGameOut) {
  EXPECT_EQ(count_pairs(games({1, 1, 1, 0.5, 0.5, 0.5, 0, 0.5, 0, 0, 1})), (PairCounts{1, 1, 1, 1, 1}));
}

TEST(Sprt, ReadsItsText) {
  EXPECT_EQ(*parse_sprt("0,5"), (SprtParams{0, 5, 0.05, 0.05}));
  EXPECT_EQ(*parse_sprt("-3, 1, 0.1, 0.2"), (SprtParams{-3, 1, 0.1, 0.2}));
  for (const char* bad :
       {"", "5", "0,5,0.05", "5,0", "0,x", "0,5,0,0.05", "0,5,0.05,0.9", "0,nan", "0,1e9"}) {
    EXPECT_FALSE(parse_sprt(bad)) << bad;
  }
}

}  // namespace
}  // namespace turncoat::match
