// A ridge model with any weights, not symmetric in any way. Not part of the library.
#pragma once

#include "base/rng.h"
#include "eval/ridge_model.h"

namespace turncoat::eval::testing {

// Weights from -most to most, in whole units.
inline RidgeModel random_ridge(int size, double most, std::uint64_t seed) {
  Rng rng(seed);
  RidgeModel model = ones_model(size);
  const auto reach = static_cast<std::uint32_t>(2 * most * RidgeModel::kUnit + 1);
  for (RidgeStage& stage : model.stages) {
    for (double& weight : stage.weights) {
      weight = static_cast<double>(rng.below(reach)) / RidgeModel::kUnit - most;
    }
  }
  return parse_ridge_model(format_ridge_model(model), "random").value();
}

// In whole units from the mover's side, square by square.
inline int plain_ridge(const RidgeModel& model, int discs, const auto& mover, const auto& other) {
  int sum = 0;
  for (int i = 0; i < model.size * model.size; ++i) {
    const double weight = model.at(discs).weights[static_cast<std::size_t>(i)];
    const int units = static_cast<int>(weight * RidgeModel::kUnit + (weight < 0 ? -0.5 : 0.5));
    if (mover.contains({i % model.size, i / model.size})) sum += units;
    if (other.contains({i % model.size, i / model.size})) sum -= units;
  }
  return sum;
}

}  // namespace turncoat::eval::testing
