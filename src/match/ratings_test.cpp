#include "match/ratings.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "match/stats.h"

namespace turncoat::match {
namespace {

TEST(Ratings, RecoverKnownStrengths) {
  const std::vector<double> truth = {-300, -50, 0, 100, 250};
  Rng rng(1);
  std::vector<PairResult> results;
  for (int a = 0; a < 5; ++a) {
    for (int b = a + 1; b < 5; ++b) {
      PairResult result{a, b, 0, 0, 0};
      const double share =
          expected_score(truth[static_cast<std::size_t>(a)] - truth[static_cast<std::size_t>(b)]);
      for (int game = 0; game < 2000; ++game) ++(rng.uniform() < share ? result.wins : result.losses);
      results.push_back(result);
    }
  }
  const auto ratings = fit_ratings(5, results);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    EXPECT_NEAR(ratings[i].elo, truth[i], 1.5 * ratings[i].error) << i;
    EXPECT_GT(ratings[i].error, 2);
    EXPECT_LT(ratings[i].error, 12);
  }
}

TEST(Ratings, TwoPlayersAgreeWithTheirScore) {
  const std::vector<PairResult> results = {{0, 1, 700, 100, 200}};
  const auto ratings = fit_ratings(2, results);
  // The virtual draws pull by less than one Elo at a thousand games.
  EXPECT_NEAR(ratings[0].elo - ratings[1].elo, elo_of_score(0.75), 1);
  EXPECT_NEAR(ratings[0].elo + ratings[1].elo, 0, 1e-9);
  // Half of the difference's error: 1.96 * 400 / ln 10 / sqrt(1000 * 0.75 * 0.25) / 2.
  EXPECT_NEAR(ratings[0].error, 1.96 * 400 / std::log(10) / std::sqrt(187.5) / 2, 0.1);
}

TEST(Ratings, StayFiniteForSweepsAndStrangers) {
  const std::vector<PairResult> sweep = {{0, 1, 1000, 0, 0}};
  const auto ratings = fit_ratings(3, sweep);
  EXPECT_GT(ratings[0].elo, ratings[2].elo);
  EXPECT_GT(ratings[2].elo, ratings[1].elo);
  for (const Rating& rating : ratings) {
    EXPECT_TRUE(std::isfinite(rating.elo) && std::isfinite(rating.error));
    EXPECT_LT(std::abs(rating.elo), 2000);
    EXPECT_GT(rating.error, 50);
  }
  EXPECT_EQ(fit_ratings(1, {}).at(0).elo, 0);
  EXPECT_TRUE(fit_ratings(0, {}).empty());
}

TEST(Ratings, DrawsAloneMakeEverybodyEqual) {
  const std::vector<PairResult> results = {{0, 1, 0, 10, 0}, {1, 2, 0, 10, 0}};
  for (const Rating& rating : fit_ratings(3, results)) EXPECT_NEAR(rating.elo, 0, 1e-9);
}

}  // namespace
}  // namespace turncoat::match
