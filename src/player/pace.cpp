#include "player/pace.h"

#include <algorithm>
#include <cmath>

namespace turncoat::player {

namespace {

using std::chrono::nanoseconds;

// Waking up late, the game loop, a busy machine: what a move costs besides thinking. Small clocks get a
// smaller one.
nanoseconds margin_of(nanoseconds time) {
  return std::min<nanoseconds>(std::chrono::milliseconds(15), time / 8);
}

nanoseconds share_of(nanoseconds time, double share) {
  return nanoseconds(static_cast<std::int64_t>(static_cast<double>(time.count()) * share));
}

double early_share(int size, int turn) {
  const int turns = std::max(1, 4 + size * size / 2 - turn + 1);
  double sum = 0;
  for (int i = 1; i <= turns; ++i) sum += std::exp(0.1 * i);
  return std::exp(0.1 * turns) / sum;
}

// The weight of a move by the share of the board that is still empty: a bell around 60 % with a longer early
// flank.
double smooth_weight(double empty_share) {
  const double distance = empty_share - 0.6;
  const double width = distance > 0 ? 0.19 : 0.125;
  return 0.1 + 2.9 * std::exp(-distance * distance / (2 * width * width));
}

double smooth_share(int size, int empties) {
  const double squares = size * size;
  double sum = 0;
  for (int left = empties; left > 0; left -= 2) sum += smooth_weight(left / squares);
  return sum == 0 ? 1.0 : smooth_weight(empties / squares) / sum;
}

}  // namespace

std::optional<Allotment> allot(const TimeBudget& time, Pace pace, int size, int empties, int turn) {
  if (time.unlimited()) return std::nullopt;
  if (time.move) {
    const nanoseconds all = *time.move - margin_of(*time.move);
    return Allotment{all, all};
  }
  const nanoseconds usable = std::max(nanoseconds(0), *time.game - margin_of(*time.game));
  const double share = pace == Pace::Early ? early_share(size, turn) : smooth_share(size, empties);
  const nanoseconds target = std::min(usable, share_of(usable, share) + time.increment * 3 / 4);
  return Allotment{target, std::min(usable, std::max(target * 2, usable / 20))};
}

}  // namespace turncoat::player
