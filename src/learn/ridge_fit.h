// Ridge regression of game results on the squares of a board, one for every number of discs: the weights w
// and the intercept b with the least sum of (result - b - w * squares)^2, plus alpha * |w|^2.
// The intercept is not penalised. The first fit is to random games; each further round plays games with the
// model before it and fits those alone. The model depends on the settings only, not on the number of threads.
#pragma once

#include "eval/ridge_model.h"
#include "learn/board_sums.h"

namespace turncoat::learn {

struct RidgeSettings {
  LearningGames games;  // of every round
  double alpha = 1;
  bool symmetry = true;  // every position in all eight views, each counted an eighth
  int rounds = 0;        // of games with the model so far, after the random ones
};

struct RidgeFit {
  Eigen::VectorXd weights;
  double intercept = 0;
};

// The squares that never vary get the weight 0. Requires alpha >= 0 and at least one position; with alpha 0
// and fewer positions than squares, one of the many best fits.
RidgeFit solve_ridge(const BoardSums& sums, double alpha);

// The root mean square error of a fit on the positions of `sums`; 0 without any.
double root_mean_square_error(const BoardSums& sums, const RidgeFit& fit);

// Plays the games and fits every stage, round by round. A stage that no game reached takes the weights of the
// stage after it, the full board those of its discs. Cancelled when `stop` was requested.
Result<eval::RidgeModel> fit_ridge(const RidgeSettings& settings, std::stop_token stop = {},
                                   const std::function<void(std::uint64_t)>& advance = {});

}  // namespace turncoat::learn
