// EndgameSolver over one kernel. Included inside a target region (rules/kernel/target.h), after its kernel.
#pragma once

#include "search/endgame.h"
#include "search/endgame_solver.h"

namespace turncoat::search {

template <class K>
class EndgameSolverOf final : public EndgameSolver {
 public:
  explicit EndgameSolverOf(int size) : endgame_(size) {}

  int null_window(const rules::kernel::Board64& board, int alpha) override {
    return endgame_.null_window(board, alpha);
  }
  int window(const rules::kernel::Board64& board, int alpha, int beta) override {
    return endgame_.window(board, alpha, beta);
  }
  std::uint64_t nodes() const override { return endgame_.nodes(); }
  void clear() override { endgame_.clear(); }

 private:
  static_assert(Endgame<K>::kMostEmpties == kMostEmpties && Endgame<K>::kLargest == kLargest);

  Endgame<K> endgame_;
};

}  // namespace turncoat::search
