// EndgameHash: the small tables of the endgame ladder, one pair per thread: positions with few empties are
// many and soon forgotten in one that fits the second-level cache; those with more have a larger one to
// themselves. One entry a place, the newest stays; the whole board is stored, so an entry is never another
// board's. A template over the kernel only so that it may be included in a target region.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace turncoat::search {

template <class K>
class EndgameHash {
 public:
  using Board = typename K::Board;

  struct Entry {
    Board board{~std::uint64_t{0}, ~std::uint64_t{0}};  // no position has these
    std::int8_t lower = 0;
    std::int8_t upper = 0;
    std::int8_t move = -1;
  };

  EndgameHash() : entries_((std::size_t{1} << kLowBits) + (std::size_t{1} << kHighBits)) {}

  Entry& at(const Board& board, int empties) {
    const std::uint64_t mixed =
        board.mover * 0x9e3779b97f4a7c15ULL ^ (board.other ^ board.other >> 32) * 0xc2b2ae3d27d4eb4fULL;
    const std::uint64_t place = mixed ^ mixed << 23;
    return empties < kLeastHigh ? entries_[place >> (64 - kLowBits)]
                                : entries_[(std::size_t{1} << kLowBits) + (place >> (64 - kHighBits))];
  }
  void prefetch(const Board& board, int empties) { __builtin_prefetch(&at(board, empties)); }
  void clear() { std::ranges::fill(entries_, Entry{}); }

 private:
  // By nodes on FFO 40 to 47: one table of 13 bits 380.6 M; 14 and 16 bits, parted at ten empties, 347.3 M.
  static constexpr int kLeastHigh = 10;
  static constexpr int kLowBits = 14;
  static constexpr int kHighBits = 16;

  std::vector<Entry> entries_;
};

}  // namespace turncoat::search
