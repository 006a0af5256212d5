#include "learn/ridge_fit.h"

#include <Eigen/Dense>
#include <gmock/gmock.h>

#include "base/rng.h"
#include "rules/playout.h"
#include "rules/symmetry.h"

namespace turncoat::learn {
namespace {

using testing::DoubleNear;
using testing::Each;

// Rows of squares, and results, as a textbook has them.
struct Data {
  Eigen::MatrixXd x;
  Eigen::VectorXd y;
};

BoardSums sums_of(const Data& data) {
  const Eigen::Index squares = data.x.cols();
  Eigen::MatrixXd rows(data.x.rows(), squares + 2);
  rows << data.x, Eigen::VectorXd::Ones(data.x.rows()), data.y;
  return {static_cast<std::uint64_t>(data.x.rows()), rows.transpose() * rows};
}

Data random_data(Eigen::Index rows, Eigen::Index squares, std::uint64_t seed) {
  Rng rng(seed);
  Data data{Eigen::MatrixXd(rows, squares), Eigen::VectorXd(rows)};
  for (double& value : data.x.reshaped()) value = static_cast<double>(rng.below(3)) - 1;
  for (double& value : data.y) value = static_cast<double>(rng.below(41)) - 20;
  return data;
}

// The normal equations with the intercept as one more column, which is not penalised.
RidgeFit closed_form(const Data& data, double alpha) {
  const Eigen::Index squares = data.x.cols();
  Eigen::MatrixXd rows(data.x.rows(), squares + 1);
  rows << data.x, Eigen::VectorXd::Ones(data.x.rows());
  Eigen::MatrixXd left = rows.transpose() * rows;
  for (Eigen::Index i = 0; i < squares; ++i) left(i, i) += alpha;
  const Eigen::VectorXd solution = left.ldlt().solve(rows.transpose() * data.y);
  return {solution.head(squares), solution(squares)};
}

TEST(SolveRidge, IsTheClosedForm) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Data data = random_data(60, 16, seed);
    for (const double alpha : {0.0, 0.5, 10.0, 1e4}) {
      const RidgeFit fit = solve_ridge(sums_of(data), alpha);
      const RidgeFit expected = closed_form(data, alpha);
      EXPECT_LT((fit.weights - expected.weights).norm(), 1e-8) << alpha;
      EXPECT_NEAR(fit.intercept, expected.intercept, 1e-8);
      const Eigen::VectorXd misses =
          data.y - data.x * fit.weights - Eigen::VectorXd::Constant(60, fit.intercept);
      EXPECT_NEAR(root_mean_square_error(sums_of(data), fit), std::sqrt(misses.squaredNorm() / 60), 1e-8);
    }
  }
}

// One square seen twice at 1 and twice at -1, results 3, 1, -1, -3: sum xy = 8, sum xx = 4.
TEST(SolveRidge, ShrinksAsTheBookSays) {
  Data data{Eigen::MatrixXd(4, 1), Eigen::VectorXd(4)};
  data.x << 1, 1, -1, -1;
  data.y << 3, 1, -1, -3;
  EXPECT_NEAR(solve_ridge(sums_of(data), 0).weights(0), 2, 1e-12);
  EXPECT_NEAR(solve_ridge(sums_of(data), 4).weights(0), 1, 1e-12);
  EXPECT_NEAR(solve_ridge(sums_of(data), 12).weights(0), 0.5, 1e-12);
}

TEST(SolveRidge, GivesNothingToSquaresThatNeverVaryAndSharesAmongTwins) {
  Data data = random_data(40, 5, 3);
  data.x.col(1).setZero();
  data.x.col(2).setOnes();
  data.x.col(4) = data.x.col(3);
  for (const double alpha : {0.0, 1.0}) {
    const RidgeFit fit = solve_ridge(sums_of(data), alpha);
    EXPECT_NEAR(fit.weights(1), 0, 1e-12);
    EXPECT_NEAR(fit.weights(2), 0, 1e-12);
    EXPECT_NEAR(fit.weights(3), fit.weights(4), 1e-9);
  }
}

RandomGames games_of(int size, std::uint64_t games, int threads = 1) {
  RandomGames random;
  random.rules = rules::standard(size);
  random.games = games;
  random.threads = threads;
  return random;
}

// The same games as rules/playout.h plays: their results, summed, agree.
TEST(BoardSums, AreOfThePlayoutsOfTheSeed) {
  for (const int size : {4, 6, 8, 10}) {
    const RandomGames games = games_of(size, 300);
    rules::PlayoutOptions options;
    options.games = {games.seed, 0, games.games};
    const auto plain = rules::with_scoring(games.rules, rules::Scoring::DiscsOnly);
    const auto tally = *rules::play_random_games(rules::Position(plain), options);
    const auto sums = *sum_random_games(games);
    const int squares = size * size;
    ASSERT_EQ(sums.size(), static_cast<std::size_t>(squares - 4));
    std::uint64_t positions = 0;
    for (const StageSums& stage : sums) positions += stage.fit.positions + stage.held_out.positions;
    EXPECT_EQ(positions, tally.moves);
    const StageSums& first = sums.front();  // every game places a disc
    EXPECT_EQ(first.fit.positions, 285U);
    EXPECT_EQ(first.held_out.positions, 15U);
    const Eigen::MatrixXd both = first.fit.products + first.held_out.products;
    EXPECT_EQ(both(squares, squares + 1), static_cast<double>(tally.score));
    EXPECT_EQ(both(squares + 1, squares + 1), static_cast<double>(tally.score_square));
    EXPECT_EQ(both(squares, squares), 300);
  }
}

// x_i x_i counts the discs; on the full board the result is the sum of the squares.
TEST(BoardSums, KnowTheBoard) {
  const int squares = 36;
  const auto stages = sum_random_games(games_of(6, 500));
  for (const StageSums& stage : *stages) {
    const Eigen::MatrixXd& products = stage.fit.products;
    EXPECT_EQ(products.topLeftCorner(squares, squares).trace(),
              static_cast<double>(stage.fit.positions) * stage.discs);
    EXPECT_EQ(products, products.transpose());
    if (stage.discs != squares) continue;
    for (int i = 0; i < squares; ++i) {
      EXPECT_EQ(products.row(i).head(squares).sum(), products(i, squares + 1));
    }
  }
}

TEST(BoardSums, DoNotDependOnThreads) {
  for (const int size : {6, 10}) {
    const auto one = *sum_random_games(games_of(size, 3000, 1));
    const auto three = *sum_random_games(games_of(size, 3000, 3));
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(one[i].fit, three[i].fit);
      EXPECT_EQ(one[i].held_out, three[i].held_out);
    }
  }
}

TEST(BoardSums, SymmetricOnesAreTheSumsOfTheEightViews) {
  constexpr int kSize = 4;
  const Data data = random_data(30, kSize * kSize, 8);
  Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(18, 18);
  for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
    Data turned = data;
    for (int i = 0; i < kSize * kSize; ++i) {
      const rules::Square to = symmetry({i % kSize, i / kSize}, kSize);
      turned.x.col(to.row() * kSize + to.column()) = data.x.col(i);
    }
    mean += sums_of(turned).products / 8;
  }
  const BoardSums symmetrised = symmetric(sums_of(data), kSize);
  EXPECT_LT((symmetrised.products - mean).norm(), 1e-9);
  EXPECT_EQ(symmetrised.positions, 30U);
}

TEST(FitRidge, EndsWithPlainDiscsAndIsReproducible) {
  RidgeSettings settings;
  settings.games = games_of(6, 4000, 2);
  const auto model = *fit_ridge(settings);
  EXPECT_THAT(model.at(36).weights, Each(DoubleNear(1, 0.01)));
  EXPECT_LT(model.at(36).rmse, 0.1);
  EXPECT_LT(model.at(30).rmse, model.at(12).rmse) << "the end is easier to tell";
  EXPECT_LT(model.at(12).rmse, model.at(12).spread) << "better than knowing nothing";
  EXPECT_GT(model.at(24).weights[0], model.at(24).weights[7] + 1)
      << "a corner is worth more than an X square";
  settings.games.threads = 1;
  EXPECT_EQ(*fit_ridge(settings), model);
  EXPECT_EQ(*eval::parse_ridge_model(eval::format_ridge_model(model), "again"), model);
  settings.games.seed = 2;
  EXPECT_NE(*fit_ridge(settings), model);
}

TEST(FitRidge, IsSymmetricWhenAsked) {
  RidgeSettings settings;
  settings.games = games_of(6, 500);
  const auto lopsided = [](const eval::RidgeModel& model) {
    double most = 0;
    for (const auto& stage : model.stages) {
      for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
        for (int i = 0; i < 36; ++i) {
          const rules::Square image = symmetry({i % 6, i / 6}, 6);
          most = std::max(
              most, std::abs(stage.weights[static_cast<std::size_t>(i)] -
                             stage.weights[static_cast<std::size_t>(image.row() * 6 + image.column())]));
        }
      }
    }
    return most;
  };
  EXPECT_LE(lopsided(*fit_ridge(settings)), 1.0 / eval::RidgeModel::kUnit + 1e-9);
  settings.symmetry = false;
  EXPECT_GT(lopsided(*fit_ridge(settings)), 0.1);
}

// So few games that no game of the fit reaches some stages, and most squares never vary.
TEST(FitRidge, MakesAUsableModelOfASingleGame) {
  for (const int size : {4, 6, 16}) {
    RidgeSettings settings;
    settings.games = games_of(size, 1);
    settings.alpha = 0;
    const auto model = *fit_ridge(settings);
    EXPECT_TRUE(eval::parse_ridge_model(eval::format_ridge_model(model), "one game").has_value());
  }
}

TEST(FitRidge, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  RidgeSettings settings;
  settings.games = games_of(6, 1000);
  const auto model = fit_ridge(settings, stop.get_token());
  ASSERT_FALSE(model.has_value());
  EXPECT_EQ(model.error().code, Error::Code::Cancelled);
}

}  // namespace
}  // namespace turncoat::learn
