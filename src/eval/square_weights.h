// SquareWeights: what a model thinks each square is worth, stage by stage: what a picture or a screen needs
// of it, whatever kind of model it is.
#pragma once

#include <string>
#include <vector>

#include "eval/ridge_model.h"

namespace turncoat::eval {

struct SquareWeights {
  struct Stage {
    int move = 0;                 // discs placed so far
    int discs = 0;                // on the board
    std::vector<double> weights;  // row by row, in discs
  };
  int size = 8;
  std::string about;  // rules and training, in a few words
  std::vector<Stage> stages;
};

SquareWeights square_weights(const RidgeModel& model);

}  // namespace turncoat::eval
