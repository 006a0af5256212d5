// Positions per second of network inference with one thread: nn_bench [SECONDS each] [ARCH...]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "nn/network.h"
#include "rules/ruleset.h"

namespace {

using namespace turncoat;
using Clock = std::chrono::steady_clock;

// The best of several short runs: what the machine can do when nobody else uses it.
double best_rate(nn::Evaluator& evaluator, std::size_t batch, double seconds) {
  const std::vector<rules::Position> positions(
      batch, rules::Position(rules::standard(evaluator.network().arch().size)));
  std::vector<nn::Input> inputs;
  for (const rules::Position& position : positions) inputs.emplace_back(position);
  std::vector<nn::Output> outputs(batch);
  evaluator.evaluate(inputs, outputs);
  double best = 0;
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  while (Clock::now() < end) {
    constexpr int kRepeats = 8;
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < kRepeats; ++i) evaluator.evaluate(inputs, outputs);
    const double took = std::chrono::duration<double>(Clock::now() - begin).count();
    best = std::max(best, kRepeats * static_cast<double>(batch) / took);
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0.5;
  std::vector<std::string> names(argv + std::min(argc, 2), argv + argc);
  if (names.empty()) names = {"4x32", "6x64"};
  std::printf("%-10s %-9s %8s %8s %8s %8s\n", "arch", "backend", "1", "8", "16", "32");
  for (const std::string& name : names) {
    const auto arch = nn::Arch::parse(name, 8);
    if (!arch) {
      std::fprintf(stderr, "error: %s\n", arch.error().message.c_str());
      return 1;
    }
    for (const nn::Backend backend : {nn::Backend::OneDnn, nn::Backend::Winograd}) {
      nn::Evaluator evaluator(std::make_shared<const nn::Network>(nn::random_weights(*arch, 1), backend));
      std::printf("%-10s %-9s", name.c_str(), backend == nn::Backend::OneDnn ? "onednn" : "winograd");
      for (const std::size_t batch : {1U, 8U, 16U, 32U})
        std::printf(" %8.0f", best_rate(evaluator, batch, seconds));
      std::printf("\n");
    }
  }
  return 0;
}
