// Rollouts: UCT's descent and random playouts, a template over the kernel. Several rollouts are under way
// side by side, one ply each in turn: the chain of one ply is long, and the next game's ply fills the waiting
// time. To be included inside a target region (rules/kernel/target.h), after mcts/searcher.h and the kernels.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "eval/linear.h"
#include "eval/staged.h"
#include "mcts/exact.h"
#include "mcts/searcher.h"

namespace turncoat::mcts {

template <class K>
class Rollouts final : public Searcher {
 public:
  Rollouts(const rules::Position& root, const Options& options)
      : Searcher(root, options), area_(K::area(root.size())) {
    const rules::Ruleset& rules = root.ruleset();
    bonus_ = rules.black_bonus;
    if (options.cutoff > 0) {
      if (const auto* weights = std::get_if<eval::LinearWeights>(&options.evaluation)) {
        linear_.emplace(root.size(), *weights);
      } else {
        staged_.emplace(root.size());
      }
    }
    set_board();
  }

 private:
  // Longer than any game: a disc per square, and a pass between any two.
  static constexpr std::size_t kLongestPath = 2 * K::kLargestSize * K::kLargestSize;

  // A rollout under way.
  struct Lane {
    typename K::Board board;
    bool leaf_mover_moves = true;  // the mover on `board` is the one at the leaf
    bool black_at_leaf = true;
    int plies = 0;  // played since the leaf
    std::size_t length = 0;
    std::array<NodeIndex, kLongestPath> path;
  };

  void set_board() override {
    board_ = K::board_of(root_);
    black_moves_ = root_.mover() == rules::Color::Black;
  }

  void work(Rng& rng, Control& control, Control::Rhythm& rhythm) override {
    std::array<Lane, kMaxBatch> lanes;
    Tree::Ledger own;
    Tree::Ledger* const ledger = options_.threads > 1 ? &own : nullptr;
    std::uint64_t granted = 0;
    // Begins rollouts until one needs a playout; false when no more may begin.
    const auto begin = [&](Lane& lane) {
      do {
        if (granted == 0) granted = control.claim(rhythm);
        if (granted == 0) return false;
        if (options_.solver && tree_.proof(tree_.root()) != Proof::None) {
          control.give_back(granted);
          control.finish();
          granted = 0;
          return false;
        }
        --granted;
      } while (!descend(lane, ledger));
      return true;
    };
    int active = 0;
    while (active < options_.batch && begin(lanes[static_cast<std::size_t>(active)])) ++active;
    while (active > 0) {
      for (int i = 0; i < active; ++i) {
        Lane& lane = lanes[static_cast<std::size_t>(i)];
        if (play(lane, rng, ledger) || begin(lane)) continue;
        lane = lanes[static_cast<std::size_t>(--active)];
        --i;
      }
    }
    tree_.settle(own);
  }

  // Down to a leaf; false when the way ended at a proven node and the rollout is over.
  bool descend(Lane& lane, Tree::Ledger* ledger) {
    NodeIndex node = tree_.root();
    std::uint32_t earlier = tree_.enter(ledger);
    lane.board = board_;
    lane.black_at_leaf = black_moves_;
    lane.path[0] = node;
    lane.length = 1;
    for (;;) {
      if (options_.solver) {
        if (const Proof proof = tree_.proof(node); proof != Proof::None) {
          tree_.back_up({lane.path.data(), lane.length}, value_of(proof), true, ledger);
          return false;
        }
      }
      if (!tree_.has_children(node)) {
        const bool leaf = earlier == 0 && lane.length > 1;
        if (leaf || !grow(node, lane.board, ledger)) break;
      }
      const Tree::Step step = tree_.select(node, options_.c, ledger);
      if (step.node == 0) {
        // Every child is proven lost, and another thread was about to say so.
        const Proof proof = tree_.resolve(node);
        tree_.back_up({lane.path.data(), lane.length}, value_of(proof), true, ledger);
        return false;
      }
      lane.board = step.move == kPassCode ? K::after_pass(lane.board)
                                          : K::after(lane.board, static_cast<int>(step.move),
                                                     K::flips(lane.board, static_cast<int>(step.move)));
      lane.black_at_leaf = !lane.black_at_leaf;
      node = step.node;
      earlier = step.earlier_visits;
      lane.path[lane.length++] = node;
    }
    lane.leaf_mover_moves = true;
    lane.plies = 0;
    return true;
  }

  // False when the node stays a leaf: the game is over there, or there is no room.
  bool grow(NodeIndex node, const typename K::Board& board, Tree::Ledger* ledger) {
    if (tree_.full()) return false;
    std::array<MoveCode, K::kLargestSize * K::kLargestSize> moves;
    std::size_t count = 0;
    typename K::Set set = K::moves(board, area_);
    while (!K::empty(set)) moves[count++] = static_cast<MoveCode>(K::pop_first(set));
    if (count == 0) {
      if (K::empty(K::moves(K::after_pass(board), area_))) return false;
      moves[count++] = kPassCode;
    }
    // Another thread may have been quicker.
    return tree_.grow(node, {moves.data(), count}, ledger) || tree_.has_children(node);
  }

  // One ply of the playout; false when it is over and backed up.
  bool play(Lane& lane, Rng& rng, Tree::Ledger* ledger) {
    if (lane.plies == 0 && options_.solver && K::count(K::empties(lane.board, area_)) <= options_.exact)
        [[unlikely]] {
      finish(lane, exact_result<K>(lane.board, area_, bonus_of_mover(lane)), true, ledger);
      return false;
    }
    typename K::Set moves = K::moves(lane.board, area_);
    if (K::empty(moves)) [[unlikely]] {
      lane.board = K::after_pass(lane.board);
      lane.leaf_mover_moves = !lane.leaf_mover_moves;
      moves = K::moves(lane.board, area_);
      if (K::empty(moves)) {
        finish(lane, end_result<K>(lane.board, bonus_of_mover(lane)), lane.plies == 0, ledger);
        return false;
      }
    }
    if (options_.cutoff > 0 && lane.plies >= options_.cutoff) {
      finish(lane, judgement(lane, moves), false, ledger);
      return false;
    }
    const int k = static_cast<int>(rng.below(static_cast<std::uint32_t>(K::count(moves))));
    const int bit = K::nth(moves, k);
    lane.board = K::after(lane.board, bit, K::flips(lane.board, bit));
    lane.leaf_mover_moves = !lane.leaf_mover_moves;
    ++lane.plies;
    return true;
  }

  // `value` is for the mover of lane.board.
  void finish(Lane& lane, std::int64_t value, bool exact, Tree::Ledger* ledger) {
    // A node's results belong to the side that moved to it, the one that does not move there.
    const std::int64_t result = lane.leaf_mover_moves ? kWin - value : value;
    tree_.back_up({lane.path.data(), lane.length}, result, exact && options_.solver, ledger);
  }

  // What the rules add to the discs of the mover on lane.board.
  int bonus_of_mover(const Lane& lane) const {
    return lane.black_at_leaf == lane.leaf_mover_moves ? bonus_ : -bonus_;
  }

  std::int64_t judgement(const Lane& lane, const typename K::Set& moves) const {
    const double units = linear_ ? linear_->evaluate(lane.board, moves) / double{eval::Linear<K>::kUnit}
                                 : staged_->evaluate(lane.board, moves) / double{eval::Staged<K>::kUnit};
    return static_cast<std::int64_t>(kWin / (1 + std::exp(-units / options_.scale)));
  }

  typename K::Set area_;
  int bonus_ = 0;
  typename K::Board board_;
  bool black_moves_ = true;
  std::optional<eval::Staged<K>> staged_;
  std::optional<eval::Linear<K>> linear_;
};

// K64 up to 8x8, the wide kernel above.
template <class K64, class KWide>
std::unique_ptr<Searcher> searcher_of(const rules::Position& root, const Options& options) {
  if (root.size() <= K64::kLargestSize) return std::make_unique<Rollouts<K64>>(root, options);
  return std::make_unique<Rollouts<KWide>>(root, options);
}

}  // namespace turncoat::mcts
