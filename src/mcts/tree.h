// Tree: the nodes of a search in one block of memory with a stated limit. Growing is bump allocation; a full
// tree refuses to grow and is otherwise as good as before. No rules in here: whoever descends carries the
// board.
// Threads: between share() and unshare() select, grow, back_up and the readers of single nodes may be called
// from many threads; everything else needs the tree alone.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>

#include "mcts/node.h"

namespace turncoat::mcts {

inline constexpr std::size_t kCacheLine = 64;

// How the move is chosen when the search is over.
enum class Final { Visits, WinRate };

class Tree {
 public:
  // Memory is reserved here and used page by page as the tree grows.
  explicit Tree(std::uint64_t bytes);

  // One root without visits.
  void clear();

  NodeIndex root() const { return root_; }
  NodeIndex used() const { return std::min(used_.load(std::memory_order_relaxed), capacity_); }
  NodeIndex capacity() const { return capacity_; }
  bool full() const { return full_.load(std::memory_order_relaxed); }
  const Node& operator[](NodeIndex index) const { return nodes_[index]; }
  std::span<const Node> children(NodeIndex index) const;

  void share() { shared_ = true; }
  void unshare() { shared_ = false; }

  // What one thread has for itself while the tree is shared. Each write to a node takes its cache line away
  // from the other threads, so from a busy node a thread goes the same way for a burst of rollouts. Their
  // visits are counted at once, which sends the other threads elsewhere; their results are kept here until
  // the burst is over. New nodes come from a reserve of the thread's own. To be settled before anybody relies
  // on the counts.
  class Ledger {
   private:
    friend class Tree;
    struct Burst {
      NodeIndex from = kNowhere;
      NodeIndex to = kNowhere;
      std::uint32_t left = 0;  // rollouts counted and not begun
      std::int64_t sum = 0;    // results of `to` not told yet
    };
    static constexpr NodeIndex kNowhere = ~NodeIndex{0};
    static constexpr int kBits = 9;
    Burst& burst_of(NodeIndex from) { return bursts_[(from * 0x9E3779B1U) >> (32 - kBits)]; }
    Burst into_root_;
    std::array<Burst, 1 << kBits> bursts_{};
    NodeIndex next_ = 0;  // the reserve: nodes from next_ to end_
    NodeIndex end_ = 0;
  };
  void settle(Ledger& ledger);

  // A rollout begins at the root: counts it there and gives how many there were before.
  std::uint32_t enter(Ledger* ledger = nullptr);
  struct Step {
    NodeIndex node = 0;  // 0: every child is proven lost
    std::uint32_t earlier_visits = 0;
    std::uint32_t move = kPassCode;
  };
  // The child to descend to: the first without a visit, else the one with the highest
  //   sum / n + c sqrt(ln N / n).
  // Children proven lost are left out. Counts the visit at once, so that rollouts under way look like losses
  // until they are backed up. Requires children.
  Step select(NodeIndex node, double c, Ledger* ledger = nullptr);
  bool has_children(NodeIndex node) const;
  Proof proof(NodeIndex node) const;
  std::uint32_t visits(NodeIndex node) const;
  // What the side that moved to the node wins, in [0, 1]; 0.5 without visits.
  double win_rate(NodeIndex node) const;

  // Gives the node its children; false when the tree is full or another thread is at it. Requires moves.
  bool grow(NodeIndex node, std::span<const MoveCode> moves, Ledger* ledger = nullptr);

  // The end of a rollout along `path`, root first: `result` for the side that moved to the last node. With
  // `proven`, that is its exact value, and proofs travel up as far as they reach.
  void back_up(std::span<const NodeIndex> path, std::int64_t result, bool proven, Ledger* ledger = nullptr);

  // What the children's proofs say of a node; None when they do not decide it.
  Proof proof_of_children(NodeIndex node) const;
  // The same, noted at the node, unless it has a proof already.
  Proof resolve(NodeIndex node);

  // The child that is played, or nothing without children. Proven wins first, proven losses last, a proven
  // draw instead of less than half the points.
  std::optional<NodeIndex> best_child(NodeIndex node, Final final) const;

  // The child of the root that stands for this move becomes the root. False, and no change, when there is
  // none.
  bool advance(MoveCode move);
  // Moves the root's tree to the front of the memory and forgets everything else. In place, in one pass.
  void compact();
  // Replaces everything by these nodes, the root first. Requires nodes.size() <= capacity() and children
  // behind their parents.
  void assign(std::span<const Node> nodes);

 private:
  struct Free {
    void operator()(Node* nodes) const { std::free(nodes); }
  };
  Step enter(NodeIndex from, NodeIndex node, Ledger::Burst* burst);
  // Counts a visit; gives how many were known before. A busy node's begins a burst, when there may be one.
  std::uint32_t count_visit(NodeIndex node, Ledger::Burst* burst);
  void settle(Ledger::Burst& burst);
  // The first of `count` fresh nodes behind `parent`; 0 when there is no room.
  NodeIndex reserve_nodes(NodeIndex count, NodeIndex parent, Ledger* ledger);
  NodeIndex reserve_nodes(NodeIndex count);
  // Gives up what a thread has reserved: nodes that nobody refers to.
  void drop_reserve(Ledger& ledger);

  // Read all the time by every thread, so apart from what changes all the time.
  std::unique_ptr<Node[], Free> nodes_;
  NodeIndex capacity_;
  NodeIndex root_ = 0;
  bool shared_ = false;
  std::atomic<bool> full_ = false;
  alignas(kCacheLine) std::atomic<NodeIndex> used_ = 0;
};

// UCB1 of a child with visits; `exploration` is c sqrt(ln N), the same for all children of a node.
double ucb(std::int64_t sum, std::uint32_t visits, double exploration);

}  // namespace turncoat::mcts
