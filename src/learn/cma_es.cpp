#include "learn/cma_es.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "learn/genome.h"

namespace turncoat::learn {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

CmaEs::CmaEs(const std::vector<double>& mean, double sigma, int lambda, Rng rng)
    : rng_(rng), n_(static_cast<Index>(mean.size())), lambda_(lambda), sigma_(sigma) {
  TURNCOAT_CHECK(n_ > 0 && lambda >= 4 && sigma > 0, "something to search, and a way to");
  const Index mu = lambda / 2;
  weights_ = VectorXd(mu);
  for (Index i = 0; i < mu; ++i) {
    weights_(i) = std::log((lambda + 1) / 2.0) - std::log(static_cast<double>(i) + 1);
  }
  weights_ /= weights_.sum();
  mu_eff_ = 1 / weights_.squaredNorm();
  const auto n = static_cast<double>(n_);
  c_sigma_ = (mu_eff_ + 2) / (n + mu_eff_ + 5);
  d_sigma_ = 1 + 2 * std::max(0.0, std::sqrt((mu_eff_ - 1) / (n + 1)) - 1) + c_sigma_;
  c_c_ = (4 + mu_eff_ / n) / (n + 4 + 2 * mu_eff_ / n);
  c_1_ = 2 / ((n + 1.3) * (n + 1.3) + mu_eff_);
  c_mu_ = std::min(1 - c_1_, 2 * (mu_eff_ - 2 + 1 / mu_eff_) / ((n + 2) * (n + 2) + mu_eff_));
  chi_ = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
  mean_ = Eigen::Map<const VectorXd>(mean.data(), n_);
  covariance_ = MatrixXd::Identity(n_, n_);
  axes_ = covariance_;
  widths_ = VectorXd::Ones(n_);
  path_sigma_ = VectorXd::Zero(n_);
  path_c_ = VectorXd::Zero(n_);
}

const std::vector<std::vector<double>>& CmaEs::ask() {
  points_.clear();
  for (int k = 0; k < lambda_; ++k) {
    VectorXd z(n_);
    for (Index i = 0; i < n_; ++i) z(i) = normal(rng_);
    const VectorXd point = mean_ + sigma_ * (axes_ * widths_.cwiseProduct(z));
    points_.emplace_back(point.data(), point.data() + n_);
  }
  return points_;
}

void CmaEs::tell(std::span<const int> order) {
  TURNCOAT_CHECK(order.size() == points_.size(), "an order of the points that were asked for");
  const Index mu = weights_.size();
  MatrixXd steps(n_, mu);
  for (Index i = 0; i < mu; ++i) {
    const auto& point = points_[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
    steps.col(i) = (Eigen::Map<const VectorXd>(point.data(), n_) - mean_) / sigma_;
  }
  const VectorXd step = steps * weights_;
  mean_ += sigma_ * step;
  ++generation_;
  adapt_step(step);
  adapt_covariance(step, steps);
  decompose();
}

void CmaEs::adapt_step(const VectorXd& step) {
  const VectorXd white = axes_ * (axes_.transpose() * step).cwiseQuotient(widths_);
  path_sigma_ = (1 - c_sigma_) * path_sigma_ + std::sqrt(c_sigma_ * (2 - c_sigma_) * mu_eff_) * white;
  // An order without meaning must not blow the step up beyond repair.
  sigma_ *= std::exp(std::min(1.0, c_sigma_ / d_sigma_ * (path_sigma_.norm() / chi_ - 1)));
}

void CmaEs::adapt_covariance(const VectorXd& step, const MatrixXd& steps) {
  const auto n = static_cast<double>(n_);
  const double expected = std::sqrt(1 - std::pow(1 - c_sigma_, 2 * generation_));
  const bool steady = path_sigma_.norm() / expected < (1.4 + 2 / (n + 1)) * chi_;
  path_c_ *= 1 - c_c_;
  if (steady) path_c_ += std::sqrt(c_c_ * (2 - c_c_) * mu_eff_) * step;
  const double lost = steady ? 0 : c_1_ * c_c_ * (2 - c_c_);
  covariance_ *= 1 - c_1_ - c_mu_ + lost;
  covariance_ += c_1_ * path_c_ * path_c_.transpose();
  covariance_ += c_mu_ * steps * weights_.asDiagonal() * steps.transpose();
}

void CmaEs::decompose() {
  covariance_ = (covariance_ + covariance_.transpose()).eval() / 2;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(covariance_);
  axes_ = solver.eigenvectors();
  // Below this the axes of the ellipsoid can no longer be told apart in double precision.
  const double smallest = 1e-14 * std::max(solver.eigenvalues().maxCoeff(), 1e-300);
  widths_ = solver.eigenvalues().cwiseMax(smallest).cwiseSqrt();
}

std::vector<double> CmaEs::mean() const {
  return {mean_.data(), mean_.data() + n_};
}

}  // namespace turncoat::learn
