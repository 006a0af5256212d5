// Updates that come faster than anybody can look: Mailbox carries the newest from a thread to the loop,
// Throttle lets one through a few times a second. Neither ever loses the last one.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "server/loop.h"

namespace turncoat::server {

template <class T>
class Mailbox : public std::enable_shared_from_this<Mailbox<T>> {
 public:
  Mailbox(Loop& loop, std::function<void(T)> deliver) : loop_(loop), deliver_(std::move(deliver)) {}

  // From any thread.
  void put(T value) {
    const std::scoped_lock lock(mutex_);
    const bool on_its_way = newest_.has_value();
    newest_ = std::move(value);
    if (!on_its_way) loop_.post([self = this->shared_from_this()] { self->take(); });
  }

 private:
  void take() {
    std::optional<T> value;
    {
      const std::scoped_lock lock(mutex_);
      value.swap(newest_);
    }
    if (value) deliver_(*std::move(value));
  }

  Loop& loop_;
  std::function<void(T)> deliver_;
  std::mutex mutex_;
  std::optional<T> newest_;
};

// On the loop.
class Throttle {
 public:
  Throttle(Loop& loop, Loop::Clock::duration interval) : loop_(loop), interval_(interval) {}

  void offer(std::function<void()> send) {
    waiting_ = std::move(send);
    const auto now = loop_.now();
    if (now >= next_) return flush();
    if (!timer_) timer_ = loop_.after(next_ - now, [this] { flush(); });
  }
  void flush() {
    timer_.reset();
    if (!waiting_) return;
    next_ = loop_.now() + interval_;
    const auto send = std::exchange(waiting_, nullptr);
    send();
  }
  void drop() {
    timer_.reset();
    waiting_ = nullptr;
  }

 private:
  Loop& loop_;
  Loop::Clock::duration interval_;
  Loop::Clock::time_point next_{};
  std::function<void()> waiting_;
  Loop::Timer timer_;
};

}  // namespace turncoat::server
