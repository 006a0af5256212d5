// Ratings: Elo numbers for many players from the results between all pairs, by maximum likelihood
// (Bradley-Terry, a draw being half a win for each side), with errors from the Fisher information.
// Every player also has one virtual draw against a player of rating 0, so that a clean sweep and players who
// never met keep finite ratings.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace turncoat::match {

// All games between two players, from the side of `a`.
struct PairResult {
  int a = 0;
  int b = 0;
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  std::uint64_t games() const { return wins + draws + losses; }
  double points() const { return static_cast<double>(wins) + static_cast<double>(draws) / 2; }
};

struct Rating {
  double elo = 0;    // the mean over all players is 0
  double error = 0;  // half of the 95 % interval, against that mean
};

// Requires 0 <= a, b < players and a != b in every result.
std::vector<Rating> fit_ratings(int players, std::span<const PairResult> results);

}  // namespace turncoat::match
