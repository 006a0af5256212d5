// Workers: a few threads and a bounded queue of jobs. A job must not throw, and ends soon after the stop
// token it carries says so. Results go back through Loop::post.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace turncoat::server {

class Workers {
 public:
  using Job = std::function<void()>;
  enum class AtEnd { DropWaiting, FinishWaiting };

  // `most_waiting`: jobs in the queue, those that run not counted. `niceness` as in nice(1), where the system
  // knows it for threads.
  Workers(int threads, std::size_t most_waiting, AtEnd at_end, int niceness = 0);
  ~Workers() { close(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Takes no more jobs and waits for those that run, and for the others as AtEnd says.
  void close();

  // False, and no job, when too many wait.
  bool submit(Job job);

 private:
  void work(int niceness);

  const std::size_t most_waiting_;
  const AtEnd at_end_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> waiting_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace turncoat::server
