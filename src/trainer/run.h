// One training run, as the program turncoat-trainer does it: takes up a state or begins one, trains on the
// newest samples of some files, and leaves the state and a network file. Both are complete at any moment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "trainer/trainer.h"

namespace turncoat::trainer {

struct RunOptions {
  std::string arch = "6x64";
  int size = 8;
  std::vector<std::filesystem::path> samples;  // oldest first
  std::size_t window = 500'000;
  std::uint64_t steps = 1000;
  std::size_t batch = 256;
  std::string learning_rate = "0.02";
  StepOptions step;  // its learning rate comes from the schedule
  int threads = 1;
  std::uint64_t seed = 1;
  std::filesystem::path state;
  std::filesystem::path out;
  bool init = false;  // begin anew; refused where a state has steps already
  std::filesystem::path
      weights;         // with init: a network file to begin with, or to grow; empty: random weights
  bool merge = false;  // samples of one position become one
  bool symmetries = true;
  std::uint64_t report_every = 50;
  std::uint64_t save_every = 1000;
};

struct Report {
  std::uint64_t step = 0;  // of the whole training
  Losses losses;           // means since the last report
  double learning_rate = 0;
  double samples_per_second = 0;
};

struct RunResult {
  std::uint64_t steps = 0;  // of the whole training
  std::uint64_t done = 0;   // in this run
  bool stopped = false;
};

struct RunEvents {
  std::function<void(const Report&)> report;
  std::function<void(const std::string&)> remark;
  std::function<bool()> stop;  // asked between steps
};

Result<RunResult> run(const RunOptions& options, const RunEvents& events);

}  // namespace turncoat::trainer
