// Evaluations: the learned weights that analyses look with, loaded once and held for as long as the server
// runs. Safe from any thread.
#pragma once

#include <map>
#include <mutex>

#include "engine/models.h"
#include "search/searcher.h"

namespace turncoat::server {

class Evaluations {
 public:
  // Learned patterns where there are some for the board, else what needs no data.
  search::Evaluation of(int size) {
    const std::scoped_lock lock(mutex_);
    if (const auto known = by_size_.find(size); known != by_size_.end()) return known->second;
    search::Evaluation evaluation = search::StagedEval{};
    if (auto patterns = engine::load_patterns_for(size, "")) evaluation = *std::move(patterns);
    return by_size_.emplace(size, std::move(evaluation)).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<int, search::Evaluation> by_size_;
};

}  // namespace turncoat::server
