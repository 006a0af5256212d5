#include "mcts/control.h"

#include <algorithm>
#include <utility>

namespace turncoat::mcts {

namespace {

constexpr std::chrono::microseconds kLongInterval{400};
constexpr std::chrono::microseconds kShortInterval{200};
constexpr std::uint64_t kLargestChunk = 1024;
constexpr std::chrono::milliseconds kReportInterval{250};

}  // namespace

Control::Control(const Limits& limits, std::function<void()> report)
    : limits_(limits), report_(std::move(report)), next_report_(Clock::now() + kReportInterval) {}

bool Control::time_is_up(Clock::time_point now) const {
  return limits_.stop.stop_requested() || (limits_.deadline && now >= *limits_.deadline);
}

std::uint64_t Control::claim(Rhythm& rhythm) {
  const Clock::time_point now = Clock::now();
  const auto interval = now - rhythm.last;
  rhythm.last = now;
  if (interval > kLongInterval) rhythm.chunk = std::max<std::uint64_t>(1, rhythm.chunk / 2);
  if (interval < kShortInterval) rhythm.chunk = std::min(kLargestChunk, rhythm.chunk * 2);

  const bool first = rhythm.worker == 0 && granted() == 0;
  // Another thread may have found the time up before this one began.
  if (finished_.load(std::memory_order_relaxed) && !first) return 0;
  if (time_is_up(now) && !first) {
    finish();
    return 0;
  }
  if (rhythm.worker == 0 && report_ && now >= next_report_) {
    report_();
    next_report_ = now + kReportInterval;
  }
  if (limits_.sims == 0) {
    granted_.fetch_add(rhythm.chunk, std::memory_order_relaxed);
    return rhythm.chunk;
  }
  std::uint64_t before = granted();
  std::uint64_t grant = 0;
  do {
    grant = before >= limits_.sims ? 0 : std::min(rhythm.chunk, limits_.sims - before);
  } while (!granted_.compare_exchange_weak(before, before + grant, std::memory_order_relaxed));
  return grant;
}

}  // namespace turncoat::mcts
