// Endgame: exact scores of positions with few empties, the bottom of every exact search (docs/endgame.md).
// Scores are discs from the mover's side, the empties to the winner. No clock, no stop: a call takes
// milliseconds at most. One object per thread; nothing is allocated after construction. With many empties a
// light evaluation orders the moves, if there is one (eval/ending_order.h).
// Included inside a target region (rules/kernel/target.h), after its kernel, and after this header's own
// includes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "eval/ending_order.h"
#include "eval/pattern_weights.h"
#include "search/edge_stability.h"
#include "search/endgame_hash.h"
#include "search/endgame_leaf.h"
#include "search/endgame_stability.h"
#include "search/endgame_tables.h"

namespace turncoat::search {

template <class K>
class Endgame {
 public:
  using Board = typename K::Board;
  using Set = typename K::Set;

  // What it serves well. It is right up to kLargest, but above twelve an evaluation orders moves better.
  static constexpr int kMostEmpties = 12;
  static constexpr int kLargest = 16;

  // `size` is 4, 6 or 8. `order` is for 8x8, may be null, and must outlive it.
  explicit Endgame(int size, const eval::EndingOrder* order = nullptr)
      : leaf_(size),
        corners_(corners_of(size)),
        whole_board_(size == 8),
        order_(order),
        least_judged_(order != nullptr ? kLeastJudged : kLargest + 1) {}

  // Fail-soft: more than alpha is a lower bound, anything else an upper bound.
  // Requires at most kLargest empties; the mover need not have a move.
  int null_window(const Board& board, int alpha) {
    const Set empties = K::empties(board, leaf_.area());
    switch (const int count = K::count(empties)) {
      case 0:
        ++leaf_.nodes();
        return leaf_.end_score(board);
      case 1:
        return leaf_.solve1(board.mover, K::first(empties), alpha);
      case 2:
      case 3: {
        Set rest = empties;
        const int x1 = K::pop_first(rest);
        const int x2 = K::pop_first(rest);
        const auto p = K::spread(board.mover);
        const auto o = K::spread(board.other);
        return count == 2 ? leaf_.solve2(p, o, x1, x2, alpha)
                          : leaf_.solve3(p, o, x1, x2, K::first(rest), alpha);
      }
      case 4:
        return leaf_.solve4(K::spread(board.mover), K::spread(board.other), empties, alpha);
      default:
        return node(board, K::moves(board, leaf_.area()), count, alpha);
    }
  }

  // Exact when it lies between alpha and beta, a bound otherwise.
  int window(const Board& board, int alpha, int beta) {
    // Null windows closing in on the score; steps grow while they go the same way.
    int low = alpha;
    int high = beta;
    int at = std::clamp(0, low, high - 1);
    int step = 2;
    bool rose = false;
    for (bool first = true;; first = false) {
      const int score = null_window(board, at);
      const bool rises = score > at;
      (rises ? low : high) = score;
      if (low >= high) return score;
      step = !first && rises == rose ? 2 * step : 2;
      rose = rises;
      at = rises ? std::min(score + step - 2, high - 1) : std::max(score - step + 1, low);
    }
  }

  // Positions entered since construction: all of them, from the root of each call down to those with one
  // empty square, and a pass is a position of its own.
  std::uint64_t nodes() const { return leaf_.nodes(); }

  Set corners() const { return corners_; }

  // Whether there is a light evaluation, and when a move comes that leaves this board and these replies: the
  // less the earlier. Requires judges().
  bool judges() const { return order_ != nullptr; }
  int judged_order(const Board& board, Set moves) const {
    return kReplyCost * replies(moves) + order_->template of<K>(board);
  }

  // Forgets the table of positions, not the count of nodes.
  void clear() { hash_.clear(); }

 private:
  using Place = typename EndgameHash<K>::Place;

  // From here up children are looked for in the table before any is searched: 3 % fewer nodes.
  static constexpr int kLeastProbed = 8;
  // From here up the light evaluation has a word in the order of moves.
  static constexpr int kLeastJudged = 11;
  static constexpr int kReplyCost = 7 * eval::PatternWeights::kUnit;  // what a reply costs there
  static constexpr int kFirst = -1'000'000;                           // in any order
  static constexpr int kNoKey = std::numeric_limits<int>::max();
  static_assert((kLargest & (kLargest - 1)) == 0, "keys hold an order and, below it, a place");

  struct Child {
    Board board;
    Set moves;
    int bit;
    Place place;  // in the table, where children are looked for
  };

  static Set corners_of(int size) {
    const int last = size - 1;
    Set corners = 0;
    for (const int x : {0, last}) {
      for (const int y : {0, last}) corners |= K::single(K::bit_of({x, y}, size));
    }
    return corners;
  }

  // The quadrants with an odd number of empties, whole.
  static Set odd_quadrants(Set empties) {
    Set odd = empties ^ empties >> 1;
    odd ^= odd >> 2;
    odd ^= odd >> 8;
    odd ^= odd >> 16;
    return (odd & 0x0000001100000011ULL) * 0x0f0f0f0fULL;
  }

  // Requires `moves` to be the mover's, and five empties or more.
  int node(const Board& board, Set moves, int empties, int alpha) {
    switch (empties) {
      case 5:
        return solve5(board, moves, alpha);
      case 6:
        return sorted<6>(board, moves, empties, alpha);
      case 7:
        return sorted<7>(board, moves, empties, alpha);
      default:
        return empties < least_judged_ ? sorted<kLeastProbed>(board, moves, empties, alpha)
                                       : sorted<kLeastJudged>(board, moves, empties, alpha);
    }
  }

  [[gnu::noinline]] int pass(const Board& board, int empties, int alpha) {
    const Board turned = K::after_pass(board);
    const Set replies = K::moves(turned, leaf_.area());
    if (K::empty(replies)) return leaf_.end_score(board);
    return -node(turned, replies, empties, ~alpha);
  }

  bool stability_cuts(const Board& board, int empties, int alpha, int& score) const {
    if (alpha < kStabilityAlpha[static_cast<std::size_t>(empties)] || !whole_board_) return false;
    score = leaf_.squares() - 2 * K::count(stable_.of(board.other, board.mover));
    return score <= alpha;
  }

  // Five empties: no table, no sorting; odd quadrants first.
  int solve5(const Board& board, Set moves, int alpha) {
    ++leaf_.nodes();
    if (K::empty(moves)) return pass(board, 5, alpha);
    if (int score = 0; stability_cuts(board, 5, alpha, score)) return score;
    const Set open = K::empties(board, leaf_.area());
    const Set odd = odd_quadrants(open);
    const auto p = K::spread(board.mover);
    const auto o = K::spread(board.other);
    int best = EndgameLeaf<K>::kNone;
    for (Set group = moves & odd;; group = moves) {
      moves &= ~group;
      while (!K::empty(group)) {
        const int bit = K::pop_first(group);
        const auto flips = K::flips_in_lanes(p, o, bit);
        const int score =
            -leaf_.solve4(o ^ flips, p ^ flips ^ K::spread_single(bit), open ^ K::single(bit), ~alpha);
        if (score > best) {
          best = score;
          if (best > alpha) return best;
        }
      }
      if (K::empty(moves)) return best;
    }
  }

  // Six empties or more: table, cut-offs, then the moves that leave the fewest replies first. `Least` is the
  // first number of empties that does what this one does; nearly all nodes are of 6 and 7, which have code of
  // their own: 2 % less time.
  template <int Least>
  [[gnu::noinline]] int sorted(const Board& board, Set moves, int empties_now, int alpha) {
    constexpr bool kProbed = Least >= kLeastProbed;
    constexpr bool kJudged = Least >= kLeastJudged;
    const int empties = kProbed ? empties_now : Least;

    // Step 1. Count; a pass.
    ++leaf_.nodes();
    if (K::empty(moves)) return pass(board, empties, alpha);

    // Step 2. Has it been searched before?
    const auto here = hash_.place_of(board, empties);
    int table_move = -1;
    if (const auto* entry = hash_.find(here, board)) {
      if (entry->lower > alpha) return entry->lower;
      if (entry->upper <= alpha) return entry->upper;
      table_move = static_cast<int>(entry->move);
    }

    // Step 3. Too many of the opponent's discs can never be turned.
    if (int score = 0; stability_cuts(board, empties, alpha, score)) return score;

    // Step 4. The moves, with what their order needs. One of them may be known to be good enough.
    std::array<Child, kLargest> children;
    std::array<int, kLargest> keys;
    int key = kNoKey;  // of the first in order
    int count = 0;
    const Set open = K::empties(board, leaf_.area());
    const Set odd = odd_quadrants(open);
    const auto p = K::spread(board.mover);
    const auto o = K::spread(board.other);
    int best = EndgameLeaf<K>::kNone;
    int best_bit = -1;
    for (Set rest = moves; !K::empty(rest);) {
      const int bit = K::pop_first(rest);
      Child& child = children[static_cast<std::size_t>(count)];
      const auto flips = K::flips_in_lanes(p, o, bit);
      const auto mover = o ^ flips;
      const auto other = p ^ flips ^ K::spread_single(bit);
      child.board = {K::word(mover), K::word(other)};
      child.moves = K::moves_in_lanes(mover, other, open ^ K::single(bit));
      child.bit = bit;
      if constexpr (kProbed) {
        child.place = hash_.place_of(child.board, empties - 1);
        hash_.prefetch(child.place);
      }
      const int order = bit == table_move ? kFirst
                        : kJudged         ? judged_order(child.board, child.moves)
                                          : order_of(child, odd);
      keys[static_cast<std::size_t>(count)] = order * kLargest + count;
      key = std::min(key, keys[static_cast<std::size_t>(count++)]);
    }
    for (int i = 0; kProbed && i < count; ++i) {
      const Child& child = children[static_cast<std::size_t>(i)];
      const auto* below = hash_.find(child.place, child.board);
      if (below != nullptr && -below->upper > alpha) {
        const int score = -below->upper;  // both boards may have one place in the table
        remember(here, board, alpha, score, child.bit);
        return score;
      }
    }

    // Step 5. Best first. Comparisons of keys are without branches, which nobody could foretell.
    for (int left = count;;) {
      const auto at = static_cast<std::size_t>(key & (kLargest - 1));
      const Child& child = children[at];
      const int score = -below<Least>(child, empties - 1, ~alpha);
      if (score > best) {
        best = score;
        best_bit = child.bit;
        if (best > alpha) break;
      }
      if (--left == 0) break;
      keys[at] = kNoKey;
      key = kNoKey;
      for (int i = 0; i < count; ++i) key = std::min(key, keys[static_cast<std::size_t>(i)]);
    }

    // Step 6. Remember.
    remember(here, board, alpha, best, best_bit);
    return best;
  }

  template <int Least>
  int below(const Child& child, int empties, int alpha) {
    if constexpr (Least == 6) return solve5(child.board, child.moves, alpha);
    if constexpr (Least == 7) return sorted<6>(child.board, child.moves, empties, alpha);
    return node(child.board, child.moves, empties, alpha);
  }

  // Replies, those in a corner counted twice.
  int replies(Set moves) const { return K::count(moves) + K::count(moves & corners_); }

  int order_of(const Child& child, Set odd) const {
    int order = 16 * replies(child.moves);
    if (K::contains(odd, child.bit)) order -= 6;
    return order - kSquareClass[static_cast<std::size_t>(child.bit)];
  }

  // The place may have been taken by another board below.
  void remember(Place place, const Board& board, int alpha, int best, int bit) {
    auto& entry = hash_.claim(place, board, leaf_.squares());
    (best > alpha ? entry.lower : entry.upper) = static_cast<std::int8_t>(best);
    entry.move = static_cast<std::int8_t>(bit);
  }

  EndgameLeaf<K> leaf_;
  EndgameHash<K> hash_;
  StableDiscs<K> stable_;
  Set corners_;
  bool whole_board_;
  const eval::EndingOrder* order_;
  int least_judged_;
};

}  // namespace turncoat::search
