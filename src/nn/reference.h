// The network computed by plain loops in double precision: slow, and what every faster way is tested against.
#pragma once

#include <vector>

#include "nn/input.h"
#include "nn/weights.h"

namespace turncoat::nn {

struct ReferenceOutput {
  Output output;
  std::vector<double> logits;     // the policy tensor
  std::vector<double> ownership;  // empty when the network has no such head
};

ReferenceOutput evaluate_reference(const Weights& weights, const Input& input);

}  // namespace turncoat::nn
