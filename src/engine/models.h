// Where the trained weights are. They ship in models/ of the source tree, or share/turncoat/models of an
// installation.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "eval/linear_weights.h"
#include "mcts/tree_file.h"
#include "rules/ruleset.h"
#include "search/searcher.h"

namespace turncoat::engine {

// A file under models/, such as "heuristics/seed-best.txt": looked for in $TURNCOAT_MODELS, then beside the
// program.
Result<std::filesystem::path> find_model(std::string_view name);

// The names of the shipped linear weights, sorted.
std::vector<std::string> shipped_heuristics();

// Linear weights by the name of a shipped heuristic, by path, or as a line of ten or twenty numbers.
Result<eval::LinearWeights> load_heuristic(const std::string& name_or_path);

// What `weights=` of a player with a linear evaluation means, board by board: that heuristic on all of them;
// for an empty text the evolved one, of 8x8 or 12x12, stretched to the board.
using HeuristicOf = std::function<eval::LinearWeights(const rules::Ruleset& rules)>;
Result<HeuristicOf> heuristic_of(const std::string& name_or_path);

// Pattern weights by the name of a shipped model or by path, with their ProbCut model. Loaded once and
// shared: every player of the process looks at the same tables.
Result<search::PatternEval> load_patterns(const std::string& name_or_path);

// A tree of Monte-Carlo search, by path.
Result<mcts::SavedTree> load_tree(const std::string& path);

}  // namespace turncoat::engine
