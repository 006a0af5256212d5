// GuidedTree: the positions a guided search has looked at, with what was judged of each and how often each
// move was tried. Forced passes have no node: a move leads to the position where somebody can move again, so
// the mover need not change. Not lock-free and not compact (mcts/tree.h is): a judgement costs a thousand
// times a node.
#pragma once

#include <cstdint>
#include <vector>

#include "mcts/judge.h"

namespace turncoat::mcts {

using GuidedIndex = std::int32_t;
inline constexpr GuidedIndex kNoNode = -1;

// Sums are from the side of the node's mover.
struct GuidedEdge {
  rules::Move move = rules::Move::pass();
  float logit = 0;
  float prior = 0;
  std::uint32_t visits = 0;
  std::uint32_t pending = 0;  // tries whose leaf waits to be judged
  double utility = 0;         // sums over visits
  double value = 0;
  double score = 0;
  GuidedIndex child = kNoNode;
};

struct GuidedNode {
  enum class State : std::uint8_t {
    New,
    Waiting,  // its judgement has been asked for
    Judged,   // edges and numbers are there
    Exact,    // over or solved: numbers, no edges
  };

  explicit GuidedNode(rules::Position at) : position(std::move(at)) {}

  rules::Position position;
  State state = State::New;
  float utility = 0;  // what the search wants: value and score in one number
  float value = 0;
  float score = 0;
  std::vector<GuidedEdge> edges;  // in reading order

  std::uint32_t visits() const;
};

class GuidedTree {
 public:
  explicit GuidedTree(const rules::Position& root) { reset(root); }

  // One node. A root where the mover must pass is passed.
  void reset(const rules::Position& root);

  // Makes the position after `move` the root, with all that is below it; with `forget` all counts are set to
  // zero and only judgements stay. A pass changes nothing: there are no nodes for it.
  void advance(rules::Move move, bool forget);

  GuidedNode& operator[](GuidedIndex index) { return nodes_[static_cast<std::size_t>(index)]; }
  const GuidedNode& operator[](GuidedIndex index) const { return nodes_[static_cast<std::size_t>(index)]; }
  static constexpr GuidedIndex root() { return 0; }
  std::size_t size() const { return nodes_.size(); }

  // The node a move leads to, made if it is not there. References to nodes end here.
  GuidedIndex child(GuidedIndex parent, std::size_t edge);

 private:
  std::vector<GuidedNode> nodes_;
};

// The position with a forced pass played.
rules::Position settled(const rules::Position& position);

}  // namespace turncoat::mcts
