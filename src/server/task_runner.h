// TaskRunner: one answer that takes a while — a count, a picture — made by a worker and sent when it is
// ready. On the loop.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <stop_token>
#include <string>

#include "server/http.h"
#include "server/loop.h"
#include "server/workers.h"

namespace turncoat::server {

class TaskRunner {
 public:
  using Work = std::function<Answer<std::string>(const std::stop_token&)>;
  using Done = std::function<void(Answer<std::string>)>;

  TaskRunner(Loop& loop, Workers& workers) : loop_(loop), workers_(workers) {}
  ~TaskRunner() { stop(); }

  // The token is used after `limit`, and when the server ends.
  void run(std::chrono::nanoseconds limit, Work work, Done done) {
    auto source = std::make_shared<std::stop_source>();
    auto timer = loop_.after(std::chrono::duration_cast<Loop::Clock::duration>(limit),
                             [source] { source->request_stop(); });
    auto kept = std::make_shared<Done>(std::move(done));
    const bool submitted =
        workers_.submit([this, source, timer, kept, work = std::move(work), &loop = loop_] {
          auto answer = std::make_shared<Answer<std::string>>(guarded(work, source->get_token()));
          loop.post([this, source, timer, kept, answer] {
            running_.erase(source);
            (*kept)(std::move(*answer));
          });
        });
    if (!submitted)
      return (*kept)(refuse(429, "too_many", "too much is being worked on; try again in a moment"));
    running_.insert(source);
  }
  void stop() {
    for (const auto& source : running_) source->request_stop();
  }

 private:
  static Answer<std::string> guarded(const Work& work, const std::stop_token& stop) {
    try {
      return work(stop);
    } catch (const std::exception& error) {
      return refuse(500, "internal", "the server failed inside: {}", error.what());
    }
  }

  Loop& loop_;
  Workers& workers_;
  std::set<std::shared_ptr<std::stop_source>> running_;
};

}  // namespace turncoat::server
