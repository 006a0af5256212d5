// Ridge: a weight per square and number of discs, the mover's squares less the other side's
// (eval/ridge_model.h). Whole parts of a disc are added, so that a position's worth is exact whatever the
// order. Mirrored positions may differ: the weights need not be symmetric. A template over the kernel, to be
// included inside a target region (rules/kernel/target.h).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "eval/ridge_model.h"
#include "eval/stateless.h"

namespace turncoat::eval {

template <class K>
class Ridge : public Stateless<K> {
 public:
  static constexpr int kUnit = RidgeModel::kUnit;
  static constexpr bool kInDiscs = true;
  static constexpr bool kSymmetric = false;

  explicit Ridge(const RidgeModel& model) {
    const int squares = model.size * model.size;
    weights_.resize(static_cast<std::size_t>(squares + 1) * kBits);
    for (int discs = 0; discs <= squares; ++discs) {
      const RidgeStage& stage = model.at(discs);
      for (int i = 0; i < squares; ++i) {
        const int bit = K::bit_of({i % model.size, i / model.size}, model.size);
        weights_[static_cast<std::size_t>(discs) * kBits + static_cast<std::size_t>(bit)] =
            static_cast<std::int32_t>(std::lround(kUnit * stage.weights[static_cast<std::size_t>(i)]));
      }
    }
  }

  // From the mover's side.
  std::int32_t evaluate(const typename K::Board& board, const typename K::Set&,
                        const typename Stateless<K>::State& = {}) const {
    const auto discs = static_cast<std::size_t>(K::count(board.mover | board.other));
    const std::int32_t* weights = weights_.data() + discs * kBits;
    return std::clamp(sum(board.mover, weights) - sum(board.other, weights), -kMost, kMost);
  }

 private:
  static constexpr std::size_t kBits = std::size_t{K::kLargestSize} * K::kLargestSize;
  static constexpr std::int32_t kMost = 100'000'000;

  static std::int32_t sum(typename K::Set set, const std::int32_t* weights) {
    std::int32_t sum = 0;
    while (!K::empty(set)) sum += weights[K::pop_first(set)];
    return sum;
  }

  std::vector<std::int32_t> weights_;  // by discs, then by bit
};

}  // namespace turncoat::eval
