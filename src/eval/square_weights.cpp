#include "eval/square_weights.h"

namespace turncoat::eval {

SquareWeights square_weights(const RidgeModel& model) {
  SquareWeights weights;
  weights.size = model.size;
  const std::string games = model.rounds == 0 ? "random games" : fmt::format("games, round {}", model.rounds);
  weights.about = fmt::format("{}, {} {}, alpha {}, symmetry {}", model.rules, model.games, games,
                              model.alpha, model.symmetry ? "on" : "off");
  for (const RidgeStage& stage : model.stages) {
    weights.stages.push_back({stage.discs - model.start_discs, stage.discs, stage.weights});
  }
  return weights;
}

}  // namespace turncoat::eval
