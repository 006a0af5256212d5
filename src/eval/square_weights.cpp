#include "eval/square_weights.h"

namespace turncoat::eval {

SquareWeights square_weights(const RidgeModel& model) {
  SquareWeights weights;
  weights.size = model.size;
  weights.about = fmt::format("{}, {} random games, alpha {}, symmetry {}", model.rules, model.games,
                              model.alpha, model.symmetry ? "on" : "off");
  for (const RidgeStage& stage : model.stages) {
    weights.stages.push_back({stage.discs - model.start_discs, stage.discs, stage.weights});
  }
  return weights;
}

}  // namespace turncoat::eval
