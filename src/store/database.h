// Store::Database: the connection behind a Store, and the SQL that its files share. For src/store only.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include <SQLiteCpp/SQLiteCpp.h>

#include "store/game_row.h"
#include "store/schema.h"
#include "store/store.h"

namespace turncoat::store {

// The order that `Database::read_game` expects.
inline constexpr const char* kGameColumns =
    "game.id, game.run, game.item, ruleset.toml, start, moves, black, white, event, date, ending, loser, "
    "reason, stated_score, notes";
inline constexpr int kGameColumnCount = 15;
inline constexpr const char* kGameTables = " FROM game JOIN ruleset ON ruleset.id = game.rules ";

std::string utc_now();

inline std::optional<std::string> optional_text(const SQLite::Column& column) {
  return column.isNull() ? std::nullopt : std::optional(column.getString());
}

template <class T>
void bind(SQLite::Statement& statement, const char* name, const std::optional<T>& value) {
  if (value) {
    statement.bind(name, *value);
  } else {
    statement.bind(name);
  }
}

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

  Result<rules::RulesetPtr> ruleset(const std::string& toml);

  // A row for a record, proven to come back as the same ruleset.
  Result<GameRow> row_of(const record::GameRecord& record);

  Result<StoredGame> read_game(SQLite::Statement& query);

  std::int64_t ruleset_id(const rules::Ruleset& rules, const std::string& toml);

  // Inside a transaction of the caller.
  GameId insert(const GameRow& row, const record::GameRecord& record, std::optional<RunId> run,
                std::optional<std::int64_t> item);
  // The same game with other moves, ending and notes; false when it is not there.
  bool update(GameId id, const GameRow& row, const record::GameRecord& record);

  // The oldest game that is the same.
  std::optional<GameId> find(const GameRow& row);
  bool has_run(RunId run);
  std::unexpected<Error> no_run(RunId run) const;
  std::unexpected<Error> no_game(GameId game) const;
};

}  // namespace turncoat::store
