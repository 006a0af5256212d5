// Where the trained weights are. They ship in models/ of the source tree, or share/turncoat/models of an
// installation.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "book/book.h"
#include "eval/linear_weights.h"
#include "eval/square_weights.h"
#include "mcts/tree_file.h"
#include "nn/network.h"
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
// The names of the shipped pattern weights.
std::vector<std::string> shipped_pattern_names();

// Pattern weights by the name of a shipped model or by path, with their ProbCut model. Loaded once and
// shared: every player of the process looks at the same tables.
Result<search::PatternEval> load_patterns(const std::string& name_or_path);
// The same for a board; an empty name means the shipped ones for it. Refuses those of another board.
Result<search::PatternEval> load_patterns_for(int size, const std::string& name_or_path);
// The named ones; of "shipped", all there are: those for 8x8, and for other boards where they are there.
Result<std::vector<search::PatternEval>> load_pattern_sets(const std::string& name_or_path);

// A ridge model by the name of a shipped one or by path, and the one shipped for a size of board. Shared too.
Result<std::shared_ptr<const eval::RidgeModel>> load_ridge(const std::string& name_or_path);
Result<std::shared_ptr<const eval::RidgeModel>> load_ridge_of(int size);

// The weights of a model's squares, stage by stage, for pictures and screens.
Result<eval::SquareWeights> load_square_weights(const std::string& name_or_path);

// A policy-value network by the name of a shipped model or by path. Loaded once and shared while in use.
Result<std::shared_ptr<const nn::Network>> load_network(const std::string& name_or_path,
                                                        nn::Backend backend = nn::Backend::Auto);

// Where it is: the file itself, or models/NAME.net.
Result<std::filesystem::path> find_network(const std::string& name_or_path);

// An opening book by the name of a shipped one or by path. Loaded once and shared, as the weights are.
Result<std::shared_ptr<const book::Book>> load_book(const std::string& name_or_path);

// The one shipped under the name of the rules, such as standard-8; null when there is none for that game.
Result<std::shared_ptr<const book::Book>> load_shipped_book(const rules::Ruleset& rules);

// Where it is: the file itself, or models/NAME.book.
Result<std::filesystem::path> find_book(const std::string& name_or_path);

// A tree of Monte-Carlo search, by path.
Result<mcts::SavedTree> load_tree(const std::string& path);

}  // namespace turncoat::engine
