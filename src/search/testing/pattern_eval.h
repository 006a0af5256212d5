// Pattern weights made by hand for tests: corners, the squares beside them and mobility, with some noise.
// Searches with them are sensible, and do not change when the trained weights do. Not part of the library.
#pragma once

#include "eval/testing/plain_patterns.h"
#include "search/searcher.h"

namespace turncoat::search::testing {

inline eval::PatternWeights::Packed sensible_weights() {
  constexpr int kUnit = eval::PatternWeights::kUnit;
  const eval::PatternSet& set = eval::pattern_set(8);
  const eval::PatternShape& corner = set.shapes.front();  // a1 b1 c1 a2 b2 ...
  eval::PatternWeights::Packed packed = eval::testing::random_weights(6, 1);
  for (auto& stage : packed) {
    for (std::uint32_t state = 0; state < corner.states; ++state) {
      const int a1 = 1 - static_cast<int>(state % 3);
      const int b2 = 1 - static_cast<int>(state / 81 % 3);
      stage[corner.packed_offset + corner.packed[state]] =
          static_cast<std::int16_t>(kUnit * (a1 != 0 ? 6 * a1 : -2 * b2));
    }
    for (std::uint32_t i = 0; i < eval::PatternSet::kMobilityStates; ++i) {
      stage[set.packed_states - eval::PatternSet::kMobilityStates + i] =
          static_cast<std::int16_t>(kUnit * (static_cast<int>(i) - 8) * 3 / 4);
    }
  }
  return packed;
}

// With the error model its searches cut selectively where they may.
inline PatternEval sensible_patterns(bool selective) {
  static const auto weights =
      std::make_shared<const eval::PatternWeights>(eval::pattern_set(8), sensible_weights());
  auto file = std::make_shared<eval::PatternFile>();
  file->weights = weights;
  if (selective) file->error_model = {1.6, 0, 0, -0.02, 0.05};
  return {file};
}

// The same, with a light evaluation for endings, of any weights.
inline PatternEval patterns_with_order() {
  static const auto weights = [] {
    eval::PatternWeights::Packed packed = sensible_weights();
    packed.push_back(eval::testing::random_weights(300, 9).front());
    return std::make_shared<const eval::PatternWeights>(eval::pattern_set(8), packed);
  }();
  auto file = std::make_shared<eval::PatternFile>(*sensible_patterns(true).file);
  file->weights = weights;
  return {file};
}

}  // namespace turncoat::search::testing
