// EndgameHash: the small tables of the endgame ladder, one pair per thread: positions with few empties are
// many and soon forgotten in a small one; those with more have a larger one to themselves. One entry a place,
// the newest stays; the whole board is stored, so an entry is never another board's. Most look-ups find
// nothing, and 16 bits of the hash, kept apart where the second-level cache holds them all, tell that without
// touching the entry. A template over the kernel only so that it may be included in a target region.
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

  // Where a position belongs.
  struct Place {
    std::uint32_t index;
    std::uint16_t tag;
  };

  EndgameHash() : tags_(kPlaces), entries_(kPlaces) {}

  static Place place_of(const Board& board, int empties) {
    const std::uint64_t mixed =
        board.mover * 0x9e3779b97f4a7c15ULL ^ (board.other ^ board.other >> 32) * 0xc2b2ae3d27d4eb4fULL;
    const std::uint64_t hash = mixed ^ mixed << 23;
    return {static_cast<std::uint32_t>(empties < kLeastHigh ? hash >> (64 - kLowBits)
                                                            : kLowPlaces + (hash >> (64 - kHighBits))),
            static_cast<std::uint16_t>(hash >> 24)};
  }
  void prefetch(Place place) const { __builtin_prefetch(&tags_[place.index]); }

  // Null when the board is not there.
  const Entry* find(Place place, const Board& board) const {
    if (tags_[place.index] != place.tag) return nullptr;
    const Entry& entry = entries_[place.index];
    return entry.board == board ? &entry : nullptr;
  }
  // The board's entry, taken from another board if need be, with the bounds -most and most.
  Entry& claim(Place place, const Board& board, int most) {
    Entry& entry = entries_[place.index];
    if (tags_[place.index] != place.tag || entry.board != board) {
      tags_[place.index] = place.tag;
      entry.board = board;
      entry.lower = static_cast<std::int8_t>(-most);
      entry.upper = static_cast<std::int8_t>(most);
    }
    return entry;
  }
  void clear() { std::ranges::fill(entries_, Entry{}); }

 private:
  // By nodes on FFO 40 to 47: one table of 13 bits 380.6 M; 14 and 16 bits, parted at ten empties, 347.3 M.
  static constexpr int kLeastHigh = 10;
  static constexpr int kLowBits = 14;
  static constexpr int kHighBits = 16;
  static constexpr std::size_t kLowPlaces = std::size_t{1} << kLowBits;
  static constexpr std::size_t kPlaces = kLowPlaces + (std::size_t{1} << kHighBits);

  std::vector<std::uint16_t> tags_;
  std::vector<Entry> entries_;
};

}  // namespace turncoat::search
