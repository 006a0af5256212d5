// The crew alone, on a tree of sums; searches with several threads are in parallel_test.cpp.
#include "search/split.h"

#include <thread>

#include <gmock/gmock.h>

namespace turncoat::search {
namespace {

// A node of so many levels has kWidth children; every leaf counts one. Each node is a split.
class SumTree {
 public:
  explicit SumTree(int threads) {
    crew_.open();
    for (int i = 1; i < threads; ++i) {
      helpers_.emplace_back(
          [this] { crew_.help([this](SplitBase& split) { work(static_cast<Split&>(split)); }); });
    }
  }
  ~SumTree() { crew_.close(); }
  SumTree(const SumTree&) = delete;
  SumTree& operator=(const SumTree&) = delete;

  long leaves(int levels) { return node(levels, nullptr); }
  bool wanted() const { return crew_.wanted(); }

 private:
  static constexpr int kWidth = 5;
  struct Split : SplitBase {
    std::mutex mutex;
    int levels = 0;
    int next = 0;
    int running = 0;
    long sum = 0;
  };

  long node(int levels, Split* parent) {
    if (levels == 0) return 1;
    Split split;
    split.parent = parent;
    split.levels = levels;
    crew_.share(split, [this](SplitBase& base) { work(static_cast<Split&>(base)); });
    EXPECT_EQ(split.running, 0) << "the owner returned before a helper left";
    EXPECT_EQ(split.helpers, 0);
    return split.sum;
  }

  void work(Split& split) {
    std::unique_lock lock(split.mutex);
    ++split.running;
    while (split.next < kWidth) {
      if (++split.next == kWidth) split.has_work.store(false, std::memory_order_relaxed);
      lock.unlock();
      const long below = node(split.levels - 1, &split);
      lock.lock();
      split.sum += below;
    }
    --split.running;
  }

  SplitCrew crew_;
  std::vector<std::jthread> helpers_;
};

TEST(SplitCrew, DoesEveryPieceOfWorkOnce) {
  for (const int threads : {1, 2, 4, 8}) {
    SumTree tree(threads);
    for (int round = 0; round < 3; ++round) ASSERT_EQ(tree.leaves(5), 5 * 5 * 5 * 5 * 5) << threads;
  }
}

TEST(SplitCrew, WantsNobodyWhenAlone) {
  SumTree tree(1);
  EXPECT_FALSE(tree.wanted());
}

TEST(SplitCrew, LetsHelpersGoThatNeverHadWork) {
  for (int i = 0; i < 50; ++i) SumTree(3);
}

TEST(SplitBase, KnowsWhatItIsBelow) {
  SplitBase top;
  SplitBase middle;
  SplitBase bottom;
  middle.parent = &top;
  bottom.parent = &middle;
  EXPECT_TRUE(bottom.is_below(&top));
  EXPECT_TRUE(bottom.is_below(&middle));
  EXPECT_FALSE(top.is_below(&bottom));
  EXPECT_FALSE(top.is_below(&top));
}

}  // namespace
}  // namespace turncoat::search
