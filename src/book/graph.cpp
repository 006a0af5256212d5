#include "book/graph.h"

#include <algorithm>

namespace turncoat::book {

Graph::Graph(Book& book) : book_(book) {
  for (const Key& key : book.keys()) append(key, book.entry(key));
}

int Graph::find(const Key& key) const {
  const auto found = index_.find(key);
  return found == index_.end() ? kAbsent : found->second;
}

int Graph::add(const Key& key) {
  if (const int known = find(key); known != kAbsent) return known;
  append(key, book_.entry(key));
  return size() - 1;
}

void Graph::append(const Key& key, Entry& entry) {
  const int self = size();
  index_.emplace(key, self);
  Node& node = nodes_.emplace_back(Node{key, &entry, key.discs(), {}});
  for (const Child& child : children_of(position_of(book_.rules(), key))) {
    Edge edge{child.square, kAbsent, child.sign, child.over};
    if (child.over) {
      edge.final_score = -kUnit * child.position.score(child.position.mover());
    } else {
      const Key child_key = canonical(child.position).key;
      edge.child = find(child_key);
      if (edge.child == kAbsent) wanted_[child_key].push_back({self, node.edges.size()});
    }
    node.edges.push_back(edge);
  }
  if (const auto waiting = wanted_.find(key); waiting != wanted_.end()) {
    for (const Wanted& wanted : waiting->second) {
      nodes_[static_cast<std::size_t>(wanted.parent)].edges[wanted.edge].child = self;
    }
    wanted_.erase(waiting);
  }
}

std::optional<int> Graph::link_value(const Edge& edge) const {
  if (edge.over) return edge.final_score;
  if (edge.child == kAbsent || !node(edge.child).entry->value) return std::nullopt;
  return edge.sign * *node(edge.child).entry->value;
}

const Graph::Edge* Graph::leaf_edge(int index) const {
  const Node& here = node(index);
  if (!here.entry->leaf) return nullptr;
  const auto edge = std::ranges::find(here.edges, here.entry->leaf->square, &Edge::square);
  return edge == here.edges.end() ? nullptr : &*edge;
}

bool Graph::leaf_is_stale(int index) const {
  const Edge* edge = leaf_edge(index);
  return edge != nullptr && !edge->over && link_value(*edge);
}

void Graph::propagate() {
  std::vector<int> order(nodes_.size());
  for (int i = 0; i < size(); ++i) order[static_cast<std::size_t>(i)] = i;
  std::ranges::stable_sort(order, [&](int a, int b) { return node(a).discs > node(b).discs; });
  for (const int index : order) {
    const Node& here = node(index);
    std::optional<int> best;
    bool complete = !here.edges.empty();
    for (const Edge& edge : here.edges) {
      const auto value = link_value(edge);
      complete = complete && value;
      if (value && (!best || *value > *best)) best = value;
    }
    const auto& leaf = here.entry->leaf;
    if (leaf && !leaf_is_stale(index) && (!best || leaf->score > *best)) best = leaf->score;
    here.entry->value = complete || leaf ? best : std::nullopt;
  }
}

}  // namespace turncoat::book
