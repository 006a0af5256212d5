// Patterns: the learned evaluation of 6x6 and 8x8, a sum of weights over all features of a PatternSet. Its
// State holds the features of one position from the mover's side and is carried along from parent to child,
// one vector addition per turned disc. A template over the kernel, to be included inside a target region
// (rules/kernel/target.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "eval/pattern_set.h"
#include "eval/pattern_weights.h"

namespace turncoat::eval {

template <class K>
class Patterns {
 public:
  static constexpr int kUnit = PatternWeights::kUnit;
  static constexpr bool kInDiscs = true;
  static constexpr bool kSymmetric = true;
  static constexpr std::int32_t kLimit = 64 * kUnit;

  struct State {
    alignas(64) PatternSet::Row features;
  };

  explicit Patterns(SharedPatternWeights weights) : set_(&weights->set()), weights_(std::move(weights)) {}
  // Without weights: carries features, and evaluates nothing.
  explicit Patterns(const PatternSet& set) : set_(&set) {}

  void start(const typename K::Board& board, State& state) const {
    Lanes sum[kLanes];
    const auto* top = lanes(set_->top);
    for (std::size_t i = 0; i < kLanes; ++i) sum[i] = top[i] / 2;  // all empty: every digit is 1
    add(board.other, sum);
    for (std::size_t i = 0; i < kLanes; ++i) sum[i] = top[i] - sum[i];
    add(board.mover, sum);
    for (std::size_t i = 0; i < kLanes; ++i) lanes(state.features)[i] = top[i] - sum[i];
  }

  // The features after the mover put a disc on `bit` and turned `flips`, seen by the other side.
  void after(const State& state, int bit, typename K::Set flips, State& child) const {
    const auto* top = lanes(set_->top);
    const auto* before = lanes(state.features);
    const auto* placed = lanes(set_->worth[static_cast<std::size_t>(bit)]);
    Lanes sum[kLanes] = {};
    add(flips, sum);
    for (std::size_t i = 0; i < kLanes; ++i) {
      lanes(child.features)[i] = top[i] - before[i] + placed[i] + sum[i] + sum[i];
    }
  }

  void after_pass(const State& state, State& child) const {
    for (std::size_t i = 0; i < kLanes; ++i) {
      lanes(child.features)[i] = lanes(set_->top)[i] - lanes(state.features)[i];
    }
  }

  // In 1/kUnit discs from the mover's side; `moves` are the mover's legal moves.
  std::int32_t evaluate(const typename K::Board& board, typename K::Set moves, const State& state) const {
    const std::int16_t* table = weights_->stage(K::count(board.mover | board.other));
    const auto mobility =
        std::min<std::uint32_t>(static_cast<std::uint32_t>(K::count(moves)), PatternSet::kMobilityStates - 1);
    std::int32_t sum = table[set_->mobility_offset() + mobility];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < PatternSet::kSlots; ++i) sum += table[set_->offset[i] + state.features[i]];
    return std::clamp(sum, 1 - kLimit, kLimit - 1);
  }

  // For moves near the end; null when there is none. Lives as long as the weights.
  const EndingOrder* ending_order() const {
    return weights_->order();
  }

 private:
  // A quarter of the features: what an AVX2 register holds. Other machines split it.
  using Lanes [[gnu::vector_size(32), gnu::may_alias]] = std::uint16_t;
  static constexpr std::size_t kLanes = sizeof(PatternSet::Row) / sizeof(Lanes);

  static Lanes* lanes(PatternSet::Row& row) {
    return reinterpret_cast<Lanes*>(row.data());
  }
  static const Lanes* lanes(const PatternSet::Row& row) {
    return reinterpret_cast<const Lanes*>(row.data());
  }

  void add(typename K::Set squares, Lanes* sum) const {
    while (!K::empty(squares)) {
      const auto* row = lanes(set_->worth[static_cast<std::size_t>(K::pop_first(squares))]);
      for (std::size_t i = 0; i < kLanes; ++i) sum[i] += row[i];
    }
  }

  const PatternSet* set_;
  SharedPatternWeights weights_;
};

}  // namespace turncoat::eval
