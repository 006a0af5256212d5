#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace turncoat {

void parallel_for(int threads, std::uint64_t count, const std::function<void(std::uint64_t, int)>& work,
                  std::stop_token stop) {
  std::atomic<std::uint64_t> next{0};
  const auto run = [&](int worker) {
    while (!stop.stop_requested()) {
      const std::uint64_t item = next.fetch_add(1, std::memory_order_relaxed);
      if (item >= count) return;
      work(item, worker);
    }
  };
  const auto workers =
      static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(std::max(1, threads)), count));
  std::vector<std::jthread> others;
  for (int worker = 1; worker < workers; ++worker) others.emplace_back([&run, worker] { run(worker); });
  if (workers > 0) run(0);
}

int hardware_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace turncoat
