#include "protocol/gtp_clock.h"

#include <algorithm>

namespace turncoat::protocol {

void GtpClock::set(Time main, Time period, int stones) {
  control_ = {};
  per_move_later_.reset();
  const Time per_move = period / std::max(1, stones);
  if (main.count() > 0) {
    control_.per_game = main;
    if (stones == 0) control_.increment = period;
    if (stones > 0 && per_move.count() > 0) per_move_later_ = per_move;
  } else if (per_move.count() > 0) {
    control_.per_move = per_move;
  }
  restart();
}

void GtpClock::set_left(rules::Color color, Time left, int stones) {
  TimeControl control;
  if (stones > 0) {
    control.per_move = left / stones;
  } else if (left.count() == 0 && per_move_later_) {
    control.per_move = per_move_later_;
  } else {
    control.per_game = left;
    control.increment = control_.increment;
  }
  side(color) = SideClock(control);
}

void GtpClock::restart() {
  sides_ = {SideClock(control_), SideClock(control_)};
}

void GtpClock::charge(rules::Color color, Time used) {
  side(color).charge(used, Time(0));
  const auto left = budget(color).game;
  if (per_move_later_ && left && left->count() == 0) set_left(color, Time(0), 0);
}

}  // namespace turncoat::protocol
