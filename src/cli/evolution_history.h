// What `turncoat train genetic` writes of each generation and of the final: one JSON document each, kept in
// the store's history and printed line by line; and back, for `turncoat train history`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "learn/evolution.h"

namespace turncoat::cli {

nlohmann::ordered_json generation_json(const learn::GenerationReport& report,
                                       const learn::EvolutionSettings& settings);
nlohmann::ordered_json final_json(const learn::EvolutionResult& result);

// "iteration 1 generation 3  540 games  62.5 % +- 4.1 against the panel  0.185 55.6 ..."
std::string generation_text(const nlohmann::ordered_json& entry);

// The history's step numbers: generations in order, the final behind them all.
std::uint64_t history_step(int iteration, int generation);
inline constexpr std::uint64_t kFinalStep = std::uint64_t{1} << 60;

// What one generation looks like in a picture.
struct CurvePoint {
  double games = 0;  // of its iteration, that decided
  double score = 0;  // share of the points against the panel
  double error = 0;  // half of the 95 % interval
};
struct Curve {
  std::string label;  // of the run
  std::vector<std::vector<CurvePoint>> iterations;
};

// Nothing of generations that were not measured. The error names what is not as generation_json writes it.
Result<Curve> read_curve(const std::string& label, const std::vector<nlohmann::ordered_json>& entries);

// Share of the points by games played, a thin line for each iteration and a thick one for their mean.
std::string evolution_svg(const std::vector<Curve>& curves, const std::string& title);

}  // namespace turncoat::cli
