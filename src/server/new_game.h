// What a request for a new game asks for: rules, start, opening, sides, clock. Checked as a whole.
#pragma once

#include "server/http.h"
#include "server/limits.h"
#include "server/live_game.h"

namespace turncoat::server {

// `fresh_seed` is used when the request brings none. `threads` bounds a player's own.
Answer<LiveGame> read_new_game(const Json& request, const Limits& limits, int threads,
                               std::uint64_t fresh_seed);

}  // namespace turncoat::server
