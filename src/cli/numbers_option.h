// --numbers of the commands whose networks play: what they compute in. A matter of the machine, so no part of
// a run's recipe.
#pragma once

#include <CLI/CLI.hpp>

#include "mcts/zero_player.h"

namespace turncoat::cli {

void add_numbers_option(CLI::App& command, mcts::Numbers& numbers);

}  // namespace turncoat::cli
