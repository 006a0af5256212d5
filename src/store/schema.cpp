#include "store/schema.h"

#include <array>
#include <chrono>
#include <string>
#include <system_error>
#include <thread>

#include <sqlite3.h>

namespace turncoat::store {

namespace {

// How long a call waits for another process to finish writing. An import of 100,000 games takes seconds.
constexpr int kBusyTimeoutMs = 60'000;

// Step i brings layout i to layout i + 1. Never change a step that was released: add one.
constexpr std::array<const char*, 3> kSteps = {
    R"sql(
CREATE TABLE ruleset (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  toml TEXT NOT NULL UNIQUE       -- as `turncoat rules NAME` prints it
) STRICT;

CREATE TABLE run (
  id       INTEGER PRIMARY KEY,
  kind     TEXT NOT NULL,         -- match, tournament, evolution
  settings TEXT NOT NULL,         -- JSON; the same settings are the same run
  created  TEXT NOT NULL          -- UTC, 2026-11-15T12:00:00Z
) STRICT;

CREATE TABLE game (
  id           INTEGER PRIMARY KEY,
  run          INTEGER REFERENCES run (id),
  item         INTEGER,           -- number of the game in its run
  rules        INTEGER NOT NULL REFERENCES ruleset (id),
  start        TEXT,              -- NULL: the ruleset's own start
  moves        TEXT NOT NULL,     -- f5 d6 c3 ... with every pass written
  black        TEXT NOT NULL,
  white        TEXT NOT NULL,
  event        TEXT NOT NULL,
  date         TEXT NOT NULL,
  ending       TEXT NOT NULL,     -- finished, unfinished, resigned, time, illegal, failed
  loser        TEXT,              -- black or white when resigned or forfeited
  reason       TEXT NOT NULL,
  score        INTEGER,           -- Black's; for queries, never read back
  stated_score REAL,              -- Black's, as the source states it
  notes        TEXT,              -- JSON: [score, seconds] of each move, null where unknown
  fingerprint  INTEGER NOT NULL,  -- of the game; finds duplicates
  CHECK ((run IS NULL) = (item IS NULL))
) STRICT;

CREATE UNIQUE INDEX game_of_run ON game (run, item) WHERE run IS NOT NULL;
CREATE INDEX game_by_fingerprint ON game (fingerprint);
)sql",
    R"sql(
CREATE TABLE history (
  run   INTEGER NOT NULL REFERENCES run (id),
  step  INTEGER NOT NULL,        -- number of the entry in its run
  entry TEXT NOT NULL,           -- JSON, as the run's kind writes it
  PRIMARY KEY (run, step)
) STRICT, WITHOUT ROWID;
)sql",
    R"sql(
CREATE TABLE live (               -- games played under `turncoat serve`
  game     INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
  state    TEXT NOT NULL,         -- playing, paused, over
  revision INTEGER NOT NULL,
  settings TEXT NOT NULL,         -- JSON: sides, clock, seed
  updated  TEXT NOT NULL          -- UTC
) STRICT;

CREATE INDEX live_by_state ON live (state, updated);
)sql",
};

int pragma_int(SQLite::Database& db, const std::string& name) {
  return db.execAndGet("PRAGMA " + name).getInt();
}

bool has_no_tables(SQLite::Database& db) {
  return db.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
}

Result<void> check_version(int version, const std::filesystem::path& path) {
  if (version <= schema_version()) return {};
  return fail(
      Error::Code::Conflict,
      "{} was made by a newer Turncoat (layout {}, this one knows {}); update Turncoat or name another "
      "file",
      path.string(), version, schema_version());
}

// Makes the layout or brings it up to date in one transaction. Another process may be doing the same: what
// was seen before the lock is looked at again.
Result<void> migrate(SQLite::Database& db, const std::filesystem::path& path) {
  SQLite::Transaction transaction(db, SQLite::TransactionBehavior::IMMEDIATE);
  const int version = pragma_int(db, "user_version");
  if (auto known = check_version(version, path); !known) return known;
  for (int step = version; step < schema_version(); ++step)
    db.exec(kSteps.at(static_cast<std::size_t>(step)));
  db.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
  db.exec("PRAGMA user_version = " + std::to_string(schema_version()));
  transaction.commit();
  return {};
}

// The file's own marks, before anything is written to it.
Result<void> recognise(SQLite::Database& db, const std::filesystem::path& path) {
  if (sqlite3_db_readonly(db.getHandle(), "main") == 1) {
    return fail(Error::Code::Io, "{} cannot be written to; change its permissions or name another file",
                path.string());
  }
  // One look at one state of the file: another process may be making it right now.
  const SQLite::Transaction look(db);
  const int application = pragma_int(db, "application_id");
  if (application != kApplicationId && !(application == 0 && has_no_tables(db))) {
    return fail(Error::Code::Conflict, "{} is a database of another program; name another file",
                path.string());
  }
  return check_version(pragma_int(db, "user_version"), path);
}

// The switch needs the file alone for a moment, and SQLite does not wait for that by itself.
void switch_to_wal(SQLite::Database& db) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(kBusyTimeoutMs);
  for (;;) {
    const int status = db.tryExec("PRAGMA journal_mode = WAL");
    if (status == SQLITE_OK) return;
    if (status != SQLITE_BUSY || std::chrono::steady_clock::now() > deadline) db.check(status);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

Result<void> set_up(SQLite::Database& db, const std::filesystem::path& path) {
  // A foreign file with a left-over journal stays as it is when we refuse it; without one, closing tidies up.
  std::error_code ignored;
  const int keep_journal = std::filesystem::exists(path.string() + "-wal", ignored) ? 1 : 0;
  sqlite3_db_config(db.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep_journal, nullptr);
  db.exec("PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON");
  if (auto ours = recognise(db, path); !ours) return ours;
  if (pragma_int(db, "user_version") < schema_version()) {
    if (auto migrated = migrate(db, path); !migrated) return migrated;
  }
  // The layout is written before the switch to WAL, so a kill in between never leaves a file without our
  // mark.
  switch_to_wal(db);
  // In WAL mode a commit is written to the file in either setting, and survives a kill of the process. NORMAL
  // leaves the flush to the disk to the checkpoints: a power cut may take the last games, never the file.
  db.exec("PRAGMA synchronous = NORMAL");
  db.exec("SELECT 1 FROM game, run, ruleset, history, live LIMIT 0");
  sqlite3_db_config(db.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
  return {};
}

// What the operating system knows of the path; makes the folders of a file that is not there.
Result<void> prepare_path(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) {
    return fail(Error::Code::Io, "{} is a folder; name a file in it", path.string());
  }
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return fail(Error::Code::Io, "{} is not a regular file; name another", path.string());
  }
  if (std::filesystem::exists(status)) return {};
  std::filesystem::create_directories(path.parent_path(), error);
  if (error) {
    return fail(Error::Code::Io, "the folder {} cannot be made: {}", path.parent_path().string(),
                error.message());
  }
  return {};
}

}  // namespace

int schema_version() {
  return static_cast<int>(kSteps.size());
}

Result<std::unique_ptr<SQLite::Database>> open_database(const std::filesystem::path& path) {
  if (auto prepared = prepare_path(path); !prepared) return std::unexpected(prepared.error());
  try {
    auto db = std::make_unique<SQLite::Database>(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                                                 kBusyTimeoutMs);
    if (auto ready = set_up(*db, path); !ready) return std::unexpected(ready.error());
    return db;
  } catch (const SQLite::Exception& exception) {
    return std::unexpected(to_error(exception, path));
  }
}

Error to_error(const SQLite::Exception& exception, const std::filesystem::path& path) {
  const std::string file = path.string();
  switch (exception.getErrorCode()) {
    case SQLITE_NOTADB:
      return {Error::Code::Io, fmt::format("{} is not a Turncoat store; name another file", file)};
    case SQLITE_CORRUPT:
      return {Error::Code::Io, fmt::format("{} is damaged ({}); take it from a backup, or save what can be "
                                           "read with sqlite3's .recover",
                                           file, exception.what())};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {Error::Code::Io,
              fmt::format("{} is held by another program; try again when it has finished", file)};
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      return {Error::Code::Io,
              fmt::format("{} cannot be opened for writing ({}); see that the file and its folder are yours",
                          file, exception.what())};
    case SQLITE_FULL:
      return {Error::Code::Io, fmt::format("the disk of {} is full", file)};
    default:
      return {Error::Code::Io, fmt::format("{}: {}", file, exception.what())};
  }
}

}  // namespace turncoat::store
