#include "learn/ridge_fit.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "base/check.h"
#include "base/rng.h"

namespace turncoat::learn {

namespace {

// A model is made of what its file can say.
double rounded(double value) {
  return std::round(value * eval::RidgeModel::kUnit) / eval::RidgeModel::kUnit;
}

eval::RidgeStage fit_stage(const RidgeSettings& settings, const StageSums& sums, int squares,
                           const eval::RidgeStage* after) {
  eval::RidgeStage stage;
  stage.discs = sums.discs;
  stage.positions = sums.fit.positions;
  stage.held_out = sums.held_out.positions;
  RidgeFit fit;
  if (sums.fit.positions > 0) {
    fit = solve_ridge(settings.symmetry ? symmetric(sums.fit, settings.games.rules->size) : sums.fit,
                      settings.alpha);
  } else if (after != nullptr) {
    fit.weights = Eigen::Map<const Eigen::VectorXd>(after->weights.data(), squares);
    fit.intercept = after->intercept;
  } else {
    fit.weights = Eigen::VectorXd::Ones(squares);
  }
  const double most = eval::RidgeModel::kLargestWeight;
  for (double& weight : fit.weights) weight = rounded(std::clamp(weight, -most, most));
  fit.intercept = rounded(std::clamp<double>(fit.intercept, -squares, squares));
  stage.weights.assign(fit.weights.begin(), fit.weights.end());
  stage.intercept = fit.intercept;
  if (sums.held_out.positions > 0) {
    stage.rmse = rounded(root_mean_square_error(sums.held_out, fit));
    const Eigen::MatrixXd& products = sums.held_out.products;
    const auto count = static_cast<double>(sums.held_out.positions);
    const double mean = products(squares + 1, squares) / count;
    stage.spread =
        rounded(std::sqrt(std::max(0.0, products(squares + 1, squares + 1) / count - mean * mean)));
  }
  return stage;
}

// `rounds` of games with a model lie behind the sums.
eval::RidgeModel fit_stages(const RidgeSettings& settings, const std::vector<StageSums>& sums, int rounds) {
  const rules::Ruleset& rules = *settings.games.rules;
  eval::RidgeModel model;
  model.rules = rules.name;
  model.size = rules.size;
  model.start_discs = rules.black.size() + rules.white.size();
  model.games = settings.games.games;
  model.held_out = settings.games.games / static_cast<std::uint64_t>(settings.games.held_out_every);
  model.alpha = settings.alpha;
  model.seed = settings.games.seed;
  model.symmetry = settings.symmetry;
  model.rounds = rounds;
  model.random = rounds > 0 ? settings.games.random : 1;
  model.depth = rounds > 0 ? settings.games.depth : 0;
  model.stages.resize(sums.size());
  for (std::size_t i = sums.size(); i-- > 0;) {
    const eval::RidgeStage* after = i + 1 < sums.size() ? &model.stages[i + 1] : nullptr;
    model.stages[i] = fit_stage(settings, sums[i], rules.size * rules.size, after);
  }
  return model;
}

}  // namespace

RidgeFit solve_ridge(const BoardSums& sums, double alpha) {
  TURNCOAT_CHECK(sums.positions > 0 && alpha >= 0, "nothing to learn from");
  const Eigen::Index squares = sums.products.rows() - 2;
  const auto count = static_cast<double>(sums.positions);
  // Without the means the intercept, which is not penalised, falls out of the equations.
  const Eigen::VectorXd means = sums.products.col(squares).head(squares) / count;
  const double mean = sums.products(squares + 1, squares) / count;
  const Eigen::MatrixXd covariance =
      sums.products.topLeftCorner(squares, squares) - count * means * means.transpose();
  const Eigen::VectorXd with_result = sums.products.col(squares + 1).head(squares) - count * mean * means;
  // By eigenvectors: squares that always vary together, or never, leave directions without any information.
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(covariance);
  const double negligible = 1e-10 * std::max(1.0, eigen.eigenvalues().maxCoeff());
  const Eigen::VectorXd along = eigen.eigenvectors().transpose() * with_result;
  Eigen::VectorXd shrunk = Eigen::VectorXd::Zero(squares);
  for (Eigen::Index i = 0; i < squares; ++i) {
    if (eigen.eigenvalues()(i) > negligible) shrunk(i) = along(i) / (eigen.eigenvalues()(i) + alpha);
  }
  RidgeFit fit;
  fit.weights = eigen.eigenvectors() * shrunk;
  fit.intercept = mean - means.dot(fit.weights);
  return fit;
}

double root_mean_square_error(const BoardSums& sums, const RidgeFit& fit) {
  if (sums.positions == 0) return 0;
  const Eigen::Index squares = sums.products.rows() - 2;
  Eigen::VectorXd miss(squares + 2);  // what each part of a row adds to the error
  miss << -fit.weights, -fit.intercept, 1.0;
  const double squared = miss.dot(sums.products * miss) / static_cast<double>(sums.positions);
  return std::sqrt(std::max(0.0, squared));
}

Result<eval::RidgeModel> fit_ridge(const RidgeSettings& settings, std::stop_token stop,
                                   const std::function<void(std::uint64_t)>& advance) {
  eval::RidgeModel model;
  for (int round = 0; round <= settings.rounds; ++round) {
    LearningGames games = settings.games;
    if (round > 0) {
      games.seed = derive_seed(settings.games.seed, static_cast<std::uint64_t>(round));
      games.model = std::make_shared<const eval::RidgeModel>(std::move(model));
    }
    const auto sums = sum_games(games, stop, advance);
    if (!sums) return std::unexpected(sums.error());
    model = fit_stages(settings, *sums, round);
  }
  return model;
}

}  // namespace turncoat::learn
