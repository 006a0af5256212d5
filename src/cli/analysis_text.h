// An analysed game as people and programs read it: a table with a summary, or JSON.
#pragma once

#include <ostream>

#include <nlohmann/json.hpp>

#include "engine/analysis.h"

namespace turncoat::cli {

struct AnalysisTextOptions {
  bool all_moves = false;  // of every position; a position without a game always gets them
  double threshold = 1;
};

void print_analysis(std::ostream& out, const engine::Analysis& analysis, const AnalysisTextOptions& options);

// opening, positions with all their moves, sides, nodes, complete.
nlohmann::ordered_json analysis_json(const engine::Analysis& analysis);

}  // namespace turncoat::cli
