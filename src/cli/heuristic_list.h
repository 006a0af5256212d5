// `--heuristics`: from what a user writes — shipped, run:3, names, files, numbers — to heuristics, each of
// them once, and to the players that use them.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "cli/heuristics_table.h"

namespace turncoat::cli {

struct HeuristicPlayers {
  std::vector<HeuristicRow> rows;
  std::vector<std::string> specs;  // of the rows
};

// `as` is the player to give them to, such as alphabeta:depth=3. The store is opened only for run:N.
Result<HeuristicPlayers> read_heuristics(const std::vector<std::string>& list, const std::string& as,
                                         const std::string& store_file);

}  // namespace turncoat::cli
