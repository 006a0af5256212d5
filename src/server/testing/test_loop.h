// TestLoop: a Loop that a test turns by hand. Time stands still until the test moves it; tasks posted by
// other threads are waited for, with a limit that only a hanging test reaches.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>

#include "server/loop.h"

namespace turncoat::server::testing {

class TestLoop final : public Loop {
 public:
  void post(Task task) override {
    {
      const std::scoped_lock lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    posted_.notify_one();
  }
  Timer after(Clock::duration delay, Task task) override {
    auto state = std::make_shared<Task>(std::move(task));
    timers_.emplace(now_ + delay, state);
    return state;
  }
  Clock::time_point now() const override { return now_; }

  // Runs tasks until `met`, waiting for other threads; false when nothing comes for a minute. What other
  // threads do need not be posted: `met` is asked again now and then.
  bool run_until(const std::function<bool()>& met) {
    auto last = Clock::now();
    while (!met()) {
      Task task;
      {
        std::unique_lock lock(mutex_);
        if (!posted_.wait_for(lock, std::chrono::milliseconds(20), [this] { return !tasks_.empty(); })) {
          if (Clock::now() - last > std::chrono::minutes(1)) return false;
          continue;
        }
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task();
      last = Clock::now();
    }
    return true;
  }

  // What is there now, without waiting.
  void run_ready() {
    for (;;) {
      Task task;
      {
        const std::scoped_lock lock(mutex_);
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task();
    }
  }

  // Forgets everything, as when a process ends.
  void drop_all() {
    const std::scoped_lock lock(mutex_);
    tasks_.clear();
    timers_.clear();
  }

  // Moves the time, running the timers that fall due, in order.
  void advance(Clock::duration time) {
    const auto until = now_ + time;
    while (!timers_.empty() && timers_.begin()->first <= until) {
      const auto first = timers_.begin();
      now_ = std::max(now_, first->first);
      const auto task = first->second.lock();
      timers_.erase(first);
      if (task) (*task)();
    }
    now_ = until;
  }

 private:
  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<Task> tasks_;
  Clock::time_point now_ = Clock::time_point(std::chrono::hours(1));
  std::multimap<Clock::time_point, std::weak_ptr<Task>> timers_;
};

}  // namespace turncoat::server::testing
