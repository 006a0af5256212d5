// The learned evaluations as pictures: what a disc on each square is worth by stage, or how much each quality
// counts as the board fills.
#pragma once

#include <string>

#include "server/http.h"

namespace turncoat::server {

// Files are read: not for the loop.
std::string evaluators_text();
Answer<std::string> evaluator_text(const std::string& name);

}  // namespace turncoat::server
