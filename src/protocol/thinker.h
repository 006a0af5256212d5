// Thinker: one job at a time on a thread of its own, so that its owner can listen meanwhile. All calls come
// from the owner's thread. When stop() or start() returns, the old job has ended.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <stop_token>
#include <thread>
#include <utility>

namespace turncoat::protocol {

class Thinker {
 public:
  using Job = std::function<void(std::stop_token)>;

  // Stops the job that runs, then starts this one. The job must not throw and must end soon after a stop.
  void start(Job job) {
    stop();
    std::promise<void> done;
    done_ = done.get_future();
    thread_ = std::jthread([job = std::move(job), done = std::move(done)](std::stop_token stop) mutable {
      job(std::move(stop));
      done.set_value();
    });
  }
  void stop() {
    thread_.request_stop();
    wait();
  }
  // Whether the job has ended by itself within this time.
  bool wait_for(std::chrono::nanoseconds time) {
    return !done_.valid() || done_.wait_for(time) == std::future_status::ready;
  }
  // Until the job has ended by itself.
  void wait() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::future<void> done_;
  std::jthread thread_;
};

}  // namespace turncoat::protocol
