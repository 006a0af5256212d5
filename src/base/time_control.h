// TimeControl: how much time a side may use; SideClock: how much of it is left. Time is passed in, never read
// here, so a test can run a whole game's clock in a microsecond.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace turncoat {

struct TimeControl {
  std::optional<std::chrono::nanoseconds> per_move;  // for each move anew
  std::optional<std::chrono::nanoseconds> per_game;  // for all moves of one side
  std::chrono::nanoseconds increment{0};             // added to the game time after each move

  bool unlimited() const { return !per_move && !per_game; }

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// "1s/move", "60s/game" (or "60s"), "60s+1s", "none".
Result<TimeControl> parse_time_control(std::string_view text);
std::string format_time_control(const TimeControl& control);

// What a side may spend on the move it is asked for.
struct TimeBudget {
  std::optional<std::chrono::nanoseconds> move;  // at most this for the move
  std::optional<std::chrono::nanoseconds> game;  // left for this and all later moves
  std::chrono::nanoseconds increment{0};

  bool unlimited() const { return !move && !game; }
  // The most that can be spent without losing on time; nothing when there is no limit.
  std::optional<std::chrono::nanoseconds> hard_limit() const;
};

class SideClock {
 public:
  explicit SideClock(const TimeControl& control) : control_(control), left_(control.per_game) {}

  TimeBudget budget() const { return {control_.per_move, left_, control_.increment}; }

  // Takes the time of one move off. False when it was more than allowed, by more than `margin`.
  bool charge(std::chrono::nanoseconds used, std::chrono::nanoseconds margin);

 private:
  TimeControl control_;
  std::optional<std::chrono::nanoseconds> left_;
};

}  // namespace turncoat
