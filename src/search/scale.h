// Scale: how ended games compare with an evaluator's scores. An evaluator that speaks of discs (kInDiscs) and
// the end of the game share one scale; for any other a won game lies beyond every hope of one.
#pragma once

#include "search/transposition_table.h"

namespace turncoat::search {

inline constexpr Score kHeuristicLimit = 100'000'000;
inline constexpr Score kEnd = 500'000'000;  // off the discs' scale, the least a won game scores
inline constexpr Score kInfinity = 1'000'000'000;

template <class E>
struct Scale {
  // An ended game won by so many discs, from the same side.
  static constexpr Score of(int discs) {
    if constexpr (E::kInDiscs) return discs * E::kUnit;
    return discs == 0 ? 0 : discs > 0 ? kEnd + discs : -kEnd + discs;
  }

  // The most discs that score no more than `score`.
  static constexpr int discs_at_most(Score score) {
    if constexpr (E::kInDiscs) {
      return score >= 0 ? score / E::kUnit : -((-score + E::kUnit - 1) / E::kUnit);
    }
    return score >= kEnd ? score - kEnd : score >= 0 ? 0 : score >= -kEnd ? -1 : score + kEnd;
  }
};

}  // namespace turncoat::search
