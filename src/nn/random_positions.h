// Positions of random games, always the same ones, for what must be found out about a network before its
// first game: the statistics of its layers, the greatest numbers in its tensors.
#pragma once

#include <vector>

#include "nn/input.h"

namespace turncoat::nn {

// Some of every stage, as games without plan come to them. None is a pass.
std::vector<Input> random_positions(int size);

}  // namespace turncoat::nn
