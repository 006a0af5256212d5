#include "mcts/guided_picture.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace turncoat::mcts {

namespace {

std::int64_t sum_of(double value, std::uint32_t visits) {
  return std::llround((value + visits) / 2 * static_cast<double>(kWin));
}

struct Pending {
  GuidedIndex from;
  NodeIndex to;
};

}  // namespace

SavedTree picture_of(const GuidedTree& tree) {
  SavedTree picture;
  const rules::Position& root = tree[GuidedTree::root()].position;
  auto rules = std::make_shared<rules::Ruleset>(root.ruleset());
  rules->first = root.mover();  // the colours of the picture begin here
  picture.rules = std::move(rules);
  picture.nodes.emplace_back();
  picture.nodes[0].visits = tree[GuidedTree::root()].visits();
  double won = 0;
  for (const GuidedEdge& edge : tree[GuidedTree::root()].edges) won -= edge.value;
  picture.nodes[0].sum = sum_of(won, picture.nodes[0].visits);
  std::vector<Pending> pending = {{GuidedTree::root(), 0}};
  for (std::size_t at = 0; at < pending.size(); ++at) {
    const auto [from, to] = pending[at];
    const GuidedNode& node = tree[from];
    const auto first = static_cast<NodeIndex>(picture.nodes.size());
    for (const GuidedEdge& edge : node.edges) {
      if (edge.visits == 0) continue;
      Node& child = picture.nodes.emplace_back();
      child.visits = edge.visits;
      child.sum = sum_of(edge.value, edge.visits);
      child.parent = to;
      child.move = code_of(edge.move, root.size());
    }
    picture.nodes[to].first_child = picture.nodes.size() > first ? first : 0;
    picture.nodes[to].count = static_cast<std::uint8_t>(picture.nodes.size() - first);
    NodeIndex index = first;
    for (const GuidedEdge& edge : node.edges) {
      if (edge.visits == 0) continue;
      NodeIndex below = index++;
      const GuidedNode& next = tree[edge.child];
      if (next.position.mover() == node.position.mover() && !next.position.is_over()) {
        Node pass = picture.nodes[below];
        pass.sum = sum_of(-edge.value, edge.visits);
        pass.parent = below;
        pass.move = kPassCode;
        picture.nodes[below].first_child = static_cast<NodeIndex>(picture.nodes.size());
        picture.nodes[below].count = 1;
        below = static_cast<NodeIndex>(picture.nodes.size());
        picture.nodes.push_back(pass);
      }
      pending.push_back({edge.child, below});
    }
  }
  return picture;
}

}  // namespace turncoat::mcts
