// Loop: the one thread on which the server's state lives. Services own no locks: whatever they do happens
// here, and threads that think or write hand their results over with post(). Tests bring a loop of their own.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace turncoat::server {

class Loop {
 public:
  using Clock = std::chrono::steady_clock;
  using Task = std::function<void()>;
  // Dropped: the task will not run.
  using Timer = std::shared_ptr<void>;

  virtual ~Loop() = default;

  // From any thread. Tasks run one after the other, in the order they were posted.
  virtual void post(Task task) = 0;
  // On the loop's thread only.
  virtual Timer after(Clock::duration delay, Task task) = 0;
  virtual Clock::time_point now() const = 0;
};

}  // namespace turncoat::server
