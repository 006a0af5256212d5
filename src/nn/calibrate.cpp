#include "nn/calibrate.h"

#include <algorithm>

#include "base/check.h"
#include "nn/random_positions.h"

namespace turncoat::nn {

namespace {

// Played games come to larger numbers than random ones; what is larger still is cut.
constexpr float kHeadroom = 1.25F;

bool never_negative(const Arch& arch, int tensor) {
  return tensor == 0 || std::ranges::any_of(arch.steps, [&](const Step& step) {
           return step.to == tensor && step.act == Activation::Relu;
         });
}

}  // namespace

IntegerLayers integer_layers(const Weights& weights, const WinogradLayers& winograd) {
  const Arch& arch = weights.arch;
  const IntegerLayers none;
  const std::vector<float> greatest = Machine(weights, winograd, none).greatest(random_positions(arch.size));
  IntegerLayers layers{std::vector<std::unique_ptr<const IntegerLayer>>(weights.layers.size()),
                       std::vector<float>(arch.tensors.size(), 0)};
  for (const Step& step : arch.steps) {
    if (step.op != Op::Conv || arch.layers[static_cast<std::size_t>(step.layer)].kernel != 3) continue;
    TURNCOAT_CHECK(never_negative(arch, step.from), "3x3 convolutions read what was cut at zero");
    const auto from = static_cast<std::size_t>(step.from);
    // The input is zeros and ones. A tensor without any number takes any unit.
    const float most = greatest[from] > 0 ? kHeadroom * greatest[from] : 1;
    layers.units[from] = from == 0 ? 1 : most / static_cast<float>(integer::kGreatest);
    const auto layer = static_cast<std::size_t>(step.layer);
    layers.layers[layer] = std::make_unique<const IntegerLayer>(
        *winograd[layer], static_cast<std::size_t>(arch.layers[layer].in), layers.units[from]);
  }
  return layers;
}

}  // namespace turncoat::nn
