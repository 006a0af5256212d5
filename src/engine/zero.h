// The player `zero` put together: network, judge, solver, search.
#pragma once

#include <memory>

#include "base/error.h"
#include "mcts/zero_player.h"

namespace turncoat::engine {

// A network that is named is loaded here; net=zero is looked for when the first game tells the board's size.
Result<std::unique_ptr<mcts::ZeroPlayer>> make_zero_player(const mcts::ZeroParams& params);

}  // namespace turncoat::engine
