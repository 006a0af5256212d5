// What integers need to know about a network beyond its weights: how large the numbers in its tensors get.
// Found by asking it about random positions in floats; the same weights give the same layers every time.
#pragma once

#include "nn/machine.h"

namespace turncoat::nn {

// Requires integer_supported(), and all of winograd_layers(weights).
IntegerLayers integer_layers(const Weights& weights, const WinogradLayers& winograd);

}  // namespace turncoat::nn
