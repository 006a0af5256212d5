// Split points: how threads share one search. When a node's first move has been searched and a thread is
// idle, the node's other moves become common work. The thread that opened the split owns it and returns only
// when every helper has left; while it waits it helps below its own split, nowhere else, so that it is free
// as soon as its split is done.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

namespace turncoat::search {

// What the crew needs to know of a split; the search adds its own.
struct SplitBase {
  SplitBase* parent = nullptr;       // the split the owner was working in
  std::atomic<bool> cut{false};      // the node is decided: whoever works below may leave
  std::atomic<bool> has_work{true};  // moves are left to begin
  int helpers = 0;                   // under the crew's lock

  bool is_below(const SplitBase* other) const {
    for (const SplitBase* split = parent; split != nullptr; split = split->parent) {
      if (split == other) return true;
    }
    return false;
  }
};

class SplitCrew {
 public:
  // Somebody has nothing to do.
  bool wanted() const { return idle_.load(std::memory_order_relaxed) > 0; }

  // A helper's life: `work` for each split it joins, until close().
  template <class Work>
  void help(const Work& work) {
    std::unique_lock lock(mutex_);
    while (!closed_) {
      if (SplitBase* split = open_split(nullptr)) {
        join(*split, work, lock);
      } else {
        wait(lock);
      }
    }
  }

  // Opens the split, works on it, and returns when it is finished, with the time that passed in waiting.
  template <class Work>
  std::chrono::nanoseconds share(SplitBase& split, const Work& work) {
    {
      const std::lock_guard lock(mutex_);
      open_.push_back(&split);
      changed();
    }
    work(split);
    std::unique_lock lock(mutex_);
    std::erase(open_, &split);
    std::chrono::nanoseconds waited{0};
    while (split.helpers > 0) {
      if (SplitBase* below = open_split(&split)) {
        join(*below, work, lock);
      } else {
        const auto begun = std::chrono::steady_clock::now();
        wait(lock);
        waited += std::chrono::steady_clock::now() - begun;
      }
    }
    return waited;
  }

  void open() { closed_ = false; }
  // No split may be open.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed();
  }

 private:
  SplitBase* open_split(const SplitBase* above) const {
    // The oldest split stands highest in the tree and has the most work.
    for (SplitBase* split : open_) {
      if (split->has_work.load(std::memory_order_relaxed) && (above == nullptr || split->is_below(above))) {
        return split;
      }
    }
    return nullptr;
  }

  template <class Work>
  void join(SplitBase& split, const Work& work, std::unique_lock<std::mutex>& lock) {
    ++split.helpers;
    lock.unlock();
    work(split);
    lock.lock();
    --split.helpers;
    changed();
  }

  // Under the lock.
  void changed() {
    changes_.fetch_add(1, std::memory_order_relaxed);
    changed_.notify_all();
  }

  // Until something has changed. Most waits are over sooner than a sleeping thread wakes up: look first.
  void wait(std::unique_lock<std::mutex>& lock) {
    idle_.fetch_add(1, std::memory_order_relaxed);
    const std::uint64_t seen = changes_.load(std::memory_order_relaxed);
    lock.unlock();
    for (int i = 0; i < kLooks && changes_.load(std::memory_order_relaxed) == seen; ++i) pause_briefly();
    lock.lock();
    if (changes_.load(std::memory_order_relaxed) == seen) changed_.wait(lock);
    idle_.fetch_sub(1, std::memory_order_relaxed);
  }

  static void pause_briefly() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  static constexpr int kLooks = 3000;  // some 50 microseconds

  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<std::uint64_t> changes_{0};
  std::vector<SplitBase*> open_;
  std::atomic<int> idle_{0};
  bool closed_ = false;
};

}  // namespace turncoat::search
