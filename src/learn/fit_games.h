// Games of self-play files in the form that fitting evaluations wants them: small, and all in memory.
#pragma once

#include <filesystem>
#include <vector>

#include "base/error.h"
#include "learn/pattern_fit.h"

namespace turncoat::learn {

struct FitGames {
  const eval::PatternSet* set = nullptr;  // of their board; null while there are none
  std::vector<FitGame> games = {};
};

// Adds the games of a file. Refuses files of a board without patterns or another one than that of the games
// already there, other rules than the standard ones, and games that break the rules or do not end as they
// say. `limit` 0: all.
Result<void> load_fit_games(const std::filesystem::path& path, std::uint64_t limit, FitGames& games);

}  // namespace turncoat::learn
