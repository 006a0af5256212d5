// A larger network that answers as a smaller one does, to go on learning from there: more channels, more
// residual blocks, or both.
#pragma once

#include <cstdint>

#include "base/error.h"
#include "nn/weights.h"

namespace turncoat::nn {

// The network in the shape of `to`, which must be of the same kind and nowhere smaller; one of the same shape
// comes back as it is. New channels see what is there by random weights, and nothing that was there listens
// to them yet. The second convolutions of new blocks are all zeros: a block that adds nothing.
Result<Weights> grown(const Weights& from, const Arch& to, std::uint64_t seed);

}  // namespace turncoat::nn
