// Games of self-play files in the form that fitting evaluations of 8x8 wants them: small, and all in memory.
#pragma once

#include <filesystem>
#include <vector>

#include "base/error.h"
#include "learn/pattern_fit.h"

namespace turncoat::learn {

// Adds the games of a file that teach something to `games`. Refuses files of another ruleset than standard-8,
// and games that break its rules. `limit` 0: all.
Result<void> load_fit_games(const std::filesystem::path& path, std::uint64_t limit,
                            std::vector<FitGame>& games);

}  // namespace turncoat::learn
