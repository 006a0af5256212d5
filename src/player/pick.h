// One square of a set, at random.
#pragma once

#include "base/check.h"
#include "base/rng.h"
#include "rules/square.h"

namespace turncoat::player {

// Requires a set that is not empty.
inline rules::Square pick(const rules::SquareSet& set, Rng& rng) {
  TURNCOAT_CHECK(!set.empty(), "nothing to pick from");
  auto it = set.begin();
  for (std::uint32_t skip = rng.below(static_cast<std::uint32_t>(set.size())); skip > 0; --skip) ++it;
  return *it;
}

}  // namespace turncoat::player
