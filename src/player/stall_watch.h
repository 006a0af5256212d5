// StallWatch: how long this machine keeps a thinking player off its processor, learned from the moves so far.
// A busy machine may stop a thread for longer than a short clock forgives; a player that knows ends its
// thinking that much earlier. On a quiet machine it takes nothing away. One thread.
#pragma once

#include <chrono>
#include <optional>

#include "base/time_control.h"

namespace turncoat::player {

class StallWatch {
 public:
  // What may safely be spent: a move's time less one stall, a game's time less one for each of `moves_left`
  // moves of this side, at most three quarters of it. Before the first move nothing is known, and half is
  // kept back.
  TimeBudget safe(TimeBudget budget, int moves_left = 1) const;

  // A move took `wall` by the clock, of which the thread ran for `cpu`.
  void record(std::chrono::nanoseconds wall, std::chrono::nanoseconds cpu);

  // Measures from here to its end, on the thread that thinks.
  class Move {
   public:
    explicit Move(StallWatch& watch);
    ~Move();
    // So long it had nothing to do, waiting for other threads of its own: no stall.
    void waited(std::chrono::nanoseconds time) { waited_ += time; }
    Move(const Move&) = delete;
    Move& operator=(const Move&) = delete;

   private:
    StallWatch& watch_;
    std::chrono::steady_clock::time_point wall_;
    std::chrono::nanoseconds cpu_;
    std::chrono::nanoseconds waited_{0};
  };

 private:
  std::optional<std::chrono::nanoseconds> stall_;  // the longest of late, fading
};

}  // namespace turncoat::player
