// Evolution: heuristics found by real games between them. Some iterations from chance to two finalists each,
// then all finalists against each other and against known heuristics.
// Everything follows from the settings and the outcomes of numbered games. Given the outcomes of a broken-off
// run it plays only what is missing and ends the same; a run of more iterations goes on where a shorter one
// ended.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time_control.h"
#include "learn/breeder.h"
#include "match/ratings.h"
#include "match/results.h"
#include "match/stats.h"
#include "record/game_record.h"

namespace turncoat::learn {

enum class EvolutionMethod { Genetic, CmaEs };

struct NamedHeuristic {
  std::string name;
  eval::LinearWeights weights;
};

struct EvolutionSettings {
  rules::RulesetPtr rules;
  EvolutionMethod method = EvolutionMethod::Genetic;
  GenomeKind genome = GenomeKind::Linear;
  int population = 16;
  BreedingPlan plan;  // of as many children as the population
  const Selection* selection = nullptr;
  int generations = 10;
  int iterations = 1;
  double sigma = 0.4;       // CMA-ES: how far its first points lie, in genes
  std::uint64_t games = 8;  // of a pairing
  int depth = 3;            // of the games' players; 0: by the clock
  int patience = 0;
  TimeControl time;
  int opening_plies = 8;
  std::uint64_t seed = 1;
  std::vector<eval::LinearWeights> start;  // in every iteration's first population
  std::vector<NamedHeuristic> panel;       // what finalists and champions are measured against
  std::uint64_t measure_games = 0;         // of each generation's champion against each of the panel
  std::uint64_t final_games = 20;          // of a pairing of the final
};

inline constexpr int kMostIterations = 10'000;
inline constexpr int kMostGenerations = 10'000;

// What the games of one generation gave.
struct GenerationReport {
  int iteration = 0;   // from 0
  int generation = 0;  // from 0
  std::vector<eval::LinearWeights> population;
  Standing standing;
  std::uint64_t games = 0;  // that decided, up to here, over all iterations
  eval::LinearWeights champion;
  std::vector<match::Tally> measured;         // the champion against each of the panel
  std::optional<match::MatchStats> strength;  // over all of those games
};

struct EvolutionHost {
  int threads = 1;
  std::stop_token stop;
  std::map<std::uint64_t, match::Outcome> finished;  // of an earlier run, by number
  // Called once for each game played here as soon as it ends, one call at a time. An error ends the run.
  std::function<Result<void>(std::uint64_t item, const record::GameRecord&)> on_game;
  std::function<Result<void>(const GenerationReport&)> on_generation;
};

struct Finalist {
  NamedHeuristic heuristic;
  std::optional<int> iteration;  // none: of the panel
};

struct EvolutionResult {
  bool complete = false;            // false: stopped; then only what is known of the finalists is here
  std::vector<Finalist> finalists;  // the panel first; no heuristic twice
  match::ResultTable table{0};
  std::vector<match::Rating> ratings;
  std::optional<int> best;  // of the evolved ones
  std::uint64_t games = 0;  // all that count, the final and measurements included
};

// Checks what depends on more than one setting.
Result<void> check_settings(const EvolutionSettings& settings);

// Requires settings that were checked.
Result<EvolutionResult> evolve(const EvolutionSettings& settings, const EvolutionHost& host);

// The spec of the player that the games are between: `alphabeta:...,weights="..."`.
std::string player_spec(const EvolutionSettings& settings, const eval::LinearWeights& weights);

}  // namespace turncoat::learn
