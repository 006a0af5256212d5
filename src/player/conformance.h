// The suite every Player passes: legal moves, the same seed the same moves, no memory of earlier games, no
// board it accepted that it cannot finish. Used from the tests of each player; returns what is wrong in
// words.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "player/player.h"

namespace turncoat::player {

struct ConformanceOptions {
  std::vector<rules::RulesetPtr> rulesets;  // boards the player must accept; others it may refuse
  int games = 2;                            // per ruleset
  std::uint64_t seed = 1;
};

// One line per violation; empty when the player conforms.
std::vector<std::string> check_conformance(const std::function<std::unique_ptr<Player>()>& make,
                                           const ConformanceOptions& options);

}  // namespace turncoat::player
