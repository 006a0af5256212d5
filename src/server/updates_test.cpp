#include "server/updates.h"

#include <thread>

#include <gmock/gmock.h>

#include "server/outbox.h"
#include "server/testing/test_loop.h"
#include "server/workers.h"

namespace turncoat::server {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using testing::TestLoop;

Message text(const char* words) {
  return std::make_shared<const std::string>(words);
}

TEST(Outbox, SlowReaderLosesMiddleUpdatesNeverTheLast) {
  Outbox outbox;
  for (int i = 0; i < 1000; ++i) {
    outbox.put("game:1", text(i == 999 ? "last of 1" : "old"));
    outbox.put("game:2", text(i == 999 ? "last of 2" : "old"));
  }
  EXPECT_EQ(outbox.size(), 2u);
  EXPECT_EQ(**outbox.take(), "last of 1");
  outbox.put("game:1", text("newer"));
  EXPECT_EQ(**outbox.take(), "last of 2");
  EXPECT_EQ(**outbox.take(), "newer");
  EXPECT_EQ(outbox.take(), std::nullopt);
}

TEST(Throttle, LetsTheNewestThroughAndAlwaysTheLast) {
  TestLoop loop;
  Throttle throttle(loop, milliseconds(200));
  std::vector<int> sent;
  for (int i = 0; i < 100; ++i) {
    throttle.offer([&sent, i] { sent.push_back(i); });
    loop.advance(milliseconds(10));
  }
  loop.advance(milliseconds(1000));
  EXPECT_THAT(sent, ElementsAre(0, 19, 39, 59, 79, 99));
  throttle.offer([&] { sent.push_back(100); });
  throttle.offer([&] { sent.push_back(101); });
  throttle.drop();
  loop.advance(milliseconds(1000));
  EXPECT_EQ(sent.back(), 100);
}

TEST(Mailbox, CarriesTheNewestAcrossThreads) {
  TestLoop loop;
  std::vector<int> got;
  const auto mailbox = std::make_shared<Mailbox<int>>(loop, [&](int value) { got.push_back(value); });
  std::thread writer([&] {
    for (int i = 1; i <= 10'000; ++i) mailbox->put(i);
  });
  EXPECT_TRUE(loop.run_until([&] { return !got.empty() && got.back() == 10'000; }));
  writer.join();
  EXPECT_TRUE(std::ranges::is_sorted(got));
}

TEST(Workers, AreBoundedAndEndAsTold) {
  std::atomic<int> done = 0;
  std::mutex gate;
  gate.lock();
  std::atomic<bool> begun = false;
  {
    Workers workers(1, 2, Workers::AtEnd::FinishWaiting);
    EXPECT_TRUE(workers.submit([&] {
      begun = true;
      begun.notify_one();
      const std::scoped_lock lock(gate);
      ++done;
    }));
    begun.wait(false);
    EXPECT_TRUE(workers.submit([&] { ++done; }));
    EXPECT_TRUE(workers.submit([&] { ++done; }));
    EXPECT_FALSE(workers.submit([&] { ++done; }));
    gate.unlock();
    workers.close();
    EXPECT_FALSE(workers.submit([&] { ++done; }));
  }
  EXPECT_EQ(done, 3);
}

}  // namespace
}  // namespace turncoat::server
