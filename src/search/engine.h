// The player `engine`: the strongest one. On 8x8 learned patterns, selective search and exact endgames; on
// other boards the same search with the staged evaluation.
#pragma once

#include <chrono>
#include <string>

#include "base/params.h"
#include "search/search_player.h"

namespace turncoat::search {

struct EngineParams {
  int level = 16;
  int depth = 0;
  std::chrono::nanoseconds time{0};
  std::uint64_t nodes = 0;
  int threads = 1;
  std::uint64_t hash = 64 << 20;
  std::string weights = "patterns-8";
  double error = 0;
  double blunder = Fallibility{}.blunder;

  static void describe(Fields<EngineParams>& fields);
};

// `patterns` is what `weights` of the parameters means.
SearchSettings engine_settings(const EngineParams& params, PatternEval patterns);

}  // namespace turncoat::search
