// Threads, processes and kill -9 on one store.
#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/store.h"
#include "store/testing/store_testing.h"

namespace turncoat::store {
namespace {

using testing::named_record;
using testing::TemporaryFolder;

std::unique_ptr<Store> open(const std::filesystem::path& path) {
  auto store = Store::open(path);
  EXPECT_TRUE(store.has_value()) << store.error().message;
  return store ? std::move(*store) : nullptr;
}

// Adds games 0 .. count - 1 to a run of its own; true when all went well.
bool add_games(Store& store, std::uint64_t writer, std::uint64_t count) {
  const auto run = store.begin_run("match", std::to_string(writer));
  if (!run) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!store.add_game(*run, i, named_record(std::to_string(i), writer * 1000 + i))) return false;
    if (i % 8 == 0 && !store.list({.run = *run, .limit = 3})) return false;
  }
  return true;
}

void expect_games(const std::filesystem::path& path, std::uint64_t writers, std::uint64_t count) {
  const auto store = open(path);
  for (std::uint64_t writer = 0; writer < writers; ++writer) {
    const auto run = store->find_run("match", std::to_string(writer));
    ASSERT_TRUE(run.has_value() && run->has_value());
    const auto games = store->games_of((*run)->id);
    ASSERT_TRUE(games.has_value()) << games.error().message;
    ASSERT_EQ(games->size(), count);
    for (const auto& [item, record] : *games) {
      EXPECT_EQ(record, named_record(std::to_string(item), writer * 1000 + item));
    }
  }
}

TEST(StoreThreads, ShareOneStore) {
  const TemporaryFolder folder;
  const auto store = open(folder / "a.db");
  std::atomic<int> good = 0;
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t writer = 0; writer < 4; ++writer) {
      threads.emplace_back([&, writer] { good += add_games(*store, writer, 15) ? 1 : 0; });
    }
  }
  EXPECT_EQ(good, 4);
  expect_games(folder / "a.db", 4, 15);
}

TEST(StoreThreads, MayEachOpenTheSameNewFile) {
  const TemporaryFolder folder;
  for (int round = 0; round < 5; ++round) {
    const auto path = folder / std::to_string(round);
    std::atomic<int> good = 0;
    {
      std::vector<std::jthread> threads;
      for (std::uint64_t writer = 0; writer < 3; ++writer) {
        threads.emplace_back([&, writer] {
          const auto store = Store::open(path);
          good += store && add_games(**store, writer, 5) ? 1 : 0;
        });
      }
    }
    EXPECT_EQ(good, 3);
    expect_games(path, 3, 5);
  }
}

// A child that runs `work` and ends with its answer as exit status.
template <class Work>
pid_t start_child(Work work) {
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  return child;
}

int wait_for(pid_t child) {
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

TEST(StoreProcesses, MayWriteTheSameNewFile) {
  const TemporaryFolder folder;
  for (int round = 0; round < 5; ++round) {
    const auto path = folder / std::to_string(round);
    std::vector<pid_t> children;
    for (std::uint64_t writer = 0; writer < 3; ++writer) {
      children.push_back(start_child([&] {
        const auto store = Store::open(path);
        return store && add_games(**store, writer, 10);
      }));
    }
    for (const pid_t child : children) EXPECT_EQ(wait_for(child), 0);
    expect_games(path, 3, 10);
  }
}

// Set in a child only: how many steps of SQLite's machine until it kills itself.
struct Fuse {
  int steps_left = 0;

  static int burn(void* self) {
    if (--static_cast<Fuse*>(self)->steps_left <= 0) raise(SIGKILL);
    return 0;
  }
};

Fuse& fuse() {
  static Fuse one;
  return one;
}

int light_fuse(sqlite3* db, const char**, const sqlite3_api_routines*) {
  sqlite3_progress_handler(db, 1, &Fuse::burn, &fuse());
  return SQLITE_OK;
}

struct Acknowledged {
  bool killed = false;
  std::uint64_t games = 0;
};

// A child opens the store and adds games, telling each through a pipe once it is stored, until it is killed
// after `steps` steps of SQLite, wherever that is.
Acknowledged run_until_killed(const std::filesystem::path& path, int steps) {
  int ends[2] = {};
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = start_child([&] {
    fuse().steps_left = steps;
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(&light_fuse));
    const auto store = Store::open(path);
    if (!store) return false;
    const auto run = (*store)->begin_run("match", "{}");
    for (std::uint64_t i = 0; i < 6; ++i) {
      if (!(*store)->add_game(*run, i, named_record("x", i))) return false;
      if (write(ends[1], "g", 1) != 1) return false;
    }
    return true;
  });
  close(ends[1]);
  Acknowledged seen;
  for (char byte = 0; read(ends[0], &byte, 1) == 1;) ++seen.games;
  close(ends[0]);
  const int status = wait_for(child);
  seen.killed = WIFSIGNALED(status);
  if (!seen.killed) {
    EXPECT_EQ(status, 0);
  }
  return seen;
}

TEST(StoreKill, LosesNothingThatWasAcknowledged) {
  const TemporaryFolder folder;
  bool reached_the_end = false;
  int rounds = 0;
  for (int steps = 1; !reached_the_end; steps += 1 + steps / 12, ++rounds) {
    const auto path = folder / std::to_string(steps);
    const Acknowledged seen = run_until_killed(path, steps);
    reached_the_end = !seen.killed;

    const auto store = open(path);
    const auto run = store->find_run("match", "{}");
    ASSERT_TRUE(run.has_value()) << run.error().message;
    const auto games =
        run->has_value() ? store->games_of((*run)->id) : std::map<std::uint64_t, record::GameRecord>();
    ASSERT_TRUE(games.has_value()) << games.error().message;
    EXPECT_GE(games->size(), seen.games) << "killed at step " << steps;
    EXPECT_LE(games->size(), seen.games + 1) << "killed at step " << steps;
    for (const auto& [item, record] : *games) EXPECT_EQ(record, named_record("x", item));
    // The store goes on as if nothing had happened.
    EXPECT_TRUE(add_games(*store, 5, 2));
  }
  EXPECT_GT(rounds, 30);
}

}  // namespace
}  // namespace turncoat::store
