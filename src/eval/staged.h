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
    const int squares = geometry_.size * geometry_.size;
    const int discs = K::count(board.mover) + K::count(board.other);
    // Stability costs most, and the other stages do not look at it.
    const double value =
        staged_value(counts(board, moves, stage_of(discs, squares) == Stage::Middle), squares);
    return static_cast<std::int32_t>(std::clamp(value * kUnit, -1e8, 1e8));
  }

  StagedCounts counts(const typename K::Board& board, const typename K::Set& moves,
                      bool with_stability = true) const {
    using Set = typename K::Set;
    const typename K::Board turned = K::after_pass(board);
    const Set other_moves = K::moves(turned, geometry_.area);
    StagedCounts counts{
        {K::count(board.mover), K::count(board.other)},
        {K::count(board.mover & geometry_.corners), K::count(board.other & geometry_.corners)},
        {K::count(moves), K::count(other_moves)},
        {0, 0}};
    if (!with_stability) return counts;
    const Set stable = geometry_.stable(board);
    counts.stability[0] = K::count(board.mover & stable) - K::count(geometry_.turnable(turned));
    counts.stability[1] = K::count(board.other & stable) - K::count(geometry_.turnable(board));
    return counts;
  }

 private:
  Geometry<K> geometry_;
};

}  // namespace turncoat::eval
