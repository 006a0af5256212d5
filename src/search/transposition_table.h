// TranspositionTable: what a search found out about positions it has seen, in a fixed amount of memory.
// A position is recognised by a 128-bit hash. Not shared between threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace turncoat::search {

using Score = std::int32_t;

struct TableKey {
  std::uint64_t index = 0;
  std::uint64_t check = 0;
};

struct TableEntry {
  std::uint64_t index = 0;
  std::uint64_t check = 0;
  Score lower = 0;
  Score upper = 0;
  std::int16_t best = -1;  // bit of the best move in the kernel's lattice, -1 when none is known
  std::uint8_t depth = 0;  // how deep the bounds were searched
  std::uint8_t age = 0;    // the search that wrote it; 0: never written
};

class TranspositionTable {
 public:
  explicit TranspositionTable(std::uint64_t bytes)
      : buckets_(std::max<std::uint64_t>(1, bytes / sizeof(Bucket))) {}

  void clear() {
    std::ranges::fill(buckets_, Bucket{});
    age_ = 1;
  }
  // A new search of the same game: what older ones left is still used, but goes first.
  void next_age() { age_ = static_cast<std::uint8_t>(age_ == 255 ? 1 : age_ + 1); }

  // Null when the position is not there. Valid until the next store().
  const TableEntry* find(const TableKey& key) const {
    for (const TableEntry& entry : bucket(key).entries) {
      if (entry.check == key.check && entry.index == key.index && entry.age != 0) return &entry;
    }
    return nullptr;
  }

  void store(const TableKey& key, int depth, Score lower, Score upper, int best) {
    Bucket& place = buckets_[slot(key)];
    TableEntry* victim = &place.entries[0];
    for (TableEntry& entry : place.entries) {
      if (entry.check == key.check && entry.index == key.index && entry.age != 0) {
        victim = &entry;
        break;
      }
      if (worth(entry) < worth(*victim)) victim = &entry;
    }
    *victim = {
        key.index, key.check, lower, upper, static_cast<std::int16_t>(best), static_cast<std::uint8_t>(depth),
        age_};
  }

 private:
  struct alignas(64) Bucket {
    TableEntry entries[2];
  };

  int worth(const TableEntry& entry) const { return entry.depth + (entry.age == age_ ? 256 : 0); }
  std::size_t slot(const TableKey& key) const {
    return static_cast<std::size_t>(key.index % buckets_.size());
  }
  const Bucket& bucket(const TableKey& key) const { return buckets_[slot(key)]; }

  std::vector<Bucket> buckets_;
  std::uint8_t age_ = 1;
};

}  // namespace turncoat::search
