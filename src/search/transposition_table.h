// TranspositionTable: what searches found out about positions they have seen, in a fixed amount of memory.
// Threads read and write it without locks: an entry holds its key mixed with its contents, so that one half
// written by another thread does not match. A 64-bit board is its own key; wider boards use a 128-bit hash.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>

#include "base/zeroed_memory.h"

namespace turncoat::search {

using Score = std::int32_t;

struct TableKey {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
};

struct TableEntry {
  Score lower = 0;
  Score upper = 0;
  int best = -1;        // bit of the best move in the kernel's lattice, -1 when none is known
  int depth = 0;        // how deep the bounds were searched
  int selectivity = 0;  // and how carefully; more is more
};

class TranspositionTable {
 public:
  explicit TranspositionTable(std::uint64_t bytes)
      : count_(std::max<std::uint64_t>(1, bytes / sizeof(Cluster))), memory_(count_ * sizeof(Cluster)) {}

  // Not while another thread searches. What was stored before is not wiped out but no longer believed: large
  // tables take long to come from the system again.
  void clear() {
    age_ = 1;
    if (era_++ < kLastEra) return;
    memory_.clear();
    era_ = 1;
  }
  // A new search of the same game: what older ones left is still used, but goes first.
  void next_age() { age_ = age_ == 255 ? 1 : age_ + 1; }

  void prefetch(const TableKey& key) const {
    const Cluster& place = cluster(key);
    __builtin_prefetch(&place.slots[0]);
    __builtin_prefetch(&place.slots[2]);
  }

  std::optional<TableEntry> find(const TableKey& key) const {
    for (const Slot& slot : cluster(key).slots) {
      std::uint64_t bounds = 0;
      std::uint64_t rest = 0;
      if (slot.read(key, era_, bounds, rest)) return unpacked(bounds, rest);
    }
    return std::nullopt;
  }

  // Bounds for the same depth and care are joined with what is there; deeper knowledge is not replaced by
  // shallower of the same search.
  void store(const TableKey& key, TableEntry entry) {
    Cluster& place = cluster(key);
    Slot* victim = &place.slots[0];
    int least = worth(*victim);
    for (Slot& slot : place.slots) {
      std::uint64_t bounds = 0;
      std::uint64_t rest = 0;
      if (slot.read(key, era_, bounds, rest)) {
        if (!join(entry, unpacked(bounds, rest), age_of(rest) == age_)) return;
        victim = &slot;
        break;
      }
      const int value = worth(slot);
      if (value < least) {
        least = value;
        victim = &slot;
      }
    }
    victim->write(key, packed_bounds(entry), packed_rest(entry));
  }

 private:
  static constexpr int kEraShift = 40;
  static constexpr std::uint64_t kLastEra = (std::uint64_t{1} << (64 - kEraShift)) - 1;

  struct Slot {
    std::atomic<std::uint64_t> a, b, bounds, rest;

    bool read(const TableKey& key, std::uint64_t era, std::uint64_t& got_bounds,
              std::uint64_t& got_rest) const {
      got_bounds = bounds.load(std::memory_order_relaxed);
      got_rest = rest.load(std::memory_order_relaxed);
      return era_of(got_rest) == era &&
             a.load(std::memory_order_relaxed) == (key.a ^ mix_a(got_bounds, got_rest)) &&
             b.load(std::memory_order_relaxed) == (key.b ^ mix_b(got_bounds, got_rest));
    }
    void write(const TableKey& key, std::uint64_t new_bounds, std::uint64_t new_rest) {
      a.store(key.a ^ mix_a(new_bounds, new_rest), std::memory_order_relaxed);
      b.store(key.b ^ mix_b(new_bounds, new_rest), std::memory_order_relaxed);
      bounds.store(new_bounds, std::memory_order_relaxed);
      rest.store(new_rest, std::memory_order_relaxed);
    }
    // Either word of the key depends on both words of the contents, so that they cannot be of two writers.
    static std::uint64_t mix_a(std::uint64_t bounds, std::uint64_t rest) {
      return bounds ^ std::rotl(rest, 17);
    }
    static std::uint64_t mix_b(std::uint64_t bounds, std::uint64_t rest) {
      return rest ^ std::rotl(bounds, 29);
    }
  };
  struct alignas(64) Cluster {
    Slot slots[4];
  };

  static std::uint64_t packed_bounds(const TableEntry& entry) {
    return std::uint64_t{static_cast<std::uint32_t>(entry.lower)} << 32 |
           static_cast<std::uint32_t>(entry.upper);
  }
  std::uint64_t packed_rest(const TableEntry& entry) const {
    return era_ << kEraShift | std::uint64_t{static_cast<std::uint16_t>(entry.best)} << 24 |
           std::uint64_t{static_cast<std::uint8_t>(entry.depth)} << 16 |
           std::uint64_t{static_cast<std::uint8_t>(entry.selectivity)} << 8 |
           static_cast<std::uint64_t>(age_);
  }
  // Of empty slots 0.
  static std::uint64_t era_of(std::uint64_t rest) { return rest >> kEraShift; }
  static int age_of(std::uint64_t rest) { return static_cast<int>(rest & 0xff); }
  static TableEntry unpacked(std::uint64_t bounds, std::uint64_t rest) {
    return {static_cast<Score>(bounds >> 32), static_cast<Score>(bounds & 0xffffffff),
            static_cast<std::int16_t>(rest >> 24 & 0xffff), static_cast<int>(rest >> 16 & 0xff),
            static_cast<int>(rest >> 8 & 0xff)};
  }

  // False when the old entry is to stay.
  static bool join(TableEntry& entry, const TableEntry& old, bool same_search) {
    if (entry.best < 0) entry.best = old.best;
    if (entry.depth == old.depth && entry.selectivity == old.selectivity) {
      if (old.lower <= entry.upper && old.upper >= entry.lower) {
        entry.lower = std::max(entry.lower, old.lower);
        entry.upper = std::min(entry.upper, old.upper);
      }
      return true;
    }
    return !same_search || entry.depth > old.depth ||
           (entry.depth == old.depth && entry.selectivity > old.selectivity);
  }

  int worth(const Slot& slot) const {
    const std::uint64_t rest = slot.rest.load(std::memory_order_relaxed);
    if (era_of(rest) != era_) return -1;
    return static_cast<int>(rest >> 16 & 0xff) + (age_of(rest) == age_ ? 256 : 0);
  }

  std::uint64_t slot_of(const TableKey& key) const {
    std::uint64_t h = (key.a ^ std::rotl(key.b, 32)) * 0x9e3779b97f4a7c15ULL;
    h = (h ^ h >> 32 ^ key.b) * 0xd6e8feb86659fd93ULL;
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(h ^ h >> 32) * count_ >> 64);
  }
  // All zeros are clusters of empty slots.
  Cluster& cluster(const TableKey& key) { return static_cast<Cluster*>(memory_.data())[slot_of(key)]; }
  const Cluster& cluster(const TableKey& key) const {
    return static_cast<const Cluster*>(memory_.data())[slot_of(key)];
  }

  std::uint64_t count_;
  ZeroedMemory memory_;
  int age_ = 1;
  std::uint64_t era_ = 1;  // entries of another one are as good as empty
};

}  // namespace turncoat::search
