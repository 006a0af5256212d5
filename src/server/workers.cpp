#include "server/workers.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace turncoat::server {

Workers::Workers(int threads, std::size_t most_waiting, AtEnd at_end, int niceness)
    : most_waiting_(most_waiting), at_end_(at_end) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this, niceness] { work(niceness); });
}

void Workers::close() {
  std::deque<Job> dropped;
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
    if (at_end_ == AtEnd::DropWaiting) dropped.swap(waiting_);
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

bool Workers::submit(Job job) {
  {
    const std::scoped_lock lock(mutex_);
    if (ending_ || waiting_.size() >= most_waiting_) return false;
    waiting_.push_back(std::move(job));
  }
  wake_.notify_one();
  return true;
}

void Workers::work(int niceness) {
  // On Linux a thread has a niceness of its own, under its own number.
  if (niceness != 0) setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), niceness);
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      job = std::move(waiting_.front());
      waiting_.pop_front();
    }
    job();
  }
}

}  // namespace turncoat::server
