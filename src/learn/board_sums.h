// BoardSums: what a least-squares fit must know of the positions of games, by the number of discs: the
// sums of the products of every two of their squares, of one, and of the game's result. Squares are 1 with a
// disc of the side that began, -1 with one of the other side, 0 empty; the result is the plain disc
// difference at the end, from the side that began. All sums are whole numbers and exact.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include <Eigen/Core>

#include "base/error.h"
#include "eval/ridge_model.h"
#include "rules/position.h"

namespace turncoat::learn {

struct BoardSums {
  std::uint64_t positions = 0;
  Eigen::MatrixXd products;  // symmetric; the squares row by row, then 1, then the result

  friend bool operator==(const BoardSums&, const BoardSums&) = default;
};

// Positions with so many discs, of the games to learn from and of those kept out.
struct StageSums {
  int discs = 0;
  BoardSums fit;
  BoardSums held_out;
};

struct LearningGames {
  rules::RulesetPtr rules;
  std::uint64_t games = 100'000;
  std::uint64_t seed = 1;  // of random games, game i is that of rules/playout.h
  int held_out_every = 20;
  int threads = 1;
  // Both sides play what this model finds best, `depth` discs ahead, but for a share of random moves.
  std::shared_ptr<const eval::RidgeModel> model = nullptr;  // none: every move is random
  double random = 0.5;
  int depth = 2;
};

// Plays the games and sums the position after every disc placed; the stages rise from the first disc to the
// full board. Does not depend on the number of threads. Cancelled when `stop` was requested. `advance`, if
// given, is called from the working threads with the number of games just finished.
Result<std::vector<StageSums>> sum_games(const LearningGames& games, std::stop_token stop = {},
                                         const std::function<void(std::uint64_t)>& advance = {});

// The mean over the eight views of every position.
BoardSums symmetric(const BoardSums& sums, int size);

}  // namespace turncoat::learn
