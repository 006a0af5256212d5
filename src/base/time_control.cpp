#include "base/time_control.h"

#include <algorithm>

#include "base/text.h"

namespace turncoat {

Result<TimeControl> parse_time_control(std::string_view text) {
  text = trim(text);
  TimeControl control;
  if (text == "none") return control;

  const auto positive = [&](std::string_view part) -> Result<std::chrono::nanoseconds> {
    auto duration = parse_duration(part);
    if (duration && duration->count() == 0) return fail(Error::Code::Range, "{} leaves no time", quote(text));
    return duration;
  };

  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    const std::string_view unit = trim(text.substr(slash + 1));
    const auto duration = positive(text.substr(0, slash));
    if (!duration) return std::unexpected(duration.error());
    if (unit == "move") {
      control.per_move = *duration;
    } else if (unit == "game") {
      control.per_game = *duration;
    } else {
      return fail(Error::Code::Parse, "{} must end in /move or /game", quote(text));
    }
    return control;
  }

  const std::size_t plus = text.find('+');
  const auto main = positive(text.substr(0, plus));
  if (!main && main.error().code == Error::Code::Parse) {
    return fail(Error::Code::Parse, "{} is not a time control; write 1s/move, 60s/game, 60s+1s or none",
                quote(text));
  }
  if (!main) return std::unexpected(main.error());
  control.per_game = *main;
  if (plus != std::string_view::npos) {
    const auto increment = parse_duration(text.substr(plus + 1));
    if (!increment) return std::unexpected(increment.error());
    control.increment = *increment;
  }
  return control;
}

std::string format_time_control(const TimeControl& control) {
  if (control.per_move) return format_duration(*control.per_move) + "/move";
  if (!control.per_game) return "none";
  if (control.increment.count() == 0) return format_duration(*control.per_game) + "/game";
  return format_duration(*control.per_game) + "+" + format_duration(control.increment);
}

std::optional<std::chrono::nanoseconds> TimeBudget::hard_limit() const {
  return move && game ? std::min(*move, *game) : move ? move : game;
}

bool SideClock::charge(std::chrono::nanoseconds used, std::chrono::nanoseconds margin) {
  const auto limit = budget().hard_limit();
  const bool in_time = !limit || used <= *limit + margin;
  if (left_) left_ = std::max(std::chrono::nanoseconds(0), *left_ - used) + control_.increment;
  return in_time;
}

}  // namespace turncoat
