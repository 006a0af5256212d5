// The evaluation graph of an analysed game, as an SVG document: Black's score over the moves, and below it
// the discs each move lost. Follows the reader's light or dark scheme.
#pragma once

#include <string>

#include "engine/analysis.h"

namespace turncoat::engine {

std::string draw_graph(const Analysis& analysis);

}  // namespace turncoat::engine
