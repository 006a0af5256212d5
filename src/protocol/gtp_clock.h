// GtpClock: both sides' time as GTP tells it, by time_settings at the start and time_left in between. It runs
// only through charge(): time is passed in, never read here.
#pragma once

#include <array>
#include <chrono>
#include <optional>

#include "base/time_control.h"
#include "rules/square.h"

namespace turncoat::protocol {

class GtpClock {
 public:
  using Time = std::chrono::nanoseconds;

  // `main` for the game, then `period` for every `stones` moves. As Othello programs use it: no main time and
  // no stones is a time per move, main time with a period but no stones an increment. All zero: no clock.
  void set(Time main, Time period, int stones);

  // What a side has left: for so many stones, or of its main time when `stones` is 0.
  void set_left(rules::Color color, Time left, int stones);

  // Both sides back to the settings, as at the start of a game.
  void restart();

  TimeBudget budget(rules::Color color) const { return side(color).budget(); }
  void charge(rules::Color color, Time used);

 private:
  const SideClock& side(rules::Color color) const {
    return sides_[static_cast<std::size_t>(rules::index_of(color))];
  }
  SideClock& side(rules::Color color) { return sides_[static_cast<std::size_t>(rules::index_of(color))]; }

  TimeControl control_;
  std::optional<Time> per_move_later_;  // once the main time is used up
  std::array<SideClock, 2> sides_ = {SideClock({}), SideClock({})};
};

}  // namespace turncoat::protocol
