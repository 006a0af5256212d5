// The player `ridge`: a short minimax over weights of squares that ridge regression learned from random games
// (eval/ridge_model.h). Every line is as many discs long, so one regression judges all of its ends; games
// that end earlier count their discs.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/params.h"
#include "search/search_player.h"

namespace turncoat::search {

enum class RidgeWeights { Learned, Ones };

struct RidgeParams {
  std::string model;
  RidgeWeights weights = RidgeWeights::Learned;
  int depth = 2;

  static void describe(Fields<RidgeParams>& fields);
};

// `model` gives the model for a size of board, or why there is none.
using RidgeModelOf = std::function<Result<std::shared_ptr<const eval::RidgeModel>>(int size)>;
SearchSettings ridge_settings(const RidgeParams& params, RidgeModelOf model);

}  // namespace turncoat::search
