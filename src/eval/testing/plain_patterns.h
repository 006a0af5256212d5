// The pattern evaluation in the plainest way, as a measure for the quick ones, and weights to try it with.
// Not part of the library.
#pragma once

#include <algorithm>
#include <set>

#include "base/rng.h"
#include "eval/pattern_weights.h"
#include "rules/kernel/board64.h"
#include "rules/symmetry.h"

namespace turncoat::eval::testing {

// Digits of the shape's squares, moved by the symmetry: 0 the mover's disc, 1 empty, 2 the other's.
inline std::uint32_t plain_state(const PatternShape& shape, rules::Symmetry symmetry,
                                 const rules::Position& position) {
  std::uint32_t state = 0;
  std::uint32_t worth = 1;
  for (const int bit : shape.squares) {
    const int size = position.size();
    const rules::Square square = symmetry(rules::kernel::Lattice64::square_of(bit, size), size);
    const bool own = position.discs(position.mover()).contains(square);
    const bool others = position.discs(rules::other(position.mover())).contains(square);
    state += worth * (own ? 0U : others ? 2U : 1U);
    worth *= 3;
  }
  return state;
}

// In 1/kUnit discs from the mover's side.
inline int plain_patterns(const rules::Position& position, const PatternWeights::Packed& packed) {
  const int size = position.size();
  const PatternSet& set = pattern_set(size);
  const int discs = size * size - position.empties().size();
  const int last = static_cast<int>(packed.size()) - 1;
  const auto& weights = packed[static_cast<std::size_t>(std::clamp((discs - 4) / 2, 0, last))];
  int sum = weights[set.packed_states - PatternSet::kMobilityStates +
                    static_cast<std::uint32_t>(std::min(31, position.legal_moves().size()))];
  for (const PatternShape& shape : set.shapes) {
    std::set<std::set<int>> images;
    for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
      std::set<int> image;
      for (const int bit : shape.squares) {
        const rules::Square square = symmetry(rules::kernel::Lattice64::square_of(bit, size), size);
        image.insert(8 * square.row() + square.column());
      }
      if (!images.insert(image).second) continue;
      sum += weights[shape.packed_offset + shape.packed[plain_state(shape, symmetry, position)]];
    }
  }
  return std::clamp(sum, 1 - 64 * PatternWeights::kUnit, 64 * PatternWeights::kUnit - 1);
}

// Any weight from -most to most.
inline PatternWeights::Packed random_weights(int most, std::uint64_t seed,
                                             const PatternSet& set = pattern_set(8)) {
  Rng rng(seed);
  PatternWeights::Packed packed(static_cast<std::size_t>(set.stages));
  for (auto& stage : packed) {
    stage.resize(set.packed_states);
    for (std::int16_t& weight : stage) {
      weight = static_cast<std::int16_t>(
          static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * most + 1))) - most);
    }
  }
  return packed;
}

}  // namespace turncoat::eval::testing
