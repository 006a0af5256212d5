// Schedule: a number that falls in steps as training goes on, such as the learning rate: "0.02" or
// "0.02,0.006@20000,0.002@60000" (0.006 from step 20000 on).
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace turncoat::trainer {

class Schedule {
 public:
  static Result<Schedule> parse(std::string_view text);

  double at(std::uint64_t step) const;

 private:
  std::vector<std::pair<std::uint64_t, double>> pieces_;  // from a step on; the first from 0
};

}  // namespace turncoat::trainer
