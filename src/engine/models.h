// Where the trained weights are. They ship in models/ of the source tree, or share/turncoat/models of an
// installation.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/error.h"
#include "eval/linear_weights.h"
#include "mcts/tree_file.h"

namespace turncoat::engine {

// A file under models/, such as "heuristics/seed-best.txt": looked for in $TURNCOAT_MODELS, then beside the
// program.
Result<std::filesystem::path> find_model(std::string_view name);

// Linear weights by the name of a shipped heuristic or by path.
Result<eval::LinearWeights> load_heuristic(const std::string& name_or_path);

// A tree of Monte-Carlo search, by path.
Result<mcts::SavedTree> load_tree(const std::string& path);

}  // namespace turncoat::engine
