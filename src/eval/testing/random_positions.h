// Positions of random games on every board, for the tests of evaluators.
#pragma once

#include <vector>

#include "rules/position.h"

namespace turncoat::eval {

// `per_size` positions of each even size from 4 to 16, from all stages; every one has a legal move.
std::vector<rules::Position> testing_positions(int per_size, std::uint64_t seed);

}  // namespace turncoat::eval
