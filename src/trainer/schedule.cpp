#include "trainer/schedule.h"

#include <cmath>
#include <string>

#include "base/text.h"

namespace turncoat::trainer {

Result<Schedule> Schedule::parse(std::string_view text) {
  Schedule schedule;
  const auto refuse = [&](std::string_view why) {
    return fail(Error::Code::Parse, "no schedule {}: {}; write it as 0.02 or 0.02,0.002@50000", quote(text),
                why);
  };
  for (const std::string_view piece : split(text, ',')) {
    const std::vector<std::string_view> parts = split(piece, '@');
    const auto number = parse_double(parts[0]);
    if (!number || !std::isfinite(*number) || *number < 0) {
      return refuse(fmt::format("{} is not a number from 0 on", quote(parts[0])));
    }
    std::uint64_t from = 0;
    if (parts.size() > 1 || !schedule.pieces_.empty()) {
      const auto step = parts.size() == 2 ? parse_uint(parts[1]) : std::nullopt;
      if (!step) return refuse(fmt::format("{} names no step to begin at", quote(piece)));
      from = *step;
    }
    if (schedule.pieces_.empty() ? from != 0 : from <= schedule.pieces_.back().first) {
      return refuse("its steps must begin at 0 and rise");
    }
    schedule.pieces_.emplace_back(from, *number);
  }
  return schedule;
}

double Schedule::at(std::uint64_t step) const {
  double number = 0;
  for (const auto& [from, value] : pieces_) {
    if (from <= step) number = value;
  }
  return number;
}

}  // namespace turncoat::trainer
