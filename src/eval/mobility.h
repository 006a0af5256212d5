// Mobility: the least a search to the end needs to order its moves, on any board: replies left and corners
// held, as a rough number of discs. Nothing learned; no opinion worth showing. A template over the kernel, to
// be included inside a target region (rules/kernel/target.h).
#pragma once

#include <cstdint>

#include "eval/geometry.h"
#include "eval/stateless.h"

namespace turncoat::eval {

template <class K>
class Mobility : public Stateless<K> {
 public:
  static constexpr int kUnit = 16;
  static constexpr bool kInDiscs = true;

  explicit Mobility(int size) : corners_(Geometry<K>(size).corners) {}

  std::int32_t evaluate(const typename K::Board& board, const typename K::Set& moves,
                        const typename Stateless<K>::State& = {}) const {
    return kUnit * (kCorner * (K::count(board.mover & corners_) - K::count(board.other & corners_)) +
                    kMove * K::count(moves) - kOften);
  }

 private:
  static constexpr int kCorner = 6;
  static constexpr int kMove = 1;
  static constexpr int kOften = 6;  // moves that a side usually has: then neither is ahead

  typename K::Set corners_;
};

}  // namespace turncoat::eval
