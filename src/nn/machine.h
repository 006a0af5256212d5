// Machine: one worker's inference by oneDNN, with 3x3 convolutions by Winograd where asked. It follows the
// steps of the architecture over blocked tensors (nn/blocked.h). Used through nn/network.h only.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "nn/input.h"
#include "nn/weights.h"
#include "nn/winograd.h"

namespace turncoat::nn {

// One for each layer that is computed by Winograd's way, null for the others; empty: none is.
using WinogradLayers = std::vector<std::unique_ptr<const WinogradLayer>>;

WinogradLayers winograd_layers(const Weights& weights);

class Machine {
 public:
  // Both must outlive the machine.
  Machine(const Weights& weights, const WinogradLayers& winograd);
  ~Machine();

  // At most kMostPositions of nn/network.h at once.
  void run(std::span<const Input> inputs, std::span<Output> outputs);

 private:
  class Body;
  std::unique_ptr<Body> body_;
};

}  // namespace turncoat::nn
