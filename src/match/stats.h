// Statistics of a match between two players, from the first one's side: score, Elo, errors, SPRT.
// Games 2k and 2k+1 share an opening and are not independent: errors are taken over pairs ("pentanomial").
// docs/matches.md has the formulas. No result is ever NaN or infinite.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "match/outcome.h"

namespace turncoat::match {

inline constexpr double kTwoSided95 = 1.959963984540054;  // standard normal deviations

// Elo difference to expected score and back. Requires 0 < score < 1.
double expected_score(double elo);
double elo_of_score(double score);

// One game as the first player saw it.
struct SideResult {
  double points = 0;  // 1, 0.5, 0
  int discs = 0;
};

// The first player has Black in even games.
SideResult first_player_result(const Outcome& outcome, std::uint64_t game);

// The known games of a match, by game number. Whole pairs come first, so that a match that was broken off
// still compares the games that share an opening.
std::vector<SideResult> first_player_results(std::span<const std::optional<Outcome>> outcomes);

struct MatchStats {
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  double score = 0.5;               // share of the points
  std::optional<double> elo;        // nothing without games
  std::optional<double> elo_error;  // half of the 95 % interval
  double los = 0.5;                 // likelihood of superiority
  double disc_diff = 0;             // mean
  double disc_diff_error = 0;       // half of the 95 % interval; 0 when it cannot be estimated
};

// `results` in the order of the games.
MatchStats match_stats(std::span<const SideResult> results);

// Mean and its standard error. Over pairs when there are two or more, a last single game counting in the mean
// only; else over single values. The error is 0 when all are equal.
struct MeanError {
  double mean = 0;
  double error = 0;
};
MeanError paired_mean(std::span<const double> values);

// Sequential probability ratio test of "the first player is elo1 stronger" against "elo0 stronger".
struct SprtParams {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  // chance to accept elo1 when elo0 holds
  double beta = 0.05;   // chance to accept elo0 when elo1 holds

  friend bool operator==(const SprtParams&, const SprtParams&) = default;
};

// "0,5" or "0,5,0.05,0.05".
Result<SprtParams> parse_sprt(std::string_view text);

enum class SprtVerdict { Continue, AcceptElo0, AcceptElo1 };

struct SprtState {
  double llr = 0;
  double lower = 0;  // at or below: elo0 is accepted
  double upper = 0;  // at or above: elo1 is accepted
  SprtVerdict verdict = SprtVerdict::Continue;
};

// Counts of pairs that brought 0, 0.5, 1, 1.5 and 2 points.
using PairCounts = std::array<std::uint64_t, 5>;
PairCounts count_pairs(std::span<const SideResult> results);

SprtState sprt(const PairCounts& pairs, const SprtParams& params);

// Generalised log-likelihood ratio of mean `score1` against `score0` for outcomes of these values and counts.
// Exact for two outcomes; empty cells are given 1/1000 of a count so that it exists.
double log_likelihood_ratio(std::span<const double> values, std::span<const std::uint64_t> counts,
                            double score0, double score1);

}  // namespace turncoat::match
