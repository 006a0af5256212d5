// --rules and --position: where a count or a playout starts.
#pragma once

#include <string>

#include "base/error.h"
#include "rules/position.h"

namespace turncoat::cli {

// The ruleset's start, or the position given as text when there is one.
Result<rules::Position> start_position(const std::string& rules, const std::string& position);

}  // namespace turncoat::cli
