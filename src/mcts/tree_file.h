// Trees as bytes: written by `turncoat tree grow`, read by `mcts:tree=` and `turncoat tree show`. The format
// is described in docs/mcts.md. Reading trusts nothing: a tree that comes out is one that some search could
// have made.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "mcts/node.h"
#include "rules/ruleset.h"

namespace turncoat::mcts {

struct SavedTree {
  rules::RulesetPtr rules;  // the root is its start position
  std::string player;       // the player whose parameters grew it, such as "mcts:c=1"
  std::uint64_t seed = 0;
  std::vector<Node> nodes;  // the root first, children behind their parents
};

std::string encode_tree(const SavedTree& tree);

// `source` is named in errors.
Result<SavedTree> decode_tree(std::string_view bytes, std::string_view source);

}  // namespace turncoat::mcts
