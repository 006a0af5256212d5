#include "player/stall_watch.h"

#include <algorithm>
#include <ctime>

namespace turncoat::player {

namespace {

using std::chrono::nanoseconds;

nanoseconds thread_cpu_time() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}

}  // namespace

TimeBudget StallWatch::safe(TimeBudget budget, int moves_left) const {
  const auto shorten = [this](std::optional<nanoseconds>& time, int stalls) {
    if (time) *time -= stall_ ? std::min(*stall_ * stalls, *time * 3 / 4) : *time / 2;
  };
  shorten(budget.move, 1);
  shorten(budget.game, std::max(1, moves_left));
  return budget;
}

void StallWatch::record(nanoseconds wall, nanoseconds cpu) {
  // All stalls of a move together: no single one was longer.
  const nanoseconds stalled = std::max(nanoseconds(0), wall - cpu);
  stall_ = std::max(stalled, stall_.value_or(nanoseconds(0)) * 15 / 16);
}

StallWatch::Move::Move(StallWatch& watch)
    : watch_(watch), wall_(std::chrono::steady_clock::now()), cpu_(thread_cpu_time()) {}

StallWatch::Move::~Move() {
  watch_.record(std::chrono::steady_clock::now() - wall_ - waited_, thread_cpu_time() - cpu_);
}

}  // namespace turncoat::player
