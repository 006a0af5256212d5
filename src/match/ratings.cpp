#include "match/ratings.h"

#include <cmath>
#include <numbers>

#include <Eigen/Dense>

#include "base/check.h"
#include "match/stats.h"

namespace turncoat::match {

namespace {

// Natural units: a difference of 1 is odds of e to 1.
constexpr double kEloPerUnit = 400 / std::numbers::ln10;

double win_share(double difference) {
  return 1 / (1 + std::exp(-difference));
}

struct Fit {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd information;
  double log_likelihood = 0;
};

Fit evaluate(const Eigen::VectorXd& strength, std::span<const PairResult> results) {
  const auto n = strength.size();
  Fit fit{Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Zero(n, n), 0};
  for (Eigen::Index i = 0; i < n; ++i) {  // the virtual draw against rating 0
    const double share = win_share(strength(i));
    fit.gradient(i) += 0.5 - share;
    fit.information(i, i) += share * (1 - share);
    fit.log_likelihood += 0.5 * (std::log(share) + std::log1p(-share));
  }
  for (const PairResult& result : results) {
    const auto games = static_cast<double>(result.games());
    const double difference = strength(result.a) - strength(result.b);
    const double share = win_share(difference);
    const double weight = games * share * (1 - share);
    fit.gradient(result.a) += result.points() - games * share;
    fit.gradient(result.b) -= result.points() - games * share;
    fit.information(result.a, result.a) += weight;
    fit.information(result.b, result.b) += weight;
    fit.information(result.a, result.b) -= weight;
    fit.information(result.b, result.a) -= weight;
    // log share = -log(1 + exp(-difference)), and the same with the sign turned for the other side.
    fit.log_likelihood -= result.points() * std::log1p(std::exp(-difference)) +
                          (games - result.points()) * std::log1p(std::exp(difference));
  }
  return fit;
}

}  // namespace

std::vector<Rating> fit_ratings(int players, std::span<const PairResult> results) {
  if (players == 0) return {};
  for (const PairResult& result : results) {
    TURNCOAT_CHECK(
        result.a != result.b && result.a >= 0 && result.b >= 0 && result.a < players && result.b < players,
        "a result between two of the players");
  }
  // The likelihood is concave, so Newton's method with step halving finds its only maximum.
  Eigen::VectorXd strength = Eigen::VectorXd::Zero(players);
  Fit fit = evaluate(strength, results);
  for (int round = 0; round < 100; ++round) {
    Eigen::VectorXd step = fit.information.ldlt().solve(fit.gradient);
    Fit next = evaluate(strength + step, results);
    for (int half = 0; half < 50 && next.log_likelihood < fit.log_likelihood; ++half) {
      step /= 2;
      next = evaluate(strength + step, results);
    }
    strength += step;
    fit = std::move(next);
    if (step.cwiseAbs().maxCoeff() < 1e-10) break;
  }

  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(players, players);
  const Eigen::MatrixXd centre = identity - Eigen::MatrixXd::Constant(players, players, 1.0 / players);
  const Eigen::MatrixXd covariance = centre * fit.information.ldlt().solve(identity) * centre.transpose();
  const double mean = strength.mean();
  std::vector<Rating> ratings;
  for (int i = 0; i < players; ++i) {
    ratings.push_back({(strength(i) - mean) * kEloPerUnit,
                       kTwoSided95 * std::sqrt(std::max(0.0, covariance(i, i))) * kEloPerUnit});
  }
  return ratings;
}

}  // namespace turncoat::match
