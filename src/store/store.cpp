#include "store/store.h"

#include <cstdlib>
#include <limits>
#include <utility>

#include <sqlite3.h>

#include "base/text.h"
#include "store/database.h"

namespace turncoat::store {

namespace {

constexpr std::int64_t kLargestId = std::numeric_limits<std::int64_t>::max();

Run read_run(SQLite::Statement& query) {
  Run run;
  run.id = query.getColumn(0).getInt64();
  run.kind = query.getColumn(1).getString();
  run.settings = query.getColumn(2).getString();
  run.created = query.getColumn(3).getString();
  run.games = static_cast<std::uint64_t>(query.getColumn(4).getInt64());
  return run;
}

constexpr const char* kSelectRuns =
    "SELECT id, kind, settings, created, (SELECT count(*) FROM game WHERE game.run = run.id) FROM run ";

// `columns` of the games that a filter selects, the newest first.
SQLite::Statement select_games(SQLite::Database& db, const std::string& columns, const GameFilter& filter) {
  SQLite::Statement query(
      db, "SELECT " + columns + kGameTables +
              "LEFT JOIN live ON live.game = game.id "
              "WHERE (:player = '' OR instr(lower(black), :player) > 0 OR instr(lower(white), :player) > 0) "
              "AND (:text = '' OR instr(lower(black || ' ' || white || ' ' || event), :text) > 0) "
              "AND (:run IS NULL OR run = :run) AND (:no_run = 0 OR run IS NULL) "
              "AND (:rules = '' OR name = :rules) "
              "AND (:sign IS NULL OR sign(score) = :sign) "
              "AND (:state = '' OR coalesce(live.state, 'over') = :state) "
              "AND (:before IS NULL OR game.id < :before) "
              "ORDER BY game.id DESC LIMIT :limit");
  query.bind(":player", to_lower(filter.player));
  query.bind(":text", to_lower(filter.text));
  bind(query, ":run", filter.run);
  query.bind(":no_run", filter.no_run ? 1 : 0);
  query.bind(":rules", filter.rules);
  bind(query, ":sign", filter.score_sign);
  query.bind(":state", filter.state);
  bind(query, ":before", filter.before);
  const bool limited = filter.limit > 0 && filter.limit <= static_cast<std::uint64_t>(kLargestId);
  query.bind(":limit", limited ? static_cast<std::int64_t>(filter.limit) : std::int64_t{-1});
  return query;
}

// While it lives, commits are flushed to the disk: safe from a power cut too. Around a transaction, not in
// it.
class FullFlush {
 public:
  explicit FullFlush(SQLite::Database& db) : db_(db) { db_.exec("PRAGMA synchronous = FULL"); }
  ~FullFlush() { db_.tryExec("PRAGMA synchronous = NORMAL"); }
  FullFlush(const FullFlush&) = delete;
  FullFlush& operator=(const FullFlush&) = delete;

 private:
  SQLite::Database& db_;
};

}  // namespace

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(const std::filesystem::path& path) {
  if (path.empty()) return fail(Error::Code::Io, "the store needs a file name");
  auto database = std::make_unique<Database>();
  std::error_code error;
  // Absolute, so that SQLite sees a plain file name even in ":memory:", and a change of folder does no harm.
  database->path = std::filesystem::absolute(path, error);
  if (error) return fail(Error::Code::Io, "{}: {}", path.string(), error.message());
  auto db = open_database(database->path);
  if (!db) return std::unexpected(db.error());
  database->db = std::move(*db);
  return std::unique_ptr<Store>(new Store(std::move(database)));
}

Result<RunId> Store::begin_run(std::string_view kind, std::string_view settings) {
  return database_->guarded([&]() -> Result<RunId> {
    SQLite::Statement insert(*database_->db, "INSERT INTO run (kind, settings, created) VALUES (?, ?, ?)");
    insert.bind(1, std::string(kind));
    insert.bind(2, std::string(settings));
    insert.bind(3, utc_now());
    insert.exec();
    return database_->db->getLastInsertRowid();
  });
}

Result<std::optional<Run>> Store::find_run(std::string_view kind, std::string_view settings) const {
  return database_->guarded([&]() -> Result<std::optional<Run>> {
    SQLite::Statement query(*database_->db, std::string(kSelectRuns) +
                                                "WHERE kind = ? AND settings = ? ORDER BY id DESC LIMIT 1");
    query.bind(1, std::string(kind));
    query.bind(2, std::string(settings));
    if (!query.executeStep()) return std::nullopt;
    return read_run(query);
  });
}

Result<std::vector<Run>> Store::runs() const {
  return database_->guarded([&]() -> Result<std::vector<Run>> {
    SQLite::Statement query(*database_->db, std::string(kSelectRuns) + "ORDER BY id");
    std::vector<Run> runs;
    while (query.executeStep()) runs.push_back(read_run(query));
    return runs;
  });
}

Result<GameId> Store::add_game(RunId run, std::uint64_t item, const record::GameRecord& record) {
  if (item > static_cast<std::uint64_t>(kLargestId)) {
    return fail(Error::Code::Range, "{} is too large for the number of a game", item);
  }
  return database_->guarded([&]() -> Result<GameId> {
    const auto row = database_->row_of(record);
    if (!row) return fail_at(row.error(), "game {} of run {}", item, run);
    SQLite::Transaction transaction(*database_->db, SQLite::TransactionBehavior::IMMEDIATE);
    if (!database_->has_run(run)) return database_->no_run(run);
    try {
      const GameId id = database_->insert(*row, record, run, static_cast<std::int64_t>(item));
      transaction.commit();
      return id;
    } catch (const SQLite::Exception& exception) {
      if (exception.getExtendedErrorCode() != SQLITE_CONSTRAINT_UNIQUE) throw;
      return fail(Error::Code::Conflict, "{} holds game {} of run {} already", database_->path.string(), item,
                  run);
    }
  });
}

Result<std::map<std::uint64_t, record::GameRecord>> Store::games_of(RunId run) const {
  return database_->guarded([&]() -> Result<std::map<std::uint64_t, record::GameRecord>> {
    if (!database_->has_run(run)) return database_->no_run(run);
    SQLite::Statement query(
        *database_->db, std::string("SELECT ") + kGameColumns + kGameTables + "WHERE run = ? ORDER BY item");
    query.bind(1, run);
    std::map<std::uint64_t, record::GameRecord> games;
    while (query.executeStep()) {
      auto game = database_->read_game(query);
      if (!game) return std::unexpected(game.error());
      games.emplace_hint(games.end(), *game->item, std::move(game->record));
    }
    return games;
  });
}

Result<void> Store::put_history(RunId run, std::uint64_t step, std::string_view entry) {
  if (step > static_cast<std::uint64_t>(kLargestId)) {
    return fail(Error::Code::Range, "{} is too large for the number of a step", step);
  }
  return database_->guarded([&]() -> Result<void> {
    SQLite::Transaction transaction(*database_->db, SQLite::TransactionBehavior::IMMEDIATE);
    if (!database_->has_run(run)) return database_->no_run(run);
    SQLite::Statement insert(*database_->db,
                             "INSERT INTO history (run, step, entry) VALUES (?, ?, ?) "
                             "ON CONFLICT (run, step) DO UPDATE SET entry = excluded.entry");
    insert.bind(1, run);
    insert.bind(2, static_cast<std::int64_t>(step));
    insert.bind(3, std::string(entry));
    insert.exec();
    transaction.commit();
    return {};
  });
}

Result<std::vector<HistoryEntry>> Store::history_of(RunId run) const {
  return database_->guarded([&]() -> Result<std::vector<HistoryEntry>> {
    if (!database_->has_run(run)) return database_->no_run(run);
    SQLite::Statement query(*database_->db, "SELECT step, entry FROM history WHERE run = ? ORDER BY step");
    query.bind(1, run);
    std::vector<HistoryEntry> entries;
    while (query.executeStep()) {
      entries.push_back(
          {static_cast<std::uint64_t>(query.getColumn(0).getInt64()), query.getColumn(1).getString()});
    }
    return entries;
  });
}

Result<std::vector<RunResult>> Store::results_of(RunId run) const {
  return database_->guarded([&]() -> Result<std::vector<RunResult>> {
    if (!database_->has_run(run)) return database_->no_run(run);
    SQLite::Statement query(*database_->db,
                            "SELECT item, black, white, score FROM game WHERE run = ? ORDER BY item");
    query.bind(1, run);
    std::vector<RunResult> results;
    while (query.executeStep()) {
      RunResult result;
      result.item = static_cast<std::uint64_t>(query.getColumn(0).getInt64());
      result.black = query.getColumn(1).getString();
      result.white = query.getColumn(2).getString();
      if (!query.isColumnNull(3)) result.score = query.getColumn(3).getInt();
      results.push_back(std::move(result));
    }
    return results;
  });
}

Result<std::vector<GameId>> Store::import_games(const std::vector<record::GameRecord>& records,
                                                Duplicates duplicates) {
  return database_->guarded([&]() -> Result<std::vector<GameId>> {
    const FullFlush flush(*database_->db);
    SQLite::Transaction transaction(*database_->db, SQLite::TransactionBehavior::IMMEDIATE);
    std::vector<GameId> ids;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto row = database_->row_of(records[i]);
      if (!row) return fail_at(row.error(), "game {}", i + 1);
      if (duplicates == Duplicates::Skip && database_->find(*row)) continue;
      ids.push_back(database_->insert(*row, records[i], std::nullopt, std::nullopt));
    }
    transaction.commit();
    return ids;
  });
}

Result<StoredGame> Store::game(GameId id) const {
  return database_->guarded([&]() -> Result<StoredGame> {
    SQLite::Statement query(*database_->db,
                            std::string("SELECT ") + kGameColumns + kGameTables + "WHERE game.id = ?");
    query.bind(1, id);
    if (!query.executeStep()) return database_->no_game(id);
    return database_->read_game(query);
  });
}

Result<std::vector<StoredGame>> Store::list(const GameFilter& filter) const {
  return database_->guarded([&]() -> Result<std::vector<StoredGame>> {
    auto query =
        select_games(*database_->db, std::string(kGameColumns) + ", live.state, live.settings", filter);
    std::vector<StoredGame> games;
    while (query.executeStep()) {
      auto game = database_->read_game(query);
      if (!game) return std::unexpected(game.error());
      game->live_state = optional_text(query.getColumn(kGameColumnCount));
      game->live_settings = optional_text(query.getColumn(kGameColumnCount + 1));
      games.push_back(std::move(*game));
    }
    return games;
  });
}

Result<std::vector<GameId>> Store::ids(const GameFilter& filter) const {
  return database_->guarded([&]() -> Result<std::vector<GameId>> {
    auto query = select_games(*database_->db, "game.id", filter);
    std::vector<GameId> found;
    while (query.executeStep()) found.push_back(query.getColumn(0).getInt64());
    return found;
  });
}

Result<std::uint64_t> Store::count(const GameFilter& filter) const {
  return database_->guarded([&]() -> Result<std::uint64_t> {
    GameFilter all = filter;
    all.limit = 0;
    auto query = select_games(*database_->db, "count(*)", all);
    query.executeStep();
    return static_cast<std::uint64_t>(query.getColumn(0).getInt64());
  });
}

Result<std::optional<GameId>> Store::find_same(const record::GameRecord& record) const {
  return database_->guarded([&]() -> Result<std::optional<GameId>> {
    const auto row = database_->row_of(record);
    if (!row) return std::unexpected(row.error());
    return database_->find(*row);
  });
}

Result<void> Store::remove_game(GameId id) {
  return database_->guarded([&]() -> Result<void> {
    SQLite::Statement statement(*database_->db, "DELETE FROM game WHERE id = ?");
    statement.bind(1, id);
    if (statement.exec() == 0) return database_->no_game(id);
    return {};
  });
}

Result<std::filesystem::path> default_path() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value == nullptr ? "" : value);
  };
  const std::filesystem::path file = std::filesystem::path("turncoat") / "turncoat.db";
  // The XDG rules: a path that is not absolute is ignored.
  if (const auto data = variable("XDG_DATA_HOME"); data.is_absolute()) return data / file;
  if (const auto home = variable("HOME"); home.is_absolute()) return home / ".local" / "share" / file;
  return fail(Error::Code::NotFound,
              "HOME is not set, so there is no usual place for games; name one with "
              "--store FILE");
}

}  // namespace turncoat::store
