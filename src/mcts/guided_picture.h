// The tree of a guided search in the form that mcts/tree_picture.h draws: visits, and the mean result as a
// share won. Forced passes, which the search has no nodes for, stand where they are played.
#pragma once

#include "mcts/guided_tree.h"
#include "mcts/tree_file.h"

namespace turncoat::mcts {

// Only for pictures: its root is the search's root, not the start of a game, and untried moves are left out.
SavedTree picture_of(const GuidedTree& tree);

}  // namespace turncoat::mcts
