// Linear: five qualities of a board — corners, moves, discs, centre, groups — each the mover's count less the
// other side's, each weighted by a polynomial of the number of discs on the board (eval/linear_weights.h). A
// template over the kernel, to be included inside a target region (rules/kernel/target.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "eval/geometry.h"
#include "eval/linear_weights.h"
#include "eval/stateless.h"

namespace turncoat::eval {

using QualityCounts = std::array<int, kQualities>;

template <class K>
class Linear : public Stateless<K> {
 public:
  static constexpr int kUnit = 16;
  static constexpr bool kInDiscs = false;

  Linear(int size, const LinearWeights& weights) : geometry_(size) {
    for (int discs = 0; discs <= size * size; ++discs) {
      for (std::size_t q = 0; q < kQualities; ++q) {
        weights_[static_cast<std::size_t>(discs)][q] =
            static_cast<float>(kUnit * weights.weight(static_cast<Quality>(q), discs));
      }
    }
  }

  // From the mover's side; `moves` are the mover's legal moves.
  std::int32_t evaluate(const typename K::Board& board, const typename K::Set& moves,
                        const typename Stateless<K>::State& = {}) const {
    const QualityCounts counts = qualities(board, moves);
    const auto& weights = weights_[static_cast<std::size_t>(K::count(board.mover | board.other))];
    float value = 0;
    for (std::size_t q = 0; q < kQualities; ++q) value += weights[q] * static_cast<float>(counts[q]);
    return static_cast<std::int32_t>(std::clamp(value, -1e8F, 1e8F));
  }

  QualityCounts qualities(const typename K::Board& board, const typename K::Set& moves) const {
    const auto other_moves = K::moves(K::after_pass(board), geometry_.area);
    return {K::count(board.mover & geometry_.corners) - K::count(board.other & geometry_.corners),
            K::count(moves) - K::count(other_moves), K::count(board.mover) - K::count(board.other),
            K::count(board.mover & geometry_.centre) - K::count(board.other & geometry_.centre),
            Geometry<K>::groups(board.mover) - Geometry<K>::groups(board.other)};
  }

 private:
  Geometry<K> geometry_;
  std::array<std::array<float, kQualities>, rules::kMaxSize * rules::kMaxSize + 1> weights_{};
};

}  // namespace turncoat::eval
