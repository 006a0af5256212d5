// The settings of a run of games as the text that is its fingerprint: what decides a game, and nothing else.
// The number of games may grow and threads may change when a run is resumed.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/time_control.h"
#include "rules/ruleset.h"

namespace turncoat::store {

struct RunSettings {
  const std::vector<std::string>& players;  // canonical specs
  const rules::Ruleset& rules;
  std::string openings;  // their fingerprint
  TimeControl time;
  std::string pace;
  std::chrono::nanoseconds time_margin{0};
  std::uint64_t seed = 0;
};

// `own` is an object with what only this kind of run has.
std::string run_settings_text(nlohmann::json own, const RunSettings& settings);

}  // namespace turncoat::store
