// One training run of Turncoat Zero: files in, files out, by the program turncoat-trainer, which is built
// where libtorch is. It is started as a child process, told what to do by its arguments, and ended with us.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"

namespace turncoat::learn {

struct ZeroTrainStep {
  std::string arch;
  int size = 8;
  std::vector<std::filesystem::path> samples;  // oldest first; none needed without steps
  std::uint64_t window = 2'000'000;            // the newest so many samples
  std::filesystem::path from;                  // trainer state to go on from; empty: fresh weights
  std::filesystem::path weights;               // without `from`: a network to begin with; empty: random ones
  std::filesystem::path state;                 // where the new state goes
  std::filesystem::path net;                   // where the weights to play with go
  std::uint64_t steps = 0;
  int batch = 256;
  double rate = 0.02;
  double decay = 1e-4;
  double ema = 0;
  bool merge = false;  // samples of one position become one
  int threads = 1;
  std::uint64_t seed = 1;
};

// Mean losses over the run.
struct ZeroLosses {
  double all = 0;
  double policy = 0;
  double value = 0;
  double score = 0;
  double ownership = 0;
};

struct ZeroTrained {
  std::optional<ZeroLosses> losses;  // nothing without steps
  double seconds = 0;
};

// The trainer named, or, without a name, the one beside this program or in PATH; an error tells how to build
// it.
Result<std::filesystem::path> find_trainer(const std::string& named);

// Runs it to its end. The new state and then the network take their names when all is done, so that a network
// that is there is whole. `report` gets the steps done; it may be empty. A stop ends the program: Cancelled.
Result<ZeroTrained> run_trainer(const std::filesystem::path& trainer, const ZeroTrainStep& step,
                                const std::stop_token& stop,
                                const std::function<void(std::uint64_t done)>& report);

}  // namespace turncoat::learn
