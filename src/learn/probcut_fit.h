// Fits the error model of selective cuts: how far searches of one depth lie from deeper ones, from searches
// logged on positions of games (search/probcut.h).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "learn/pattern_fit.h"
#include "search/probcut.h"
#include "search/searcher.h"

namespace turncoat::learn {

// The scores of one position, in discs.
struct DepthLog {
  int empties = 0;
  std::vector<double> by_depth;  // [0] the evaluation alone, then one per ply
  std::optional<int> exact;      // of the search to the end, where there was one
};

struct ProbCutSettings {
  int positions = 1000;
  int depth = 9;           // of the searches
  int exact_empties = 18;  // at most so many: to the end as well
  std::uint64_t seed = 1;
  int threads = 1;
};

// Searches positions drawn from the games, which are of the patterns' board. Every search is full-width.
std::vector<DepthLog> log_depths(std::span<const FitGame> games, const eval::PatternFile& patterns,
                                 const ProbCutSettings& settings, const std::function<void()>& on_position,
                                 std::stop_token stop);

// One group of pairs with the same empties (by fours), depth and shallow depth.
struct ErrorGroup {
  double empties = 0;
  int depth = 0;
  int shallow = 0;
  int count = 0;
  double mean = 0;
  double sigma = 0;
};

struct ProbCutFit {
  search::ProbCutModel model;
  std::vector<ErrorGroup> groups;
  double misfit = 0;  // root mean square of ln(sigma / model), weighted
};

ProbCutFit fit_probcut(std::span<const DepthLog> logs);

}  // namespace turncoat::learn
