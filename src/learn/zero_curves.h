// The curves of a run as an SVG document: losses and Elo over the rounds. Follows the reader's light or dark
// scheme.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace turncoat::learn {

// `log` as ZeroFolder::read_log() gives it; what is missing in a line is left out.
std::string draw_curves(const std::vector<nlohmann::ordered_json>& log, const std::string& title);

}  // namespace turncoat::learn
