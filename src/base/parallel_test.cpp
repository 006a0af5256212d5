#include "base/parallel.h"

#include <atomic>
#include <limits>
#include <vector>

#include <gmock/gmock.h>

#include "base/rng.h"

namespace turncoat {
namespace {

using testing::Each;

TEST(ParallelFor, RunsEveryItemOnceWhateverTheThreads) {
  for (const int threads : {-1, 0, 1, 2, 7}) {
    for (const std::uint64_t count : {0U, 1U, 2U, 1000U}) {
      std::vector<std::atomic<int>> runs(count);
      parallel_for(threads, count, [&](std::uint64_t item, int) { ++runs[item]; });
      EXPECT_THAT(runs, Each(testing::Truly([](const auto& n) { return n == 1; })))
          << threads << " threads, " << count << " items";
    }
  }
}

TEST(ParallelFor, NumbersItsWorkersBelowTheThreadsAsked) {
  std::atomic<bool> outside{false};
  parallel_for(3, 200, [&](std::uint64_t, int worker) {
    if (worker < 0 || worker >= 3) outside = true;
  });
  EXPECT_FALSE(outside);
}

TEST(ParallelFor, GivesTheSameResultOnOneThreadAndOnMany) {
  const auto run = [](int threads) {
    std::vector<std::uint64_t> results(300);
    parallel_for(threads, results.size(),
                 [&](std::uint64_t item, int) { results[item] = Rng::stream(9, item)(); });
    return results;
  };
  EXPECT_EQ(run(1), run(4));
}

TEST(ParallelFor, StartsItemsInRisingOrderOnOneThread) {
  std::vector<std::uint64_t> order;
  parallel_for(1, 5, [&](std::uint64_t item, int) { order.push_back(item); });
  EXPECT_THAT(order, testing::ElementsAre(0, 1, 2, 3, 4));
}

TEST(ParallelFor, StartsNothingAfterAStop) {
  std::stop_source stop;
  std::atomic<int> started{0};
  // An endless list: only the stop ends it.
  parallel_for(
      4, std::numeric_limits<std::uint64_t>::max(),
      [&](std::uint64_t item, int) {
        ++started;
        if (item == 10) stop.request_stop();
      },
      stop.get_token());
  EXPECT_GE(started, 11);
  const int before = started;
  parallel_for(
      4, 1000, [&](std::uint64_t, int) { ++started; }, stop.get_token());
  EXPECT_EQ(started, before);
}

TEST(HardwareThreads, IsAtLeastOne) {
  EXPECT_GE(hardware_threads(), 1);
}

}  // namespace
}  // namespace turncoat
