// The table of a tournament of heuristics: wins as O, wins as X, rating, and the numbers of each.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "eval/linear_weights.h"
#include "match/ratings.h"
#include "match/results.h"

namespace turncoat::cli {

struct HeuristicRow {
  std::string name;
  std::vector<std::string> copies;  // other names of the same heuristic
  eval::LinearWeights weights;
};

// The strongest first; row i is player i of the table.
std::string heuristics_text(std::span<const HeuristicRow> rows, const match::ResultTable& table,
                            std::span<const match::Rating> ratings);
nlohmann::ordered_json heuristics_json(std::span<const HeuristicRow> rows, const match::ResultTable& table,
                                       std::span<const match::Rating> ratings);

// The numbers as a list, highest power first by quality.
nlohmann::ordered_json numbers_json(const eval::LinearWeights& weights);

// Players by falling rating.
std::vector<int> by_rating(std::span<const match::Rating> ratings);

}  // namespace turncoat::cli
