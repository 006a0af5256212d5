// stable_discs: the discs of a position that can never be turned, on any board; a lower bound
// (docs/stability.md). For screens and explanations: searches have their own.
#pragma once

#include "rules/position.h"

namespace turncoat::eval {

rules::SquareSet stable_discs(const rules::Position& position);

}  // namespace turncoat::eval
