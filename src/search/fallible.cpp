#include "search/fallible.h"

#include <algorithm>
#include <cmath>

namespace turncoat::search {

namespace {

// A game has some five moves where an error is likely: with four of the largest the budget can be met.
constexpr double kErrorsToMeet = 4;
constexpr double kLeastBlunder = 8;
constexpr double kMostBlunder = 64;

// On 8x8 the middle one of the moves that are not best loses 7.6 discs: the median of 630 positions with 8 to
// 52 empties, `turncoat analyze --level 3` of games between engine:level=6 and others.
constexpr double kMiddleLoss = 8;

// Where errors are made, by the share of empty squares: little in known openings, most from the middle game
// to the early ending, less when all can be counted.
double weight(double empty) {
  const double distance = (empty - 0.45) / 0.22;
  return 0.15 + std::exp(-distance * distance);
}

// Chances for one lambda, and the loss to expect from them.
double mean_loss(std::span<const double> losses, double lambda, double blunder,
                 std::vector<double>& chances) {
  double sum = 0;
  double lost = 0;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    chances[i] = losses[i] <= blunder ? std::exp(-lambda * losses[i]) : 0;
    sum += chances[i];
    lost += chances[i] * losses[i];
  }
  for (double& chance : chances) chance /= sum;
  return lost / sum;
}

}  // namespace

double most_loss(const Fallibility& fallibility) {
  return fallibility.blunder > 0 ? fallibility.blunder
                                 : std::clamp(fallibility.error / kErrorsToMeet, kLeastBlunder, kMostBlunder);
}

double error_share(double error, int squares, int empties) {
  double all = 0;
  for (int left = squares - 4; left > 0; left -= 2) all += weight(static_cast<double>(left) / squares);
  return error * weight(static_cast<double>(empties) / squares) / all;
}

std::vector<double> losses_in_discs(std::vector<double> losses) {
  std::vector<double> sorted = losses;
  std::ranges::sort(sorted);
  if (sorted.size() < 2) return losses;
  // The first is the best move. Of an even number the larger of the two in the middle.
  const double middle = sorted[1 + (sorted.size() - 1) / 2];
  if (middle <= 0) return losses;
  for (double& loss : losses) loss *= kMiddleLoss / middle;
  return losses;
}

std::vector<double> fallible_chances(std::span<const double> losses, double share, double blunder) {
  std::vector<double> chances(losses.size());
  // The best move loses nothing, so that some move is always within the limit.
  double low = 0;
  double high = 64;
  if (mean_loss(losses, low, blunder, chances) <= share) return chances;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (mean_loss(losses, middle, blunder, chances) > share ? low : high) = middle;
  }
  mean_loss(losses, high, blunder, chances);
  return chances;
}

std::size_t draw(std::span<const double> chances, Rng& rng) {
  double at = rng.uniform();
  for (std::size_t i = 0; i < chances.size(); ++i) {
    at -= chances[i];
    if (at < 0) return i;
  }
  // Rounding: the last that has a chance at all.
  std::size_t last = chances.size() - 1;
  while (last > 0 && chances[last] == 0) --last;
  return last;
}

}  // namespace turncoat::search
