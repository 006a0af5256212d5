// Thinker: one job at a time on a thread of its own, so that its owner can listen meanwhile. All calls come
// from the owner's thread. When stop() or start() returns, the old job has ended.
#pragma once

#include <functional>
#include <stop_token>
#include <thread>

namespace turncoat::protocol {

class Thinker {
 public:
  using Job = std::function<void(std::stop_token)>;

  // Stops the job that runs, then starts this one. The job must not throw and must end soon after a stop.
  void start(Job job) {
    stop();
    thread_ = std::jthread(std::move(job));
  }
  void stop() {
    thread_.request_stop();
    wait();
  }
  // Until the job has ended by itself.
  void wait() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::jthread thread_;
};

}  // namespace turncoat::protocol
