#include "mcts/guided_tree.h"

#include <algorithm>
#include <utility>

namespace turncoat::mcts {

rules::Position settled(const rules::Position& position) {
  return position.must_pass() ? position.after(rules::Move::pass()) : position;
}

std::uint32_t GuidedNode::visits() const {
  std::uint32_t sum = 0;
  for (const GuidedEdge& edge : edges) sum += edge.visits;
  return sum;
}

void GuidedTree::reset(const rules::Position& root) {
  nodes_.clear();
  nodes_.emplace_back(settled(root));
}

GuidedIndex GuidedTree::child(GuidedIndex parent, std::size_t edge) {
  const GuidedEdge& taken = (*this)[parent].edges[edge];
  if (taken.child != kNoNode) return taken.child;
  const auto made = static_cast<GuidedIndex>(nodes_.size());
  rules::Position next = settled((*this)[parent].position.after(taken.move));
  nodes_.emplace_back(std::move(next));
  (*this)[parent].edges[edge].child = made;
  return made;
}

void GuidedTree::advance(rules::Move move, bool forget) {
  if (move.is_pass()) return;
  GuidedNode& before = (*this)[root()];
  const auto taken = std::ranges::find(before.edges, move, &GuidedEdge::move);
  if (taken == before.edges.end() || taken->child == kNoNode) {
    const rules::Position next = before.position.after(move);
    reset(next);
    return;
  }
  // Breadth first into a new place, parents before their children.
  std::vector<GuidedNode> kept;
  kept.push_back(std::move((*this)[taken->child]));
  for (std::size_t at = 0; at < kept.size(); ++at) {
    for (std::size_t i = 0; i < kept[at].edges.size(); ++i) {
      GuidedEdge& edge = kept[at].edges[i];
      if (forget) {
        edge.visits = 0;
        edge.utility = edge.value = edge.score = 0;
      }
      if (edge.child == kNoNode) continue;
      GuidedNode& below = (*this)[edge.child];
      edge.child = static_cast<GuidedIndex>(kept.size());
      kept.push_back(std::move(below));
    }
  }
  nodes_ = std::move(kept);
}

}  // namespace turncoat::mcts
