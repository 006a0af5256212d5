// exact_result: who wins with perfect play, by looking at everything but moves after a winning one. For a
// handful of empty squares. A template over the kernel, to be included inside a target region
// (rules/kernel/target.h).
#pragma once

#include <algorithm>
#include <cstdint>

#include "mcts/node.h"

namespace turncoat::mcts {

// For the mover; `bonus` is what the rules add to the mover's discs. How empty squares are counted does not
// matter: they go to the winner or to nobody.
template <class K>
std::int64_t end_result(const typename K::Board& board, int bonus) {
  const int score = K::count(board.mover) - K::count(board.other) + bonus;
  return score > 0 ? kWin : score == 0 ? kDraw : kLoss;
}

template <class K>
std::int64_t exact_result(const typename K::Board& board, const typename K::Set& area, int bonus) {
  typename K::Set moves = K::moves(board, area);
  if (K::empty(moves)) {
    const typename K::Board turned_board = K::after_pass(board);
    if (K::empty(K::moves(turned_board, area))) return end_result<K>(board, bonus);
    return kWin - exact_result<K>(turned_board, area, -bonus);
  }
  std::int64_t best = kLoss;
  while (!K::empty(moves) && best != kWin) {
    const int bit = K::pop_first(moves);
    best = std::max(best, kWin - exact_result<K>(K::after(board, bit, K::flips(board, bit)), area, -bonus));
  }
  return best;
}

}  // namespace turncoat::mcts
