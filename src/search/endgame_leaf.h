// EndgameLeaf: exact null-window scores of positions with one to four empties, without tables of positions.
// Sets travel as K::Lanes (word_lanes64.h). Scores are even: the winner takes the empties of an even board.
// Included inside a target region (rules/kernel/target.h), after its kernel. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/endgame_tables.h"

namespace turncoat::search {

template <class K>
class EndgameLeaf {
 public:
  using Board = typename K::Board;
  using Set = typename K::Set;
  using Lanes = typename K::Lanes;

  static constexpr int kNone = -127;

  explicit EndgameLeaf(int size) : area_(K::area(size)), squares_(size * size) {}

  Set area() const { return area_; }
  int squares() const { return squares_; }
  std::uint64_t& nodes() { return nodes_; }
  std::uint64_t nodes() const { return nodes_; }

  // The score when neither side moves any more.
  int end_score(const Board& board) const {
    const int mover = K::count(board.mover);
    const int other = K::count(board.other);
    if (mover == other) return 0;
    return mover > other ? squares_ - 2 * other : 2 * mover - squares_;
  }

  // One empty square; the mover's discs tell the rest.
  [[gnu::always_inline]] int solve1(Set mover, int x, int alpha) {
    ++nodes_;
    const int discs = 2 * K::count(mover) - squares_;
    const int turned = K::last_flips(mover, x);
    if (turned != 0) return discs + 2 + turned;
    // Without a move the score is discs + 2 at most.
    if (discs + 2 <= alpha) return discs + 2;
    const int lost = K::last_flips(area_ & ~mover & ~K::single(x), x);
    if (lost != 0) return discs - lost;
    return discs >= 0 ? discs + 2 : discs;
  }

  int solve2(Lanes p, Lanes o, int x1, int x2, int alpha) {
    ++nodes_;
    const Lanes f1 = K::flips_in_lanes(p, o, x1);
    const Lanes f2 = K::flips_in_lanes(p, o, x2);
    int best = kNone;
    if (!K::none(f1)) {
      best = -solve1(K::word(o ^ f1), x2, ~alpha);
      if (best > alpha) return best;
    }
    if (!K::none(f2)) return std::max(best, -solve1(K::word(o ^ f2), x1, ~alpha));
    if (best != kNone) return best;
    return pass2(p, o, x1, x2, alpha);
  }

  int solve3(Lanes p, Lanes o, int x1, int x2, int x3, int alpha) {
    ++nodes_;
    int best = kNone;
    if (try3(p, o, x1, x2, x3, alpha, best)) return best;
    if (try3(p, o, x2, x1, x3, alpha, best)) return best;
    if (try3(p, o, x3, x1, x2, alpha, best)) return best;
    if (best != kNone) return best;
    return pass3(p, o, x1, x2, x3, alpha);
  }

  int solve4(Lanes p, Lanes o, Set empties, int alpha) {
    ++nodes_;
    const int a = K::pop_first(empties);
    const int b = K::pop_first(empties);
    const int c = K::pop_first(empties);
    const int d = K::first(empties);
    const auto packed = static_cast<std::uint32_t>(a | b << 8 | c << 16 | d << 24);
    // Bits 2 and 5 of a square are its quadrant.
    const std::uint32_t low = packed >> 2 & 0x01010101U;
    const std::uint32_t high = packed >> 4 & 0x02020202U;
    const FourOrder& order = kFourOrders[(low | high) * 0x01041040U >> 24];
    const auto at = [&](std::size_t i) { return static_cast<int>(packed >> order.shift[i] & 63); };
    const int x1 = at(0);
    const int x2 = at(1);
    const int x3 = at(2);
    const int x4 = at(3);
    const int best = moves4(p, o, x1, x2, x3, x4, order.two_pairs, alpha);
    if (best != kNone) return best;
    const int passed = moves4(o, p, x1, x2, x3, x4, order.two_pairs, ~alpha);
    if (passed == kNone) return end_score({K::word(p), K::word(o)});
    ++nodes_;
    return -passed;
  }

 private:
  [[gnu::noinline]] int pass2(Lanes p, Lanes o, int x1, int x2, int alpha) {
    const Lanes f1 = K::flips_in_lanes(o, p, x1);
    const Lanes f2 = K::flips_in_lanes(o, p, x2);
    int best = -kNone;
    if (!K::none(f1)) {
      ++nodes_;
      best = solve1(K::word(p ^ f1), x2, alpha);
      if (best <= alpha) return best;
    }
    if (!K::none(f2)) {
      ++nodes_;
      return std::min(best, solve1(K::word(p ^ f2), x1, alpha));
    }
    if (best != -kNone) return best;
    return end_score({K::word(p), K::word(o)});
  }

  // Plays x1; true when that alone is more than alpha.
  [[gnu::always_inline]] bool try3(Lanes p, Lanes o, int x1, int x2, int x3, int alpha, int& best) {
    const Lanes f = K::flips_in_lanes(p, o, x1);
    if (K::none(f)) return false;
    best = std::max(best, -solve2(o ^ f, p ^ f ^ K::spread_single(x1), x2, x3, ~alpha));
    return best > alpha;
  }

  [[gnu::noinline]] int pass3(Lanes p, Lanes o, int x1, int x2, int x3, int alpha) {
    int best = kNone;
    const bool enough = try3(o, p, x1, x2, x3, ~alpha, best) || try3(o, p, x2, x1, x3, ~alpha, best) ||
                        try3(o, p, x3, x1, x2, ~alpha, best);
    if (!enough && best == kNone) return end_score({K::word(p), K::word(o)});
    ++nodes_;
    return -best;
  }

  [[gnu::always_inline]] bool try4(Lanes p, Lanes o, int x1, int x2, int x3, int x4, int alpha, int& best) {
    const Lanes f = K::flips_in_lanes(p, o, x1);
    if (K::none(f)) return false;
    best = std::max(best, -solve3(o ^ f, p ^ f ^ K::spread_single(x1), x2, x3, x4, ~alpha));
    return best > alpha;
  }

  int moves4(Lanes p, Lanes o, int x1, int x2, int x3, int x4, bool two_pairs, int alpha) {
    int best = kNone;
    if (try4(p, o, x1, x2, x3, x4, alpha, best) || try4(p, o, x2, x1, x3, x4, alpha, best)) return best;
    if (two_pairs) {
      if (!try4(p, o, x3, x4, x1, x2, alpha, best)) try4(p, o, x4, x3, x1, x2, alpha, best);
    } else {
      if (!try4(p, o, x3, x1, x2, x4, alpha, best)) try4(p, o, x4, x1, x2, x3, alpha, best);
    }
    return best;
  }

  Set area_;
  int squares_;
  std::uint64_t nodes_ = 0;
};

}  // namespace turncoat::search
