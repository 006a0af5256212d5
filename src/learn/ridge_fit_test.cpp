#include "learn/ridge_fit.h"

#include <limits>
#include <mutex>

#include <Eigen/Dense>
#include <gmock/gmock.h>

#include "base/rng.h"
#include "eval/testing/random_ridge.h"
#include "learn/ridge_moves.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/wide_kernels.h"
#include "rules/playout.h"
#include "rules/symmetry.h"
#include "rules/testing/random_games.h"

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

LearningGames games_of(int size, std::uint64_t games, int threads = 1) {
  LearningGames random;
  random.rules = rules::standard(size);
  random.games = games;
  random.threads = threads;
  return random;
}

// The same games as rules/playout.h plays: their results, summed, agree.
TEST(BoardSums, AreOfThePlayoutsOfTheSeed) {
  for (const int size : {4, 6, 8, 10}) {
    const LearningGames games = games_of(size, 300);
    rules::PlayoutOptions options;
    options.games = {games.seed, 0, games.games};
    const auto plain = rules::with_scoring(games.rules, rules::Scoring::DiscsOnly);
    const auto tally = *rules::play_random_games(rules::Position(plain), options);
    const auto sums = *sum_games(games);
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
  const auto stages = sum_games(games_of(6, 500));
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
    const auto one = *sum_games(games_of(size, 3000, 1));
    const auto three = *sum_games(games_of(size, 3000, 3));
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

TEST(BoardSums, OfGamesWithAModelAreOfItsMovesAndDoNotDependOnThreads) {
  LearningGames games = games_of(6, 400);
  const auto random = *sum_games(games);
  games.model = std::make_shared<const eval::RidgeModel>(eval::ones_model(6));
  const auto mixed = *sum_games(games);
  EXPECT_NE(mixed.back().fit, random.back().fit);
  games.threads = 3;
  const auto again = *sum_games(games);
  for (std::size_t i = 0; i < mixed.size(); ++i) EXPECT_EQ(mixed[i].fit, again[i].fit);
  // Without a random move every game is the same one, and its positions too.
  games.random = 0;
  const BoardSums one = sum_games(games)->front().fit;
  EXPECT_EQ(one.products(0, 0) * one.products(35, 35), 0);
  EXPECT_EQ(one.products(37, 37) * static_cast<double>(one.positions),
            one.products(36, 37) * one.products(36, 37));
}

// From the mover's side, in the model's units, written down as it is told.
int plain_minimax(const eval::RidgeModel& model, const rules::Position& position, int depth) {
  const auto& own = position.discs(position.mover());
  const auto& others = position.discs(rules::other(position.mover()));
  if (position.is_over()) return eval::RidgeModel::kUnit * (own.size() - others.size());
  if (depth == 0) return eval::testing::plain_ridge(model, own.size() + others.size(), own, others);
  if (position.must_pass()) return -plain_minimax(model, position.after(rules::Move::pass()), depth);
  int best = std::numeric_limits<int>::min();
  for (const rules::Square square : position.legal_moves()) {
    best = std::max(best, -plain_minimax(model, position.after(square), depth - 1));
  }
  return best;
}

template <class K>
int worth_of_choice(const eval::RidgeModel& model, const rules::Position& position, int depth) {
  const auto board = K::board_of(position);
  const int bit = RidgeMoves<K>(model, depth).choose(board, K::moves(board, K::area(position.size())));
  return -plain_minimax(model, position.after(K::square_of(bit, position.size())), depth - 1);
}

TEST(RidgeMoves, AreTheBestOfAPlainMinimax) {
  for (const int size : {4, 6, 8, 10}) {
    const eval::RidgeModel model = eval::testing::random_ridge(size, 3, 5);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const int empties = 1 + static_cast<int>(seed) * (size * size - 6) / 20;
      const rules::Position position = rules::testing::late_position(rules::standard(size), empties, seed);
      if (position.is_over() || position.must_pass()) continue;
      for (int depth = 1; depth <= 3; ++depth) {
        const int best = plain_minimax(model, position, depth);
        EXPECT_EQ(worth_of_choice<rules::kernel::PortableWideKernel>(model, position, depth), best);
        if (size > 8) continue;
        EXPECT_EQ(worth_of_choice<rules::kernel::PortableKernel64>(model, position, depth), best);
      }
    }
  }
}

TEST(FitRidge, LearnsFromItsOwnGamesRoundByRound) {
  RidgeSettings settings;
  settings.games = games_of(6, 1000, 2);
  const auto first = *fit_ridge(settings);
  EXPECT_EQ(first.rounds, 0);
  EXPECT_EQ(first.random, 1);
  settings.rounds = 2;
  std::uint64_t played = 0;
  std::mutex mutex;
  const auto third = *fit_ridge(settings, {}, [&](std::uint64_t games) {
    const std::lock_guard lock(mutex);
    played += games;
  });
  EXPECT_EQ(played, 3000U);
  EXPECT_EQ(third.rounds, 2);
  EXPECT_EQ(third.random, 0.5);
  EXPECT_EQ(third.depth, 2);
  EXPECT_NE(third.stages, first.stages);
  settings.games.threads = 1;
  EXPECT_EQ(*fit_ridge(settings), third);
  // The last round by hand: the same games with the model of the round before it.
  settings.rounds = 1;
  LearningGames games = settings.games;
  games.seed = derive_seed(settings.games.seed, 2);
  games.model = std::make_shared<const eval::RidgeModel>(*fit_ridge(settings));
  const auto sums = *sum_games(games);
  const RidgeFit fit = solve_ridge(symmetric(sums[20].fit, 6), settings.alpha);
  for (int i = 0; i < 36; ++i) {
    EXPECT_NEAR(third.stages[20].weights[static_cast<std::size_t>(i)], fit.weights(i), 0.0001);
  }
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
