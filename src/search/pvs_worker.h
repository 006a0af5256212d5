// PvsWorker: one thread's part of a principal-variation search, a template over the kernel K (rules/kernel)
// and the evaluator E (eval/), included inside a target region (rules/kernel/target.h). Everything the
// threads share is in PvsShared. A pass costs no depth. A depth of all empties means an exact search, whose
// last plies the endgame ladder takes over where it knows the board (search/endgame.h).
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "rules/symmetry.h"
#include "search/endgame.h"
#include "search/endgame_stability.h"
#include "search/line.h"
#include "search/probcut.h"
#include "search/pvs_shared.h"
#include "search/scale.h"
#include "search/searcher.h"
#include "search/selectivity.h"
#include "search/split.h"
#include "search/table_keys.h"

namespace turncoat::search {

template <class K, class E>
class PvsWorker {
 public:
  using Board = typename K::Board;
  using Set = typename K::Set;
  using State = typename E::State;
  using Shared = PvsShared<K, E>;
  using Keys = TableKeys<K>;

  explicit PvsWorker(Shared& shared)
      : shared_(shared), ladder_(shared.size, ending_order(shared.evaluator)) {}

  // What every node is given. `moves` are the mover's.
  struct Place {
    Board board;
    Set moves;
    State state;
    bool black;
  };

  // Called at the root whenever a move turns out better than alpha; by any thread, but one at a time.
  using Better = std::function<void(const Line&, Score score)>;

  Place place_of(const rules::Position& position) const {
    Place place;
    place.board = K::board_of(position);
    place.moves = K::moves(place.board, shared_.area);
    place.black = position.mover() == rules::Color::Black;
    shared_.evaluator.start(place.board, place.state);
    return place;
  }

  Score root(const Place& place, int depth, int selectivity, Score alpha, Score beta, Line& line,
             const Better& better) {
    better_ = &better;
    selectivity_ = selectivity;
    const Score score = node(place, depth, alpha, beta, 0, &line);
    better_ = nullptr;
    return score;
  }

  // Joins a split of another worker's.
  void help(SplitBase& base) { work(static_cast<Split&>(base)); }

  std::uint64_t nodes() const { return nodes_ + ladder_.nodes(); }
  // The same for other threads: as it was shortly after the last tick.
  std::uint64_t told() const { return told_.load(std::memory_order_relaxed); }
  // A new search: nodes before it do not count against its limit.
  void begin() {
    counted_ = nodes();
    told_.store(counted_, std::memory_order_relaxed);
    waited_ = {};
  }
  // For other threads, in this search.
  std::chrono::nanoseconds waited() const { return waited_; }
  void forget() { ladder_.clear(); }

  // The moves that an exact line of at most the ladder's empties goes on with.
  void complete(const Place& from, Line& line) {
    if constexpr (LadderKernel<K>) {
      if (!shared_.uses_ladder) return;
      Place place = from;
      for (int i = 0; i < line.length; ++i) step(place, line.bits[static_cast<std::size_t>(i)]);
      while (line.length < Line::kLongest && K::count(empties(place.board)) <= kLadderEmpties) {
        int bit = -1;
        if (!K::empty(place.moves)) {
          bit = best_by_ladder(place);
        } else if (K::empty(K::moves(K::after_pass(place.board), shared_.area))) {
          return;
        }
        line.bits[static_cast<std::size_t>(line.length++)] = static_cast<std::int16_t>(bit);
        step(place, bit);
      }
    }
  }

 private:
  // The ladder serves up to 8x8; an empty stand-in elsewhere.
  struct NoLadder {
    NoLadder(int, const eval::EndingOrder*) {}
    std::uint64_t nodes() const { return 0; }
    void clear() {}
  };
  struct NoStable {};
  template <class T>
  struct LadderOf {
    using type = NoLadder;
    using stable = NoStable;
  };
  template <LadderKernel T>
  struct LadderOf<T> {
    using type = Endgame<T>;
    using stable = StableDiscs<T>;
  };
  using Ladder = typename LadderOf<K>::type;
  using StableOf = typename LadderOf<K>::stable;
  using ScaleE = Scale<E>;

  static constexpr int kHorizonDepth = 1;   // searched without table and order
  static constexpr int kTableDepth = 2;     // from here on positions are remembered
  static constexpr int kJudgedDepth = 3;    // from here on moves are ordered by the evaluator
  static constexpr int kEnhancedDepth = 4;  // from here on children are looked up before any is searched
  static constexpr int kAbortDepth = 4;     // below, a search ends sooner than it can be stopped
  static constexpr int kSplitDepth = 5;
  static constexpr int kExactSplitEmpties = 15;
  static constexpr int kProbCutNesting = 2;
  static constexpr std::uint64_t kCountStep = 256;  // nodes a thread keeps to itself under a limit
  // Of exact searches, by nodes on endgames of 20 to 23 empties (docs/endgame.md).
  static constexpr int kLadderEmpties = 13;                 // at most so many are the ladder's
  static constexpr int kLightEmpties = kLadderEmpties + 1;  // here moves are ordered as the ladder does
  static constexpr int kEnhancedEmpties = 15;  // from here on children are looked up before any is searched
  static constexpr int kTrustedDepth = 8;      // moves of shallower searches know nothing of fewer replies
  static constexpr Score kReplyCost = 4;       // discs that a reply of the opponent's counts in the order
  static constexpr Score kSearchedReplyCost = 2;
  // Moves are ordered by a search of a quarter of the depth beyond these.
  static constexpr int kSortDepth = 14;
  static constexpr int kPrincipalSortDepth = 6;

  struct Child {
    Place place;
    int bit;
    Score order;
  };

  struct Split : SplitBase {
    std::mutex mutex;  // over all that follows
    std::vector<Child>* children = nullptr;
    std::size_t next = 0;
    Score alpha = 0;
    Score beta = 0;
    Score best = 0;
    int best_bit = -1;
    Line* line = nullptr;
    int depth = 0;
    int ply = 0;
    int selectivity = 0;
    int nesting = 0;
    PvsWorker* owner = nullptr;
  };

  Set empties(const Board& board) const { return K::empties(board, shared_.area); }

  static const eval::EndingOrder* ending_order(const E& evaluator) {
    if constexpr (requires { evaluator.ending_order(); }) return evaluator.ending_order();
    return nullptr;
  }

  // The mover's moves, those in a corner counted twice.
  int replies(const Place& place) const {
    int count = K::count(place.moves);
    if constexpr (LadderKernel<K>) count += K::count(place.moves & ladder_.corners());
    return count;
  }

  bool aborted() const {
    if (shared_.stopped.load(std::memory_order_relaxed)) return true;
    for (const SplitBase* split = split_; split != nullptr; split = split->parent) {
      if (split->cut.load(std::memory_order_relaxed)) return true;
    }
    return false;
  }

  // The score of a position to `depth`, right when it lies between alpha and beta, a bound otherwise
  // (fail-soft). `line` is wanted on the principal variation only. Meaningless once aborted().
  Score node(const Place& place, int depth, Score alpha, Score beta, int ply, Line* line) {
    // Step 1. Few empties and all of them to be searched: the ladder knows.
    const int left = K::count(empties(place.board));
    if constexpr (LadderKernel<K>) {
      if (shared_.uses_ladder && depth >= left && left <= kLadderEmpties && !partial_at(ply)) {
        return by_ladder(place.board, alpha, beta);
      }
    }

    // Step 2. No move: a pass, or the end.
    if (K::empty(place.moves)) return pass(place, depth, alpha, beta, ply, line);

    // Step 3. The horizon.
    if (depth <= 0) return evaluated(place);
    if (depth <= kHorizonDepth && shared_.patience == 0) return horizon(place, alpha, beta, line);
    ++nodes_;
    if (depth >= kAbortDepth) poll();

    // Step 4. Stable discs may already decide.
    if (const auto score = decided(place.board, depth >= left, left, beta, alpha)) return *score;

    // Step 5. Has it been searched before?
    const auto [key, view] = shared_.keys.early(place.board, place.black, left);
    int table_move = -1;
    if (depth >= kTableDepth) {
      if (const auto entry = shared_.table.find(key)) {
        if (depth < left || entry->depth >= std::min(left, kTrustedDepth)) {
          table_move = Keys::seen_from(view.inverse(), entry->best);
        }
        if (entry->depth >= depth && entry->selectivity >= selectivity_ && line == nullptr) {
          if (entry->lower >= beta) return entry->lower;
          if (entry->upper <= alpha) return entry->upper;
          if (entry->lower == entry->upper) return entry->lower;
        }
      }
    }

    // Step 6. Would a shallow search tell?
    if (line == nullptr && selectivity_ < kFullWidth && beta - alpha == 1) {
      if (const auto score = probcut(place, depth, left, alpha, beta, ply)) return *score;
    }

    // Step 7. The moves in order; one of them may be known to be good enough.
    std::vector<Child>& children = children_at(ply);
    if (const auto score =
            expand(place, table_move, depth, left, alpha, beta, ply, line != nullptr, children)) {
      return *score;
    }

    // Step 8. The first with the full window, the others only to show that they are no better.
    const Score alpha_before = alpha;
    Score best = -kInfinity;
    int best_bit = -1;
    int unimproved = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
      bring_best_forward(children, i);
      if (i > 0 && may_split(depth, left, children.size() - i)) {
        return split_here(key, view, children, i, depth, alpha_before, alpha, beta, best, best_bit, ply,
                          line);
      }
      Line rest;
      const Score score = search_child(children[i], i == 0, depth, alpha, beta, ply, line, rest);
      if (depth >= kAbortDepth && aborted()) return 0;
      if (score > best) {
        best = score;
        best_bit = children[i].bit;
        unimproved = 0;
        if (score > alpha) {
          alpha = score;
          improved(line, best_bit, rest, ply, score);
        }
        if (alpha >= beta) break;
      } else if (shared_.patience > 0 && ++unimproved >= shared_.patience) {
        break;
      }
    }

    // Step 9. Remember.
    if (partial_at(ply)) return best;
    return remember(key, depth, best, Keys::seen_from(view, best_bit), alpha_before, beta);
  }

  // A root without some of its moves has another score than the position.
  bool partial_at(int ply) const { return ply == 0 && shared_.partial; }

  Score search_child(const Child& child, bool first, int depth, Score alpha, Score beta, int ply, Line* line,
                     Line& rest) {
    Line* rest_line = line != nullptr ? &rest : nullptr;
    if (first) return -node(child.place, depth - 1, -beta, -alpha, ply + 1, rest_line);
    const Score score = -node(child.place, depth - 1, -alpha - 1, -alpha, ply + 1, nullptr);
    if (score <= alpha || score >= beta || (depth >= kAbortDepth && aborted())) return score;
    return -node(child.place, depth - 1, -beta, -alpha, ply + 1, rest_line);
  }

  void improved(Line* line, int bit, const Line& rest, int ply, Score score) {
    if (line == nullptr) return;
    line->set(bit, rest);
    if (ply == 0 && better_ != nullptr) (*better_)(*line, score);
  }

  Score remember(const TableKey& key, int depth, Score best, int best_bit, Score alpha, Score beta) {
    if (depth >= kTableDepth) {
      shared_.table.store(key, {best > alpha ? best : -kInfinity, best < beta ? best : kInfinity, best_bit,
                                depth, selectivity_});
    }
    return best;
  }

  Score pass(const Place& place, int depth, Score alpha, Score beta, int ply, Line* line) {
    Place turned;
    turned.board = K::after_pass(place.board);
    turned.moves = K::moves(turned.board, shared_.area);
    turned.black = !place.black;
    if (K::empty(turned.moves)) {
      ++nodes_;
      return end_score(place.board, place.black);
    }
    shared_.evaluator.after_pass(place.state, turned.state);
    Line rest;
    const Score score = -node(turned, depth, -beta, -alpha, ply, line != nullptr ? &rest : nullptr);
    if (line != nullptr) line->set(-1, rest);
    return score;
  }

  Score evaluated(const Place& place) {
    ++nodes_;
    return shared_.evaluator.evaluate(place.board, place.moves, place.state);
  }

  // Depth 1: every move's evaluation, in the order they come.
  Score horizon(const Place& place, Score alpha, Score beta, Line* line) {
    ++nodes_;
    Score best = -kInfinity;
    Place child;
    for (Set moves = place.moves; !K::empty(moves);) {
      const int bit = K::pop_first(moves);
      play(place, bit, child);
      Line rest;
      const Score score = -node(child, 0, -beta, -alpha, 0, line != nullptr ? &rest : nullptr);
      if (score <= best) continue;
      best = score;
      if (score > alpha) {
        alpha = score;
        if (line != nullptr) line->set(bit, rest);
      }
      if (alpha >= beta) break;
    }
    return best;
  }

  Score by_ladder(const Board& board, Score alpha, Score beta) {
    const int low = ScaleE::discs_at_most(alpha);
    if (beta - alpha == 1) return ScaleE::of(ladder_.null_window(board, low));
    const int high = ScaleE::discs_at_most(beta - 1) + 1;
    return ScaleE::of(ladder_.window(board, low, high));
  }

  // A bound from discs that can never be turned, when it is good enough. Only worth its time when the window
  // is high, or low, enough for so many empties; the limits are those of the ladder, carried on.
  std::optional<Score> decided(const Board& board, bool exact, int left, Score beta, Score alpha) const {
    if constexpr (LadderKernel<K> && E::kInDiscs) {
      if (!exact || !shared_.uses_ladder || shared_.size != 8 || left > 30) return std::nullopt;
      if (beta - alpha != 1) return std::nullopt;
      const int low = ScaleE::discs_at_most(alpha);
      if (low >= 2 * left - 2) {
        const int most = 64 - 2 * K::count(stable_.of(board.other, board.mover));
        if (most <= low) return ScaleE::of(most);
      }
    }
    return std::nullopt;
  }

  // A cut on the word of a shallower search whose usual error would not change the outcome.
  std::optional<Score> probcut(const Place& place, int depth, int left, Score alpha, Score beta, int ply) {
    if (!shared_.probcut || depth < ProbCutTable::kLeastDepth || nesting_ >= kProbCutNesting)
      return std::nullopt;
    const ProbCutTable& table = *shared_.probcut;
    const double t = kSelectivities[static_cast<std::size_t>(selectivity_)].deviations;
    const auto margin = static_cast<Score>(t * table.of_search(left, depth));
    const auto gate =
        static_cast<Score>(t * (table.of_search(left, depth) + table.of_evaluation(left, depth)) / 2);
    const Score now = shared_.evaluator.evaluate(place.board, place.moves, place.state);
    const int shallow = shallow_depth(depth);
    std::optional<Score> cut;
    ++nesting_;
    if (now >= beta - gate && beta + margin < ScaleE::of(64)) {
      const Score bar = beta + margin;
      if (node(place, shallow, bar - 1, bar, ply, nullptr) >= bar) cut = beta;
    }
    if (!cut && now <= alpha + gate && alpha - margin > ScaleE::of(-64)) {
      const Score bar = alpha - margin;
      if (node(place, shallow, bar, bar + 1, ply, nullptr) <= bar) cut = alpha;
    }
    --nesting_;
    if (depth >= kAbortDepth && aborted()) return 0;
    return cut;
  }

  // What a move does but for the evaluator's state; gives the discs it turned.
  Set move_discs(const Place& place, int bit, Place& child) const {
    const Set flips = K::flips(place.board, bit);
    child.board = K::after(place.board, bit, flips);
    child.moves = K::moves(child.board, shared_.area);
    child.black = !place.black;
    return flips;
  }

  void play(const Place& place, int bit, Place& child) const {
    const Set flips = move_discs(place, bit, child);
    shared_.evaluator.after(place.state, bit, flips, child.state);
  }

  // The moves of an exact search whose children are the ladder's: no features are carried along.
  void expand_lightly(const Place& place, int table_move, std::vector<Child>& children) const {
    for (Set moves = place.moves; !K::empty(moves);) {
      Child& child = children.emplace_back();
      child.bit = K::pop_first(moves);
      move_discs(place, child.bit, child.place);
      child.order =
          child.bit == table_move ? kInfinity : -ladder_.judged_order(child.place.board, child.place.moves);
    }
  }

  void step(Place& place, int bit) const {
    if (bit >= 0) {
      Place child;
      play(place, bit, child);
      place = child;
      return;
    }
    place.board = K::after_pass(place.board);
    place.moves = K::moves(place.board, shared_.area);
    place.black = !place.black;
  }

  // Every move with the position after it, to be tried in falling `order`; the table's move comes first. A
  // score instead when the table knows an answer to a move that is good enough.
  std::optional<Score> expand(const Place& place, int table_move, int depth, int left, Score alpha,
                              Score beta, int ply, bool principal, std::vector<Child>& children) {
    children.clear();
    const bool exact = depth >= left;
    if constexpr (LadderKernel<K>) {
      if (exact && left == kLightEmpties && !principal && shared_.uses_ladder && ladder_.judges()) {
        expand_lightly(place, table_move, children);
        return std::nullopt;
      }
    }
    const bool enhanced = !principal && (exact ? left >= kEnhancedEmpties : depth >= kEnhancedDepth);
    for (Set moves = place.moves; !K::empty(moves);) {
      const int bit = K::pop_first(moves);
      Child& child = children.emplace_back();
      child.bit = bit;
      play(place, bit, child.place);
      if (enhanced) shared_.table.prefetch(shared_.keys.of(child.place.board, child.place.black));
    }
    if (enhanced) {
      for (const Child& child : children) {
        const auto entry =
            shared_.table.find(shared_.keys.early(child.place.board, child.place.black, left - 1).first);
        if (entry && entry->depth >= depth - 1 && entry->selectivity >= selectivity_ &&
            -entry->upper >= beta) {
          return -entry->upper;
        }
      }
    }
    for (Child& child : children) {
      child.order = child.bit == table_move ? kInfinity : order_of(child.place, depth, exact);
    }
    if (children.size() > 1 && sort_depth(depth, principal) > 0) {
      sort_by_search(children, sort_depth(depth, principal), alpha, ply, exact);
    }
    return std::nullopt;
  }

  Score order_of(const Place& child, int depth, bool exact) const {
    if (depth < kJudgedDepth && shared_.patience == 0) return -K::count(child.moves);
    Score order = -shared_.evaluator.evaluate(child.board, child.moves, child.state);
    if constexpr (E::kInDiscs) {
      if (exact) order -= kReplyCost * E::kUnit * replies(child);
    }
    return order;
  }

  int sort_depth(int depth, bool principal) const {
    if constexpr (!E::kInDiscs) return 0;
    return std::clamp((depth - (principal ? kPrincipalSortDepth : kSortDepth)) / 4, 0, 6);
  }

  // A short search of each move tells their order better than their evaluation.
  void sort_by_search(std::vector<Child>& children, int sort_depth, Score alpha, int ply, bool exact) {
    const int selectivity = selectivity_;
    selectivity_ = 0;
    const Score floor = std::max<Score>(-kInfinity, alpha - 8 * E::kUnit);
    for (Child& child : children) {
      if (child.order == kInfinity) continue;
      const Score score = -node(child.place, sort_depth, -kInfinity, -floor, ply + 1, nullptr);
      child.order = score;
      if (exact) child.order -= kSearchedReplyCost * E::kUnit * replies(child.place);
    }
    selectivity_ = selectivity;
  }

  static void bring_best_forward(std::vector<Child>& children, std::size_t from) {
    std::size_t best = from;
    for (std::size_t i = from + 1; i < children.size(); ++i) {
      if (children[i].order > children[best].order) best = i;
    }
    if (best != from) std::swap(children[best], children[from]);
  }

  bool may_split(int depth, int left, std::size_t moves_left) const {
    if (shared_.threads == 1 || shared_.patience > 0 || moves_left < 2 || !shared_.crew.wanted())
      return false;
    return depth >= left ? left >= kExactSplitEmpties : depth >= kSplitDepth;
  }

  // The rest of a node's moves, together with whoever is idle.
  Score split_here(const TableKey& key, rules::Symmetry view, std::vector<Child>& children, std::size_t from,
                   int depth, Score alpha_before, Score alpha, Score beta, Score best, int best_bit, int ply,
                   Line* line) {
    Split split;
    split.parent = split_;
    split.children = &children;
    split.next = from;
    split.alpha = alpha;
    split.beta = beta;
    split.best = best;
    split.best_bit = best_bit;
    split.line = line;
    split.depth = depth;
    split.ply = ply;
    split.selectivity = selectivity_;
    split.nesting = nesting_;
    split.owner = this;
    waited_ += shared_.crew.share(split, [this](SplitBase& base) { work(static_cast<Split&>(base)); });
    if (aborted()) return 0;
    if (partial_at(ply)) return split.best;
    return remember(key, depth, split.best, Keys::seen_from(view, split.best_bit), alpha_before, beta);
  }

  // Takes moves of the split until none is left.
  void work(Split& split) {
    SplitBase* const outer = split_;
    const int outer_selectivity = selectivity_;
    const int outer_nesting = nesting_;
    split_ = &split;
    selectivity_ = split.selectivity;
    nesting_ = split.nesting;
    std::unique_lock lock(split.mutex);
    while (split.next < split.children->size() && !aborted()) {
      bring_best_forward(*split.children, split.next);
      const Child& child = (*split.children)[split.next++];
      if (split.next == split.children->size()) split.has_work.store(false, std::memory_order_relaxed);
      const Score alpha = split.alpha;
      lock.unlock();
      Line rest;
      const Score score =
          search_child(child, false, split.depth, alpha, split.beta, split.ply, split.line, rest);
      lock.lock();
      if (aborted()) break;
      if (score <= split.best) continue;
      split.best = score;
      split.best_bit = child.bit;
      if (score <= split.alpha) continue;
      split.alpha = score;
      split.owner->improved(split.line, child.bit, rest, split.ply, score);
      if (score >= split.beta) split.cut.store(true, std::memory_order_relaxed);
    }
    split.has_work.store(false, std::memory_order_relaxed);
    split_ = outer;
    selectivity_ = outer_selectivity;
    nesting_ = outer_nesting;
  }

  std::vector<Child>& children_at(int ply) {
    while (static_cast<std::size_t>(ply) >= children_.size()) children_.emplace_back();
    return children_[static_cast<std::size_t>(ply)];
  }

  int best_by_ladder(const Place& place) {
    int best_bit = -1;
    int best = -65;
    for (Set moves = place.moves; !K::empty(moves);) {
      const int bit = K::pop_first(moves);
      const Board child = K::after(place.board, bit, K::flips(place.board, bit));
      const int score = -ladder_.window(child, -64, -best);
      if (score > best) {
        best = score;
        best_bit = bit;
      }
    }
    return best_bit;
  }

  Score end_score(const Board& board, bool black) const {
    const int bonus = black ? shared_.black_bonus : -shared_.black_bonus;
    int difference = K::count(board.mover) - K::count(board.other) + bonus;
    if (shared_.winner_takes_empties && difference != 0) {
      const int left = K::count(empties(board));
      difference += difference > 0 ? left : -left;
    }
    return ScaleE::of(difference);
  }

  void poll() {
    if (const unsigned tick = shared_.tick.load(std::memory_order_relaxed); tick != ticked_) {
      ticked_ = tick;
      told_.store(nodes(), std::memory_order_relaxed);
    }
    if (!shared_.may_stop) return;
    const Limits& limits = shared_.limits;
    if (limits.stop.stop_requested() || (limits.nodes > 0 && all_nodes() >= limits.nodes) ||
        (limits.hard && std::chrono::steady_clock::now() >= *limits.hard)) {
      shared_.stopped.store(true, std::memory_order_relaxed);
    }
  }

  // Of this search by all threads; of another thread's, all but the last few.
  std::uint64_t all_nodes() {
    std::uint64_t fresh = nodes() - counted_;
    if (shared_.threads > 1 && fresh >= kCountStep) {
      shared_.counted.fetch_add(fresh, std::memory_order_relaxed);
      counted_ += fresh;
      fresh = 0;
    }
    return shared_.counted.load(std::memory_order_relaxed) + fresh;
  }

  Shared& shared_;
  Ladder ladder_;
  StableOf stable_;
  std::uint64_t nodes_ = 0;
  unsigned ticked_ = 0;
  std::atomic<std::uint64_t> told_{0};
  std::uint64_t counted_ = 0;  // of nodes(): those before this search or in the common count
  std::chrono::nanoseconds waited_{0};
  int selectivity_ = kFullWidth;
  int nesting_ = 0;             // searches for the sake of a cut that this one is inside of
  SplitBase* split_ = nullptr;  // the innermost split worked in
  const Better* better_ = nullptr;
  std::deque<std::vector<Child>> children_;  // by ply; a deque, so that growing moves none of them
};

}  // namespace turncoat::search
