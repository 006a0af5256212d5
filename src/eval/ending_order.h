// EndingOrder: a light evaluation of 8x8 that only serves to order moves near the end: the corners and edges
// of a PatternSet, with one set of weights for all of it. It is looked up straight from the board, so that
// nothing is carried along, and its tables stay in the cache.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "eval/pattern_set.h"

namespace turncoat::eval {

class EndingOrder {
 public:
  static constexpr std::size_t kFeatures = 8;

  // Whether the set has the shapes for it.
  static bool fits(const PatternSet& set);
  // Packed weights in the form of a stage, of which only those of `orders` shapes count. Requires fits(set).
  EndingOrder(const PatternSet& set, std::vector<std::int16_t> packed);
  EndingOrder(const EndingOrder&) = delete;
  EndingOrder& operator=(const EndingOrder&) = delete;

  // In 1/PatternWeights::kUnit discs from the mover's side, the mobility left out. A template over the
  // kernel, to be instantiated inside its target region (rules/kernel/target.h).
  template <class K>
  std::int32_t of(const typename K::Board& board) const {
    std::int32_t sum = 0;
#pragma GCC unroll 8
    for (const Feature& feature : features_) {
      sum += feature.all_empty[feature.worth[K::extract(board.other, feature.squares)] -
                               feature.worth[K::extract(board.mover, feature.squares)]];
    }
    return sum;
  }

  const std::vector<std::int16_t>& packed() const {
    return packed_;
  }

 private:
  static constexpr std::size_t kMostSquares = 10;

  struct Feature {
    std::uint64_t squares = 0;
    const std::int16_t* all_empty = nullptr;  // the weight of the state without discs, amid its shape's
    // By which of the squares are one side's: what their digits are worth. At most half of 3^kMostSquares.
    std::array<std::int16_t, 1 << kMostSquares> worth{};
  };

  std::vector<std::int16_t> packed_;
  std::vector<std::vector<std::int16_t>> weights_;  // by state, of each shape that orders
  std::array<Feature, kFeatures> features_;
};

}  // namespace turncoat::eval
