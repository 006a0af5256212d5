// RidgeMoves: the best move by the weights of a ridge model, so many discs ahead, as the player `ridge` finds
// it: a plain minimax on a kernel board for the millions of games that a model learns from. No clock, no
// table, no reports; of equal moves the first.
#pragma once

#include "eval/ridge.h"

namespace turncoat::learn {

template <class K>
class RidgeMoves {
 public:
  // Requires depth >= 1.
  RidgeMoves(const eval::RidgeModel& model, int depth)
      : area_(K::area(model.size)), worth_(model), depth_(depth) {}

  // The bit of one of `moves`, which are those of the board and not empty.
  int choose(const typename K::Board& board, typename K::Set moves) const {
    int best = -1;
    std::int32_t most = -kInfinite;
    while (!K::empty(moves)) {
      const int bit = K::pop_first(moves);
      const std::int32_t worth =
          -minimax(K::after(board, bit, K::flips(board, bit)), depth_ - 1, -kInfinite, -most);
      if (best >= 0 && worth <= most) continue;
      best = bit;
      most = worth;
    }
    return best;
  }

 private:
  static constexpr std::int32_t kInfinite = 1'000'000'000;

  // For the mover, with alpha-beta cuts. Passes are not counted.
  std::int32_t minimax(const typename K::Board& board, int depth, std::int32_t alpha,
                       std::int32_t beta) const {
    auto moves = K::moves(board, area_);
    if (K::empty(moves)) {
      const auto passed = K::after_pass(board);
      if (!K::empty(K::moves(passed, area_))) return -minimax(passed, depth, -beta, -alpha);
      return eval::Ridge<K>::kUnit * (K::count(board.mover) - K::count(board.other));
    }
    if (depth == 0) return worth_.evaluate(board, moves);
    while (!K::empty(moves) && alpha < beta) {
      const int bit = K::pop_first(moves);
      alpha = std::max(alpha, -minimax(K::after(board, bit, K::flips(board, bit)), depth - 1, -beta, -alpha));
    }
    return alpha;
  }

  typename K::Set area_;
  eval::Ridge<K> worth_;
  int depth_;
};

}  // namespace turncoat::learn
