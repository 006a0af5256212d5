// GET /meta: what this server can do, told once to the app: rules, players with their parameters, presets,
// openings, limits.
#pragma once

#include <string>

#include "server/limits.h"

namespace turncoat::server {

std::string meta_text(const Limits& limits, int threads);

}  // namespace turncoat::server
