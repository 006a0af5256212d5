// Positions per second of network inference with one thread: nn_bench [SECONDS each] [ARCH...]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nn/network.h"
#include "rules/ruleset.h"

namespace {

using namespace turncoat;
// Processor time of this thread: other work on the machine does not count.
double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The best of many batches: caches and clocks are shared with others too.
double best_rate(nn::Evaluator& evaluator, std::size_t batch, double seconds) {
  const rules::Position start(rules::standard(evaluator.network().arch().size));
  const std::vector<nn::Input> inputs(batch, nn::Input(start));
  std::vector<nn::Output> outputs(batch);
  evaluator.evaluate(inputs, outputs);
  double best = 0;
  for (const double end = seconds_now() + seconds; seconds_now() < end;) {
    const double begin = seconds_now();
    evaluator.evaluate(inputs, outputs);
    best = std::max(best, static_cast<double>(batch) / (seconds_now() - begin));
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
    constexpr std::pair<nn::Backend, const char*> kBackends[] = {{nn::Backend::OneDnn, "onednn"},
                                                                 {nn::Backend::Winograd, "winograd"},
                                                                 {nn::Backend::Integer, "integer"}};
    for (const auto& [backend, title] : kBackends) {
      if (!nn::backend_for(backend, nn::Processor::here())) continue;
      nn::Evaluator evaluator(std::make_shared<const nn::Network>(nn::random_weights(*arch, 1), backend));
      std::printf("%-10s %-9s", name.c_str(), title);
      for (const std::size_t batch : {1U, 8U, 16U, 32U})
        std::printf(" %8.0f", best_rate(evaluator, batch, seconds));
      std::printf("\n");
    }
  }
  return 0;
}
