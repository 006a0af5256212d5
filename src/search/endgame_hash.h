// EndgameHash: the small table of the endgame ladder, one per thread, sized for the second-level cache.
// One entry a place, the newest stays; the whole board is stored, so an entry is never another board's.
// A template over the kernel only so that it may be included in a target region.
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

  EndgameHash() : entries_(std::size_t{1} << kBits) {}

  Entry& at(const Board& board) {
    const std::uint64_t mixed =
        board.mover * 0x9e3779b97f4a7c15ULL ^ (board.other ^ board.other >> 32) * 0xc2b2ae3d27d4eb4fULL;
    return entries_[(mixed ^ mixed << 23) >> (64 - kBits)];
  }
  void clear() { std::ranges::fill(entries_, Entry{}); }

 private:
  static constexpr int kBits = 13;

  std::vector<Entry> entries_;
};

}  // namespace turncoat::search
