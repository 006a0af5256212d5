// Pvs: principal-variation search with iterative deepening, the one alpha-beta core of Turncoat. A template
// over the kernel K (rules/kernel) and the evaluator E (eval/), included inside a target region
// (rules/kernel/target.h). An evaluator has kUnit and `evaluate(board, moves)`, from the mover's side, within
// +-kHeuristicLimit. A pass costs no depth. Scores of ended games lie beyond every heuristic value, so a won
// game beats any hope of one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <vector>

#include "search/searcher.h"
#include "search/transposition_table.h"

namespace turncoat::search {

inline constexpr Score kHeuristicLimit = 100'000'000;
inline constexpr Score kEnd = 500'000'000;  // the least an ended, won game scores
inline constexpr Score kInfinity = 1'000'000'000;

template <class K, class E>
class Pvs final : public Searcher {
 public:
  using Board = typename K::Board;
  using Set = typename K::Set;

  Pvs(const rules::Ruleset& rules, E evaluator, const Options& options)
      : size_(rules.size),
        area_(K::area(rules.size)),
        black_bonus_(rules.black_bonus),
        winner_takes_empties_(rules.scoring == rules::Scoring::EmptiesToWinner),
        evaluator_(std::move(evaluator)),
        table_(options.table_bytes),
        patience_(options.patience) {}

  void clear() override { table_.clear(); }

  Finding search(const rules::Position& root, const Limits& limits,
                 const std::function<void(const Finding&)>& report) override {
    limits_ = limits;
    nodes_ = 0;
    stopped_ = false;
    must_finish_ = true;
    table_.next_age();

    const Board board = K::board_of(root);
    const bool black = root.mover() == rules::Color::Black;
    const int empties = K::count(K::empties(board, area_));
    const int deepest = limits.depth > 0 ? std::min(limits.depth, empties) : empties;
    std::vector<Child> moves;
    expand(board, K::moves(board, area_), -1, true, moves);
    std::ranges::stable_sort(moves, [](const Child& a, const Child& b) { return a.order > b.order; });

    Finding best;
    Score score = 0;
    for (int depth = 1; depth <= deepest; ++depth) {
      const bool done = iterate(moves, black, depth, score, best);
      best.nodes = nodes_;
      if (!done) break;
      must_finish_ = false;
      best.score.reset();
      if (depth == empties && patience_ == 0)
        best.score = score < 0 ? (score + kEnd) : score > 0 ? score - kEnd : 0;
      best.value = static_cast<double>(score) / E::kUnit;
      if (report) report(best);
      if (moves.size() == 1 && depth < deepest && has_clock()) break;  // nothing to decide
      if (limits_.soft && Clock::now() >= *limits_.soft) break;
    }
    return best;
  }

 private:
  using Clock = std::chrono::steady_clock;

  // A move, with all that its search needs of the position after it.
  struct Child {
    Board board;
    Set moves;  // of the side to move there
    int bit;
    Score order;
  };

  // The expected moves from a node on; -1 is a pass.
  struct Line {
    static constexpr int kLongest = 64;
    int length = 0;
    std::array<std::int16_t, kLongest> bits;

    void set(int bit, const Line& rest) {
      bits[0] = static_cast<std::int16_t>(bit);
      length = std::min(kLongest, rest.length + 1);
      std::copy_n(rest.bits.begin(), length - 1, bits.begin() + 1);
    }
  };

  // One iteration over the root's moves, best first, with a window around the last score. False when it was
  // broken off; `best` then holds the best of the moves that were finished, if any improved on nothing.
  bool iterate(std::vector<Child>& moves, bool black, int depth, Score& score, Finding& best) {
    Score margin = std::max<Score>(8 * E::kUnit, std::abs(score) / 16);
    Score alpha = depth <= 2 ? -kInfinity : std::max(-kInfinity, score - margin);
    Score beta = depth <= 2 ? kInfinity : std::min(kInfinity, score + margin);
    for (;;) {
      const Score found = search_root(moves, black, depth, alpha, beta, best);
      if (stopped_) return false;
      if (found > alpha && found < beta) {
        score = found;
        return true;
      }
      margin *= 8;
      if (found <= alpha)
        alpha = margin > kHeuristicLimit ? -kInfinity : std::max(-kInfinity, found - margin);
      if (found >= beta) beta = margin > kHeuristicLimit ? kInfinity : std::min(kInfinity, found + margin);
    }
  }

  Score search_root(std::vector<Child>& moves, bool black, int depth, Score alpha, Score beta,
                    Finding& best) {
    Score best_score = -kInfinity;
    int unimproved = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      Line line;
      const Child& child = moves[i];
      Score score = 0;
      if (i == 0) {
        score = -node(child.board, child.moves, depth - 1, -beta, -alpha, !black, 1, &line);
      } else {
        score = -node(child.board, child.moves, depth - 1, -alpha - 1, -alpha, !black, 1, nullptr);
        if (score > alpha && score < beta && !stopped_) {
          line = {};
          score = -node(child.board, child.moves, depth - 1, -beta, -alpha, !black, 1, &line);
        }
      }
      if (stopped_) break;
      if (score > best_score) {
        best_score = score;
        unimproved = 0;
        if (score > alpha || i == 0) keep(best, child.bit, line, depth);
        if (score > alpha) {
          std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(i),
                      moves.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
      } else if (patience_ > 0 && ++unimproved >= patience_) {
        break;
      }
      alpha = std::max(alpha, score);
      if (alpha >= beta) break;
    }
    return best_score;
  }

  void keep(Finding& best, int bit, const Line& line, int depth) const {
    best.depth = depth;
    best.move = K::square_of(bit, size_);
    best.line.assign(1, best.move);
    for (int i = 0; i < line.length; ++i) {
      const int next = line.bits[static_cast<std::size_t>(i)];
      best.line.push_back(next < 0 ? rules::Move::pass() : rules::Move(K::square_of(next, size_)));
    }
  }

  // The score of a position to `depth`, right when it lies between alpha and beta, a bound otherwise
  // (fail-soft). `moves` are the mover's; `line` is wanted on the principal variation only.
  Score node(const Board& board, const Set& moves, int depth, Score alpha, Score beta, bool black, int ply,
             Line* line) {
    // Step 1. Count, and look at the clock now and then.
    if ((++nodes_ & 1023) == 0 && !must_finish_ && out_of_time()) stopped_ = true;
    if (stopped_) return 0;

    // Step 2. No move: a pass, or the end.
    if (K::empty(moves)) {
      const Board turned = K::after_pass(board);
      const Set replies = K::moves(turned, area_);
      if (K::empty(replies)) return end_score(board, black);
      Line rest;
      const Score score =
          -node(turned, replies, depth, -beta, -alpha, !black, ply, line != nullptr ? &rest : nullptr);
      if (line != nullptr) line->set(-1, rest);
      return score;
    }

    // Step 3. The horizon.
    if (depth <= 0) return evaluator_.evaluate(board, moves);

    // Step 4. Has it been searched before?
    const TableKey key = key_of(board, black);
    int table_move = -1;
    if (const TableEntry* entry = table_.find(key)) {
      table_move = entry->best;
      if (entry->depth >= depth && line == nullptr) {
        if (entry->lower >= beta) return entry->lower;
        if (entry->upper <= alpha) return entry->upper;
        if (entry->lower == entry->upper) return entry->lower;
      }
    }

    // Step 5. The moves, judged for their order.
    std::vector<Child>& children = children_at(ply);
    expand(board, moves, table_move, depth >= 3 || patience_ > 0, children);

    // Step 6. The first with the full window, the others only to show that they are no better.
    const Score alpha_before = alpha;
    Score best = -kInfinity;
    int best_bit = -1;
    int unimproved = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
      bring_best_forward(children, i);
      const Child& child = children[i];
      Line rest;
      Line* rest_line = line != nullptr ? &rest : nullptr;
      Score score = 0;
      if (i == 0) {
        score = -node(child.board, child.moves, depth - 1, -beta, -alpha, !black, ply + 1, rest_line);
      } else {
        score = -node(child.board, child.moves, depth - 1, -alpha - 1, -alpha, !black, ply + 1, nullptr);
        if (score > alpha && score < beta && !stopped_) {
          score = -node(child.board, child.moves, depth - 1, -beta, -alpha, !black, ply + 1, rest_line);
        }
      }
      if (stopped_) return 0;
      if (score > best) {
        best = score;
        best_bit = child.bit;
        unimproved = 0;
        if (score > alpha) {
          alpha = score;
          if (line != nullptr) line->set(child.bit, rest);
        }
        if (alpha >= beta) break;
      } else if (patience_ > 0 && ++unimproved >= patience_) {
        break;
      }
    }

    // Step 7. Remember.
    const Score lower = best > alpha_before ? best : -kInfinity;
    const Score upper = best < beta ? best : kInfinity;
    table_.store(key, depth, lower, upper, best_bit);
    return best;
  }

  // Every move with the position after it. Ordered by what the evaluator thinks of it, or by the opponent's
  // number of replies where the remaining depth is too small to pay for more; the table's move comes first.
  void expand(const Board& board, Set moves, int table_move, bool judged, std::vector<Child>& children) {
    children.clear();
    while (!K::empty(moves)) {
      const int bit = K::pop_first(moves);
      Child& child = children.emplace_back();
      child.bit = bit;
      child.board = K::after(board, bit, K::flips(board, bit));
      child.moves = K::moves(child.board, area_);
      if (bit == table_move) {
        child.order = kInfinity;
      } else if (judged) {
        child.order = -evaluator_.evaluate(child.board, child.moves);
      } else {
        child.order = -K::count(child.moves);
      }
    }
  }

  static void bring_best_forward(std::vector<Child>& children, std::size_t from) {
    std::size_t best = from;
    for (std::size_t i = from + 1; i < children.size(); ++i) {
      if (children[i].order > children[best].order) best = i;
    }
    if (best != from) std::swap(children[best], children[from]);
  }

  std::vector<Child>& children_at(int ply) {
    while (static_cast<std::size_t>(ply) >= children_.size()) children_.emplace_back();
    return children_[static_cast<std::size_t>(ply)];
  }

  Score end_score(const Board& board, bool black) const {
    int difference = K::count(board.mover) - K::count(board.other) + (black ? black_bonus_ : -black_bonus_);
    if (winner_takes_empties_ && difference != 0) {
      const int empties = K::count(K::empties(board, area_));
      difference += difference > 0 ? empties : -empties;
    }
    return difference == 0 ? 0 : difference > 0 ? kEnd + difference : -kEnd + difference;
  }

  static TableKey key_of(const Board& board, bool black) {
    std::uint64_t a = black ? 0x9e3779b97f4a7c15ULL : 0xc2b2ae3d27d4eb4fULL;
    std::uint64_t b = ~a;
    const auto absorb = [&](std::uint64_t word) {
      a = (a ^ word) * 0xd6e8feb86659fd93ULL;
      a ^= a >> 32;
      b = (b + word) * 0xa0761d6478bd642fULL;
      b ^= b >> 29;
    };
    if constexpr (std::is_same_v<Set, std::uint64_t>) {
      absorb(board.mover);
      absorb(board.other);
    } else {
      for (const std::uint64_t word : board.mover.words()) absorb(word);
      for (const std::uint64_t word : board.other.words()) absorb(word);
    }
    return {a * 0xe7037ed1a0b428dbULL ^ a >> 31, b};
  }

  bool has_clock() const { return limits_.soft || limits_.hard; }

  bool out_of_time() const {
    if (limits_.stop.stop_requested()) return true;
    if (limits_.nodes > 0 && nodes_ >= limits_.nodes) return true;
    return limits_.hard && Clock::now() >= *limits_.hard;
  }

  int size_;
  Set area_;
  int black_bonus_;
  bool winner_takes_empties_;
  E evaluator_;
  TranspositionTable table_;
  int patience_;

  Limits limits_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
  bool must_finish_ = true;                  // the first iteration always ends: there must be a move
  std::deque<std::vector<Child>> children_;  // by ply; a deque, so that growing moves none of them
};

}  // namespace turncoat::search
