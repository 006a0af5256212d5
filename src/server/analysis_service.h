// AnalysisService: scores of all moves of a position, deepened until nobody wants them any more. Lives on the
// loop; the searching is done by `workers`. What is found goes to the ValueBook, and what is shown comes from
// it, so that a number on the screen never gets worse founded.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "engine/deepening.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/loop.h"
#include "server/value.h"
#include "server/workers.h"

namespace turncoat::server {

struct AnalysisOrder {
  rules::Position position;
  int level = search::kMostLevel;
  std::optional<std::chrono::milliseconds> time = {};
};

class AnalysisService {
 public:
  struct Parts {
    Loop& loop;
    Workers& workers;
    ValueBook& values;
    const Limits& limits;
    std::function<search::Evaluation(int size)> evaluation;  // called by a worker
  };
  explicit AnalysisService(Parts parts) : parts_(std::move(parts)) {}

  // Dropped: the analysis ends, and no more updates come.
  using Handle = std::shared_ptr<void>;
  // A Thought as JSON, a few times a second, and once with `done`.
  using Update = std::function<void(const Json& thought, bool done)>;
  Answer<Handle> start(AnalysisOrder order, Update update);

  // Ends all of them; nothing new is begun.
  void stop();

  int running() const { return running_; }

 private:
  struct Work;
  void show(Work& work, const engine::Deepening& found);
  Json thought(const Work& work, const engine::Deepening& found);

  Parts parts_;
  std::vector<std::weak_ptr<Work>> all_;
  int running_ = 0;
  bool stopped_ = false;
};

}  // namespace turncoat::server
