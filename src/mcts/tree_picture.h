// Pictures of a saved tree: indented text, an SVG with a tidy layout of its own, and Graphviz's DOT. Every
// node shows its move, its visits and what its mover won.
#pragma once

#include <string>

#include "mcts/tree_file.h"

namespace turncoat::mcts {

struct PictureOptions {
  int depth = 3;     // plies below the root
  int branches = 4;  // at most so many children of a node, the most visited ones; 0: all
};

std::string tree_as_text(const SavedTree& tree, const PictureOptions& options);
std::string tree_as_svg(const SavedTree& tree, const PictureOptions& options);
std::string tree_as_dot(const SavedTree& tree, const PictureOptions& options);

// The children worth showing, most visited first; unvisited ones never.
std::vector<NodeIndex> shown_children(const SavedTree& tree, NodeIndex node, int branches);

}  // namespace turncoat::mcts
