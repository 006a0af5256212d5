// EndgameSolver: Endgame (endgame.h) of every instruction set behind one interface, for tests, benchmarks and
// callers that are not hot. A search holds an Endgame of its own kernel instead.
#pragma once

#include <cstdint>
#include <memory>

#include "rules/kernel/board64.h"
#include "rules/kernel/isa.h"

namespace turncoat::search {

class EndgameSolver {
 public:
  virtual ~EndgameSolver() = default;

  // As in Endgame.
  static constexpr int kMostEmpties = 12;
  static constexpr int kLargest = 16;

  virtual int null_window(const rules::kernel::Board64& board, int alpha) = 0;
  virtual int window(const rules::kernel::Board64& board, int alpha, int beta) = 0;
  virtual std::uint64_t nodes() const = 0;
  virtual void clear() = 0;
};

// `size` is 4, 6 or 8. Requires an Isa of supported_isas().
std::unique_ptr<EndgameSolver> make_endgame_solver(int size, rules::kernel::Isa isa);

std::unique_ptr<EndgameSolver> avx2_endgame_solver(int size);
std::unique_ptr<EndgameSolver> avx512_endgame_solver(int size);

}  // namespace turncoat::search
