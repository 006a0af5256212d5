#include "store/store.h"

#include <chrono>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <unordered_map>
#include <utility>

#include <fmt/chrono.h>
#include <sqlite3.h>

#include "base/text.h"
#include "store/game_row.h"
#include "store/schema.h"

namespace turncoat::store {

namespace {

// The order that `read_row` expects.
constexpr const char* kGameColumns =
    "game.id, game.run, game.item, ruleset.toml, start, moves, black, white, event, date, ending, loser, "
    "reason, stated_score, notes";
constexpr const char* kGameTables = " FROM game JOIN ruleset ON ruleset.id = game.rules ";

constexpr std::int64_t kLargestId = std::numeric_limits<std::int64_t>::max();

std::string utc_now() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

template <class T>
void bind(SQLite::Statement& statement, const char* name, const std::optional<T>& value) {
  if (value) {
    statement.bind(name, *value);
  } else {
    statement.bind(name);
  }
}

std::optional<std::string> optional_text(const SQLite::Column& column) {
  return column.isNull() ? std::nullopt : std::optional(column.getString());
}

GameRow read_row(SQLite::Statement& query) {
  GameRow row;
  row.rules = query.getColumn(3).getString();
  row.start = optional_text(query.getColumn(4));
  row.moves = query.getColumn(5).getString();
  row.black = query.getColumn(6).getString();
  row.white = query.getColumn(7).getString();
  row.event = query.getColumn(8).getString();
  row.date = query.getColumn(9).getString();
  row.ending = query.getColumn(10).getString();
  row.loser = optional_text(query.getColumn(11));
  row.reason = query.getColumn(12).getString();
  if (!query.isColumnNull(13)) row.stated_score = query.getColumn(13).getDouble();
  row.notes = optional_text(query.getColumn(14));
  return row;
}

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
  SQLite::Statement query(db, "SELECT " + columns + kGameTables +
                                  "WHERE (:player = '' OR instr(lower(black), :player) > 0 "
                                  "OR instr(lower(white), :player) > 0) "
                                  "AND (:run IS NULL OR run = :run) AND (:rules = '' OR name = :rules) "
                                  "ORDER BY game.id DESC LIMIT :limit");
  query.bind(":player", to_lower(filter.player));
  bind(query, ":run", filter.run);
  query.bind(":rules", filter.rules);
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

// All members are guarded by `mutex`: SQLite calls of one connection must not overlap.
struct Store::Database {
  std::filesystem::path path;
  std::unique_ptr<SQLite::Database> db;
  std::mutex mutex;
  // Rulesets that were seen, by their text, so that all games of one share it.
  std::unordered_map<std::string, rules::RulesetPtr> rulesets;

  // Runs `work` alone, with SQLite's exceptions turned into errors.
  template <class Work>
  auto guarded(Work work) -> decltype(work()) {
    const std::scoped_lock lock(mutex);
    try {
      return work();
    } catch (const SQLite::Exception& exception) {
      return std::unexpected(to_error(exception, path));
    }
  }

  Result<rules::RulesetPtr> ruleset(const std::string& toml) {
    if (const auto known = rulesets.find(toml); known != rulesets.end()) return known->second;
    auto parsed = rules::parse_ruleset(toml, "its ruleset");
    if (parsed) rulesets.emplace(toml, *parsed);
    return parsed;
  }

  // A row for a record, proven to come back as the same ruleset.
  Result<GameRow> row_of(const record::GameRecord& record) {
    auto row = to_row(record);
    if (!row) return row;
    const auto rules = ruleset(row->rules);
    if (!rules) return std::unexpected(rules.error());
    if (**rules != record.game.start().ruleset()) {
      return fail(Error::Code::Range, "its ruleset cannot be written as a ruleset file");
    }
    return row;
  }

  Result<StoredGame> read_game(SQLite::Statement& query) {
    const GameId id = query.getColumn(0).getInt64();
    const GameRow row = read_row(query);
    const auto rules = ruleset(row.rules);
    if (!rules) return fail_at(rules.error(), "game {} of {}", id, path.string());
    auto record = from_row(row, *rules);
    if (!record) return fail_at(record.error(), "game {} of {}", id, path.string());
    StoredGame game{id, std::nullopt, std::nullopt, std::move(*record)};
    if (!query.isColumnNull(1)) game.run = query.getColumn(1).getInt64();
    if (!query.isColumnNull(2)) game.item = static_cast<std::uint64_t>(query.getColumn(2).getInt64());
    return game;
  }

  std::int64_t ruleset_id(const rules::Ruleset& rules, const std::string& toml) {
    SQLite::Statement insert(*db, "INSERT INTO ruleset (name, toml) VALUES (?, ?) ON CONFLICT DO NOTHING");
    insert.bind(1, rules.name);
    insert.bind(2, toml);
    insert.exec();
    SQLite::Statement query(*db, "SELECT id FROM ruleset WHERE toml = ?");
    query.bind(1, toml);
    query.executeStep();
    return query.getColumn(0).getInt64();
  }

  // Inside a transaction of the caller.
  GameId insert(const GameRow& row, const record::GameRecord& record, std::optional<RunId> run,
                std::optional<std::int64_t> item) {
    const std::int64_t rules = ruleset_id(record.game.start().ruleset(), row.rules);
    SQLite::Statement statement(
        *db,
        "INSERT INTO game (run, item, rules, start, moves, black, white, event, date, ending, loser, reason, "
        "score, stated_score, notes, fingerprint) VALUES (:run, :item, :rules, :start, :moves, :black, "
        ":white, :event, :date, :ending, :loser, :reason, :score, :stated_score, :notes, :fingerprint)");
    bind(statement, ":run", run);
    bind(statement, ":item", item);
    statement.bind(":rules", rules);
    bind(statement, ":start", row.start);
    statement.bind(":moves", row.moves);
    statement.bind(":black", row.black);
    statement.bind(":white", row.white);
    statement.bind(":event", row.event);
    statement.bind(":date", row.date);
    statement.bind(":ending", row.ending);
    bind(statement, ":loser", row.loser);
    statement.bind(":reason", row.reason);
    bind(statement, ":score", black_score(record));
    bind(statement, ":stated_score", row.stated_score);
    bind(statement, ":notes", row.notes);
    statement.bind(":fingerprint", fingerprint(row));
    statement.exec();
    return db->getLastInsertRowid();
  }

  bool holds(const GameRow& row) {
    SQLite::Statement query(*db, std::string("SELECT 1") + kGameTables +
                                     "WHERE fingerprint = ? AND toml = ? AND start IS ? AND moves = ? AND "
                                     "black = ? AND white = ? AND event = ? AND date = ? AND ending = ? AND "
                                     "loser IS ?");
    query.bind(1, fingerprint(row));
    query.bind(2, row.rules);
    if (row.start) query.bind(3, *row.start);
    query.bind(4, row.moves);
    query.bind(5, row.black);
    query.bind(6, row.white);
    query.bind(7, row.event);
    query.bind(8, row.date);
    query.bind(9, row.ending);
    if (row.loser) query.bind(10, *row.loser);
    return query.executeStep();
  }

  bool has_run(RunId run) {
    SQLite::Statement query(*db, "SELECT 1 FROM run WHERE id = ?");
    query.bind(1, run);
    return query.executeStep();
  }

  std::unexpected<Error> no_run(RunId run) const {
    return fail(Error::Code::NotFound, "{} has no run {}", path.string(), run);
  }
};

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

Result<std::vector<GameId>> Store::import_games(const std::vector<record::GameRecord>& records,
                                                Duplicates duplicates) {
  return database_->guarded([&]() -> Result<std::vector<GameId>> {
    const FullFlush flush(*database_->db);
    SQLite::Transaction transaction(*database_->db, SQLite::TransactionBehavior::IMMEDIATE);
    std::vector<GameId> ids;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto row = database_->row_of(records[i]);
      if (!row) return fail_at(row.error(), "game {}", i + 1);
      if (duplicates == Duplicates::Skip && database_->holds(*row)) continue;
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
    if (!query.executeStep()) {
      return fail(Error::Code::NotFound, "{} has no game {}", database_->path.string(), id);
    }
    return database_->read_game(query);
  });
}

Result<std::vector<StoredGame>> Store::list(const GameFilter& filter) const {
  return database_->guarded([&]() -> Result<std::vector<StoredGame>> {
    auto query = select_games(*database_->db, kGameColumns, filter);
    std::vector<StoredGame> games;
    while (query.executeStep()) {
      auto game = database_->read_game(query);
      if (!game) return std::unexpected(game.error());
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
