// Control: what the threads of one search share: how many rollouts may still begin, the deadline, the wish to
// stop. The clock is looked at about every third of a millisecond of each thread's work, whatever a rollout
// costs.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace turncoat::mcts {

struct Limits {
  std::uint64_t sims = 0;  // rollouts; 0: no limit
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
  std::stop_token stop = {};
};

class Control {
 public:
  using Clock = std::chrono::steady_clock;

  // `report` is called now and then, from the thread that calls claim with worker 0.
  Control(const Limits& limits, std::function<void()> report);

  // One thread's own state between its claims.
  struct Rhythm {
    int worker = 0;
    std::uint64_t chunk = 1;
    Clock::time_point last = Clock::now();
  };

  // How many rollouts the thread may begin; 0: none, ever. At least one is granted to worker 0.
  std::uint64_t claim(Rhythm& rhythm);
  void finish() { finished_.store(true, std::memory_order_relaxed); }
  std::uint64_t granted() const { return granted_.load(std::memory_order_relaxed); }
  // Rollouts that were claimed and not begun.
  void give_back(std::uint64_t rollouts) { granted_.fetch_sub(rollouts, std::memory_order_relaxed); }

 private:
  bool time_is_up(Clock::time_point now) const;

  const Limits limits_;
  const std::function<void()> report_;
  Clock::time_point next_report_;
  std::atomic<std::uint64_t> granted_ = 0;
  std::atomic<bool> finished_ = false;
};

}  // namespace turncoat::mcts
