// CmaEs: the covariance matrix adaptation evolution strategy, asked for points and told their order.
// It learns from ranks only, so the fitness may be anything that can be sorted, and whoever calls it decides
// how points are judged and on how many threads.
// N. Hansen, The CMA Evolution Strategy: A Tutorial (arXiv:1604.00772); names as there, no negative weights.
#pragma once

#include <span>
#include <vector>

#include <Eigen/Dense>

#include "base/rng.h"

namespace turncoat::learn {

class CmaEs {
 public:
  // `lambda` points in each generation; 4 at least.
  CmaEs(const std::vector<double>& mean, double sigma, int lambda, Rng rng);

  // New points around the mean.
  const std::vector<std::vector<double>>& ask();
  // `order` are the places of the last asked points, the best first.
  void tell(std::span<const int> order);

  std::vector<double> mean() const;
  double sigma() const { return sigma_; }

 private:
  void adapt_step(const Eigen::VectorXd& step);
  void adapt_covariance(const Eigen::VectorXd& step, const Eigen::MatrixXd& steps);
  void decompose();

  Rng rng_;
  Eigen::Index n_;
  int lambda_;
  Eigen::VectorXd weights_;
  double mu_eff_ = 0;
  double c_sigma_ = 0;
  double d_sigma_ = 0;
  double c_c_ = 0;
  double c_1_ = 0;
  double c_mu_ = 0;
  double chi_ = 0;  // what the length of a standard normal vector is on average

  Eigen::VectorXd mean_;
  double sigma_;
  Eigen::MatrixXd covariance_;
  Eigen::MatrixXd axes_;    // eigenvectors
  Eigen::VectorXd widths_;  // roots of the eigenvalues
  Eigen::VectorXd path_sigma_;
  Eigen::VectorXd path_c_;
  int generation_ = 0;
  std::vector<std::vector<double>> points_;
};

}  // namespace turncoat::learn
