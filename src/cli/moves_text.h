// A line of moves as text: "f5 d6 pass".
#pragma once

#include <span>
#include <string>

#include "rules/square.h"

namespace turncoat::cli {

std::string moves_text(std::span<const rules::Move> moves);

}  // namespace turncoat::cli
