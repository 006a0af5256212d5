// Machine: one worker's inference by oneDNN, with 3x3 convolutions by our own kernels where asked. It follows
// the steps of the architecture over blocked tensors (nn/blocked.h). Used through nn/network.h only.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "nn/input.h"
#include "nn/integer.h"
#include "nn/weights.h"
#include "nn/winograd.h"

namespace turncoat::nn {

// One for each layer that is computed by Winograd's way, null for the others; empty: none is.
using WinogradLayers = std::vector<std::unique_ptr<const WinogradLayer>>;

WinogradLayers winograd_layers(const Weights& weights);

// The same for integers; empty: none is. And for each tensor what one stands for in its integers, 0 when it
// has floats only.
struct IntegerLayers {
  std::vector<std::unique_ptr<const IntegerLayer>> layers;
  std::vector<float> units;
};

class Machine {
 public:
  // All must outlive the machine. Integers go before floats.
  Machine(const Weights& weights, const WinogradLayers& winograd, const IntegerLayers& integers);
  ~Machine();

  // At most kMostPositions of nn/network.h at once.
  void run(std::span<const Input> inputs, std::span<Output> outputs);

  // The greatest number of each tensor that a step makes, over any number of positions; none is below zero.
  std::vector<float> greatest(std::span<const Input> inputs);

 private:
  class Body;
  std::unique_ptr<Body> body_;
};

}  // namespace turncoat::nn
