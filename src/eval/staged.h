// Staged: a hand-made evaluation that changes with the stage of the game: corners and mobility early,
// stability in the middle, discs at the end (eval/staged_formula.h). kUnit make 1.0 of the formulas, so that
// a search can work in whole numbers. A template over the kernel, to be included inside a target region
// (rules/kernel/target.h).
#pragma once

#include <algorithm>
#include <cstdint>

#include "eval/geometry.h"
#include "eval/staged_formula.h"
#include "eval/stateless.h"

namespace turncoat::eval {

template <class K>
class Staged : public Stateless<K> {
 public:
  static constexpr int kUnit = 16;
  static constexpr bool kInDiscs = false;

  explicit Staged(int size) : geometry_(size) {}

  // From the mover's side; `moves` are the mover's legal moves.
  std::int32_t evaluate(const typename K::Board& board, const typename K::Set& moves,
                        const typename Stateless<K>::State& = {}) const {
    const double value = staged_value(counts(board, moves), geometry_.size * geometry_.size);
    return static_cast<std::int32_t>(std::clamp(value * kUnit, -1e8, 1e8));
  }

  StagedCounts counts(const typename K::Board& board, const typename K::Set& moves) const {
    using Set = typename K::Set;
    const typename K::Board turned = K::after_pass(board);
    const Set other_moves = K::moves(turned, geometry_.area);
    StagedCounts counts{
        {K::count(board.mover), K::count(board.other)},
        {K::count(board.mover & geometry_.corners), K::count(board.other & geometry_.corners)},
        {K::count(moves), K::count(other_moves)},
        {0, 0}};
    const Set stable = geometry_.stable(board);
    counts.stability[0] = K::count(board.mover & stable) - K::count(turned_by(turned, other_moves));
    counts.stability[1] = K::count(board.other & stable) - K::count(turned_by(board, moves));
    return counts;
  }

 private:
  // Every disc that some legal move turns.
  static typename K::Set turned_by(const typename K::Board& board, typename K::Set moves) {
    typename K::Set all{};
    while (!K::empty(moves)) all = all | K::flips(board, K::pop_first(moves));
    return all;
  }

  Geometry<K> geometry_;
};

}  // namespace turncoat::eval
