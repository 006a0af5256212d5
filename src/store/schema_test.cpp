// Files the store must refuse, and rows that were changed behind its back.
#include "store/schema.h"

#include <ostream>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include "store/store.h"
#include "store/testing/store_testing.h"

namespace turncoat::store {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using testing::named_record;
using testing::read_bytes;
using testing::run_sql;
using testing::TemporaryFolder;
using testing::write_bytes;

std::string refusal(const std::filesystem::path& path) {
  const auto store = Store::open(path);
  return store ? "opened" : store.error().message;
}

std::ptrdiff_t files_in(const std::filesystem::path& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

void fill(const std::filesystem::path& path, int games) {
  const auto store = Store::open(path);
  ASSERT_TRUE(store.has_value()) << store.error().message;
  std::vector<record::GameRecord> records;
  for (int i = 0; i < games; ++i) {
    records.push_back(named_record("player " + std::to_string(i), static_cast<std::uint64_t>(i)));
  }
  ASSERT_TRUE((*store)->import_games(records).has_value());
}

TEST(StoreFile, IsMadeWithItsFolders) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal(folder / "not/yet/there.db"), "opened");
  EXPECT_TRUE(std::filesystem::exists(folder / "not/yet/there.db"));
  write_bytes(folder / "empty.db", "");
  EXPECT_EQ(refusal(folder / "empty.db"), "opened");
  EXPECT_EQ(refusal(folder / "odd name?mode=memory 'x'.db"), "opened");
  EXPECT_TRUE(std::filesystem::exists(folder / "odd name?mode=memory 'x'.db"));
}

TEST(StoreFile, OfAnotherKindIsRefusedUntouched) {
  const TemporaryFolder folder;
  const auto path = folder / "other";
  for (const std::string& text : {std::string("short"), std::string(100, '\0'), std::string(20'000, 'a'),
                                  std::string("SQLite format 3\0 and then something else", 41)}) {
    write_bytes(path, text);
    EXPECT_THAT(refusal(path), AnyOf(HasSubstr("is not a Turncoat store"), HasSubstr("is damaged")));
    EXPECT_EQ(read_bytes(path), text);
  }
  std::filesystem::remove(path);
  for (const char* mark : {"PRAGMA application_id = 77", "PRAGMA journal_mode = WAL", "SELECT 1"}) {
    run_sql(path, std::string("CREATE TABLE game (x); PRAGMA user_version = 1; ") + mark);
    const std::string before = read_bytes(path);
    EXPECT_THAT(refusal(path), HasSubstr("is a database of another program"));
    EXPECT_EQ(read_bytes(path), before);
    std::filesystem::remove(path);
  }
}

TEST(StoreFile, FromANewerProgramIsRefusedUntouched) {
  const TemporaryFolder folder;
  const auto path = folder / "a.db";
  fill(path, 1);
  run_sql(path, "PRAGMA user_version = 99");
  const std::string before = read_bytes(path);
  EXPECT_THAT(refusal(path), HasSubstr("was made by a newer Turncoat (layout 99"));
  EXPECT_EQ(read_bytes(path), before);
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(StoreFile, OfTheFirstLayoutIsBroughtUpToDate) {
  const TemporaryFolder folder;
  const auto path = folder / "a.db";
  fill(path, 3);
  run_sql(path, "DROP TABLE live; DROP TABLE history; PRAGMA user_version = 1");
  const auto store = Store::open(path);
  ASSERT_TRUE(store.has_value()) << store.error().message;
  EXPECT_EQ((*store)->ids({})->size(), 3U);
  const auto run = (*store)->begin_run("evolution", "{}");
  EXPECT_TRUE((*store)->put_history(*run, 0, "{}").has_value());
}

TEST(StoreFile, WhereNoneCanBeIsRefused) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal(folder.path()), HasSubstr("is a folder"));
  EXPECT_THAT(refusal("/dev/null"), HasSubstr("is not a regular file"));
  EXPECT_THAT(refusal(""), HasSubstr("needs a file name"));
  write_bytes(folder / "file", "x");
  EXPECT_THAT(refusal(folder / "file/a.db"), HasSubstr("cannot be made"));
  EXPECT_THAT(refusal("/proc/nowhere/a.db"), HasSubstr("cannot be made"));
}

// Root may write everything: become nobody for a while.
class Unprivileged {
 public:
  explicit Unprivileged(std::initializer_list<std::filesystem::path> own) {
    if (geteuid() != 0) return;
    for (const auto& path : own) EXPECT_EQ(chown(path.c_str(), kNobody, kNobody), 0);
    EXPECT_EQ(seteuid(kNobody), 0);
    changed_ = true;
  }
  ~Unprivileged() {
    if (!changed_) return;
    EXPECT_EQ(seteuid(0), 0);
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;

 private:
  static constexpr unsigned kNobody = 65534;
  bool changed_ = false;
};

TEST(StoreFile, ThatCannotBeWrittenIsRefused) {
  using std::filesystem::perms;
  const TemporaryFolder folder;
  const auto path = folder / "a.db";
  fill(path, 1);
  const std::string before = read_bytes(path);
  {
    const Unprivileged nobody({folder.path(), path});
    if (faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) != 0) {
      GTEST_SKIP() << "other users cannot reach " << folder.path();
    }
    std::filesystem::permissions(path, perms::owner_read);
    EXPECT_THAT(refusal(path), HasSubstr("cannot be written to"));
    std::filesystem::permissions(path, perms::none);
    EXPECT_THAT(refusal(path), HasSubstr("cannot be opened for writing"));
    std::filesystem::permissions(path, perms::owner_read | perms::owner_write);
    EXPECT_EQ(files_in(folder.path()), 1);
    std::filesystem::permissions(folder.path(), perms::owner_read | perms::owner_exec);
    EXPECT_THAT(refusal(path), HasSubstr("cannot be opened for writing"));
    EXPECT_THAT(refusal(folder / "new.db"), HasSubstr("cannot be opened for writing"));
    EXPECT_THAT(refusal(folder / "sub/new.db"), HasSubstr("cannot be made"));
    std::filesystem::permissions(folder.path(), perms::owner_all);
  }
  EXPECT_EQ(read_bytes(path), before);
}

// Another program was killed: its last commits are in a journal beside the file, and stay there.
TEST(StoreFile, OfAnotherProgramKeepsItsJournal) {
  const TemporaryFolder folder;
  {
    SQLite::Database db((folder / "live").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    db.exec("PRAGMA journal_mode = WAL; CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)");
    std::filesystem::copy(folder / "live", folder / "dead");
    std::filesystem::copy(folder / "live-wal", folder / "dead-wal");
  }
  const std::string file = read_bytes(folder / "dead");
  const std::string journal = read_bytes(folder / "dead-wal");
  EXPECT_THAT(refusal(folder / "dead"), HasSubstr("is a database of another program"));
  EXPECT_EQ(read_bytes(folder / "dead"), file);
  EXPECT_EQ(read_bytes(folder / "dead-wal"), journal);
}

TEST(StoreFile, WithoutATableIsRefused) {
  const TemporaryFolder folder;
  fill(folder / "a.db", 1);
  run_sql(folder / "a.db", "DROP TABLE run");
  EXPECT_THAT(refusal(folder / "a.db"), HasSubstr("no such table: run"));
}

TEST(StoreFile, ThatWasCutIsRefused) {
  const TemporaryFolder folder;
  fill(folder / "a.db", 50);
  const std::string whole = read_bytes(folder / "a.db");
  write_bytes(folder / "a.db", whole.substr(0, whole.size() / 2));
  EXPECT_THAT(refusal(folder / "a.db"), HasSubstr("is damaged"));
  EXPECT_EQ(read_bytes(folder / "a.db").size(), whole.size() / 2);
}

// Bytes are overwritten anywhere: every call gives games or an error, and nothing crashes.
TEST(StoreFile, SurvivesDamageAnywhere) {
  const TemporaryFolder folder;
  fill(folder / "a.db", 30);
  const std::string whole = read_bytes(folder / "a.db");
  Rng rng(11);
  int refused = 0;
  for (int round = 0; round < 100; ++round) {
    std::string bytes = whole;
    const std::size_t from = rng.below(static_cast<std::uint32_t>(bytes.size()));
    const std::size_t count = std::min<std::size_t>(bytes.size() - from, 1 + rng.below(200));
    for (std::size_t i = from; i < from + count; ++i) bytes[i] = static_cast<char>(rng.below(256));
    write_bytes(folder / "b.db", bytes);
    const auto store = Store::open(folder / "b.db");
    const auto games = store ? (*store)->list({}) : std::unexpected(store.error());
    if (!games) {
      ++refused;
      EXPECT_THAT(games.error().message, HasSubstr("b.db"));
    } else {
      (void)(*store)->import_games({named_record("new", 1)}, Duplicates::Skip);
    }
    std::filesystem::remove(folder / "b.db-wal");
    std::filesystem::remove(folder / "b.db-shm");
  }
  EXPECT_GT(refused, 10);
}

struct Change {
  const char* sql;
  const char* message;

  friend void PrintTo(const Change& change, std::ostream* out) { *out << change.sql; }
};

class TamperedRow : public ::testing::TestWithParam<Change> {};

TEST_P(TamperedRow, IsAnErrorThatNamesTheGame) {
  const TemporaryFolder folder;
  const auto path = folder / "a.db";
  {
    const auto store = Store::open(path);
    const RunId run = *(*store)->begin_run("match", "{}");
    ASSERT_TRUE((*store)->add_game(run, 0, named_record("first", 1)).has_value());
    record::GameRecord record{rules::Game(rules::standard(8))};
    ASSERT_TRUE(record.game.play(*rules::Square::parse("f5", 8)).has_value());
    record.notes.resize(1);
    ASSERT_TRUE((*store)->add_game(run, 1, record).has_value());
  }
  run_sql(path, std::string("PRAGMA foreign_keys = OFF; UPDATE ") + GetParam().sql);
  const auto store = Store::open(path);
  ASSERT_TRUE(store.has_value());
  const auto named = ::testing::AllOf(HasSubstr("game 2 of "), HasSubstr(GetParam().message));
  const auto game = (*store)->game(2);
  ASSERT_FALSE(game.has_value());
  EXPECT_THAT(game.error().message, named);
  EXPECT_THAT((*store)->list({}).error().message, named);
  EXPECT_THAT((*store)->games_of(1).error().message, named);
  EXPECT_TRUE((*store)->game(1).has_value());
}

INSTANTIATE_TEST_SUITE_P(
    StoreGames, TamperedRow,
    ::testing::Values(Change{"game SET moves = 'f5 f5' WHERE id = 2", "move 2: f5 is not empty"},
                      Change{"game SET moves = 'f5 z9' WHERE id = 2", "move 2"},
                      Change{"game SET moves = 'f5 ' WHERE id = 2", "move 2"},
                      Change{"game SET moves = 'pass' WHERE id = 2", "move 1: Black may not pass"},
                      Change{"game SET moves = '' WHERE id = 2", "notes to 1 moves, but 0"},
                      Change{"game SET start = 'nonsense' WHERE id = 2", "start"},
                      Change{"game SET start = '' WHERE id = 2", "start"},
                      Change{"game SET ending = 'won' WHERE id = 2", "ending \"won\" is unknown"},
                      Change{"game SET ending = 'finished' WHERE id = 2", "not over"},
                      Change{"game SET ending = 'time' WHERE id = 2", "needs a loser"},
                      Change{"game SET loser = 'red' WHERE id = 2", "neither black nor white"},
                      Change{"game SET notes = '[[1,2]' WHERE id = 2", "notes"},
                      Change{"game SET notes = '[[1]]' WHERE id = 2", "notes"},
                      Change{"game SET notes = '[[\"1\",null]]' WHERE id = 2", "notes"},
                      Change{"game SET notes = '[[1e999,null]]' WHERE id = 2", "notes"},
                      Change{"game SET stated_score = 9e999 WHERE id = 2", "not a number"},
                      Change{"ruleset SET toml = 'size = 7' WHERE name = 'standard-8'", "its ruleset"},
                      Change{"ruleset SET toml = '[[[' WHERE name = 'standard-8'", "its ruleset line 1"}));

}  // namespace
}  // namespace turncoat::store
