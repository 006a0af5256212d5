// The player `engine`: the strongest one. Learned patterns, selective search and exact endgames where there
// are weights for the board; elsewhere the same search with the staged evaluation.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/params.h"
#include "search/search_player.h"

namespace turncoat::search {

// What `hash` may be, of the player and of every command that searches.
inline constexpr std::uint64_t kLeastHash = 64 << 10;
inline constexpr std::uint64_t kMostHash = std::uint64_t{64} << 30;

struct EngineParams {
  int level = 16;
  int depth = 0;
  std::chrono::nanoseconds time{0};
  std::uint64_t nodes = 0;
  int threads = 1;
  std::uint64_t hash = 64 << 20;
  std::string weights = "shipped";
  double error = 0;
  double blunder = Fallibility{}.blunder;
  bool ponder = false;

  static void describe(Fields<EngineParams>& fields);
};

// `patterns` is what `weights` of the parameters means: at most one for each size of board.
SearchSettings engine_settings(const EngineParams& params, std::vector<PatternEval> patterns);

}  // namespace turncoat::search
