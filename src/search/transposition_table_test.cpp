#include "search/transposition_table.h"

#include <thread>
#include <vector>

#include <gmock/gmock.h>

#include "base/rng.h"
#include "search/scale.h"

namespace turncoat::search {
namespace {

constexpr TableKey kKey{0x1234, 0x5678};

class Table {
 public:
  explicit Table(std::uint64_t bytes = 1 << 16) : table(bytes) {}
  TranspositionTable table;

  // What is known after storing, as "lower..upper move depth/care".
  std::string after(const TableEntry& entry, const TableKey& key = kKey) {
    table.store(key, entry);
    return known(key);
  }
  std::string known(const TableKey& key = kKey) const {
    const auto entry = table.find(key);
    if (!entry) return "nothing";
    return std::to_string(entry->lower) + ".." + std::to_string(entry->upper) + " " +
           std::to_string(entry->best) + " " + std::to_string(entry->depth) + "/" +
           std::to_string(entry->selectivity);
  }
};

TEST(TranspositionTable, KeepsWhatItIsGiven) {
  Table t;
  EXPECT_EQ(t.known(), "nothing");
  EXPECT_EQ(t.after({-5, 7, 63, 12, 3}), "-5..7 63 12/3");
  EXPECT_EQ(t.known({0x1234, 0x5679}), "nothing");
  EXPECT_EQ(t.after({-kInfinity, kInfinity, -1, 255, 5}, {0, 0}), "-1000000000..1000000000 -1 255/5");
  EXPECT_EQ(t.after({1, 1, 255, 1, 0}, {1, 0}), "1..1 255 1/0") << "squares of 16x16";
}

TEST(TranspositionTable, JoinsBoundsOfTheSameDepthAndCare) {
  Table t;
  t.after({3, kInfinity, 4, 8, 5});
  EXPECT_EQ(t.after({-kInfinity, 9, 5, 8, 5}), "3..9 5 8/5");
  EXPECT_EQ(t.after({5, kInfinity, -1, 8, 5}), "5..9 5 8/5") << "the move stays when the new one has none";
  EXPECT_EQ(t.after({20, kInfinity, 6, 8, 5}), "20..1000000000 6 8/5")
      << "bounds that disagree: the new ones";
}

TEST(TranspositionTable, PrefersDeeperAndMoreCarefulKnowledgeOfOneSearch) {
  Table t;
  t.after({1, 2, 10, 8, 3});
  EXPECT_EQ(t.after({7, 7, 11, 6, 5}), "1..2 10 8/3") << "shallower";
  EXPECT_EQ(t.after({7, 7, 11, 8, 2}), "1..2 10 8/3") << "less careful";
  EXPECT_EQ(t.after({7, 7, 11, 8, 4}), "7..7 11 8/4");
  EXPECT_EQ(t.after({8, 8, 12, 9, 0}), "8..8 12 9/0");
  t.table.next_age();
  EXPECT_EQ(t.known(), "8..8 12 9/0") << "an older search's is still used";
  EXPECT_EQ(t.after({5, 5, 13, 2, 0}), "5..5 13 2/0") << "but gives way";
}

TEST(TranspositionTable, ThrowsOutTheOldAndTheShallowFirst) {
  Table t(1);  // one cluster: four places
  for (std::uint64_t i = 0; i < 4; ++i) t.table.store({i, 0}, {0, 0, 1, static_cast<int>(10 + i), 5});
  t.table.store({9, 0}, {0, 0, 1, 3, 5});
  EXPECT_EQ(t.known({0, 0}), "nothing") << "the shallowest went";
  EXPECT_EQ(t.known({3, 0}), "0..0 1 13/5");
  t.table.next_age();
  t.table.store({20, 0}, {0, 0, 1, 1, 5});
  EXPECT_EQ(t.known({9, 0}), "nothing");
  t.table.store({21, 0}, {0, 0, 1, 1, 5});
  EXPECT_EQ(t.known({20, 0}), "0..0 1 1/5") << "the deepest of an older search goes before this one's";
}

TEST(TranspositionTable, ForgetsWhenCleared) {
  Table t;
  t.after({1, 1, 1, 1, 1});
  t.table.clear();
  EXPECT_EQ(t.known(), "nothing");
}

// Old entries are still there but never seen again: not as knowledge, not as something worth keeping.
TEST(TranspositionTable, StartsAnewAfterEveryClearing) {
  Table t;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(t.known(), "nothing") << i;
    ASSERT_EQ(t.after({-i, i, 5, 200, 5}), std::to_string(-i) + ".." + std::to_string(i) + " 5 200/5");
    t.table.clear();
    ASSERT_EQ(t.after({1, 1, 2, 1, 0}), "1..1 2 1/0") << "a deeper entry of before does not stay";
    t.table.clear();
  }
}

TEST(TranspositionTable, AgesForeverWithoutLosingEntries) {
  Table t;
  for (int i = 0; i < 600; ++i) {
    t.table.next_age();
    ASSERT_EQ(t.after({i, i, 1, 4, 5}), std::to_string(i) + ".." + std::to_string(i) + " 1 4/5");
  }
}

// Entries follow from their keys, so that a half-written or mixed one would show.
TEST(TranspositionTable, GivesThreadsWholeEntriesOnly) {
  TranspositionTable table(1 << 12);  // small: every place is fought over
  const auto entry_of = [](const TableKey& key) {
    const auto score = static_cast<Score>((key.a * 0x9e3779b97f4a7c15ULL) >> 40);
    return TableEntry{score, score, static_cast<int>(key.b % 64), static_cast<int>(key.a % 60),
                      static_cast<int>(key.b % 6)};
  };
  std::atomic<int> wrong{0};
  std::atomic<int> found{0};
  std::vector<std::jthread> threads;
  for (std::uint64_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      Rng rng = Rng::stream(5, t);
      for (int i = 0; i < 40'000; ++i) {
        const TableKey key{rng.below(300), rng.below(3)};
        const TableEntry expected = entry_of(key);
        if (rng.below(2) == 0) {
          table.store(key, expected);
        } else if (const auto entry = table.find(key)) {
          ++found;
          if (entry->lower != expected.lower || entry->upper != expected.upper ||
              entry->best != expected.best || entry->depth != expected.depth ||
              entry->selectivity != expected.selectivity) {
            ++wrong;
          }
        }
      }
    });
  }
  threads.clear();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(found, 1000);
}

}  // namespace
}  // namespace turncoat::search
