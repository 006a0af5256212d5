// Pace: how much of a clock to spend on the move at hand. One model for every player that thinks.
#pragma once

#include <chrono>
#include <optional>

#include "base/time_control.h"

namespace turncoat::player {

enum class Pace {
  Smooth,  // most around the middle game, where a move decides most
  Early,   // T exp(0.1 n) / sum of exp(0.1 i) for i = 1..n, with n = M - t + 1 turns left of M = 4 + size^2 /
           // 2
};

struct Allotment {
  std::chrono::nanoseconds target;  // stop here if nothing speaks against it
  std::chrono::nanoseconds limit;   // never think longer
};

// Time for the next move of a side with `empties` empty squares on the board; `turn` is the side's own move
// number from 1. Nothing when there is no clock. A safety margin for the way from the clock to the player is
// taken off.
std::optional<Allotment> allot(const TimeBudget& time, Pace pace, int size, int empties, int turn);

}  // namespace turncoat::player
