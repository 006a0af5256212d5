// Draws the held-out error of a pattern evaluation by stage: root mean square and mean, in discs, over the
// plies of the game.
#pragma once

#include <string>
#include <vector>

#include "learn/pattern_fit.h"

namespace turncoat::learn {

// Stages without held-out positions are left out; the order of reports does not matter.
std::string draw_fit(std::vector<StageReport> reports, const std::string& title);

}  // namespace turncoat::learn
