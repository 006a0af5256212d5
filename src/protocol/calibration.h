// Calibration: how fast this machine searches, by board size and depth, and what a call of the file agent
// costs besides thinking. Measured once by `turncoat calibrate`, kept as a small text file.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "rules/ruleset.h"

namespace turncoat::protocol {

struct SizeSpeed {
  int size = 8;
  double nodes_per_second = 0;
  std::vector<double> seconds;  // from a middle-game position to a finished depth 1, 2, ...; rising

  friend bool operator==(const SizeSpeed&, const SizeSpeed&) = default;
};

struct Calibration {
  double overhead = 0;  // seconds of a call
  std::vector<SizeSpeed> sizes;

  friend bool operator==(const Calibration&, const Calibration&) = default;
};

// Seconds to this depth; beyond what was measured it grows on as it did before. Nothing for a size that was
// not measured.
std::optional<double> seconds_to_depth(const Calibration& calibration, int size, int depth);
// The depth that so much time allows; 0 when not even one ply.
std::optional<int> depth_within(const Calibration& calibration, int size, double seconds);

std::string format_calibration(const Calibration& calibration);
Result<Calibration> parse_calibration(std::string_view text);

// Searches with the agent's own player for `time` on a few positions of this size. An error when stopped.
Result<SizeSpeed> measure_speed(int size, std::chrono::nanoseconds time, std::stop_token stop);

// The slowest of a few calls of the agent, in a temporary folder, in seconds. The start of the process is not
// in it.
Result<double> measure_overhead();

}  // namespace turncoat::protocol
