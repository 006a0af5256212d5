// Store: games and runs in one SQLite file. The only module that knows SQLite.
// Every call that returns without an error is on disk: a kill -9 right after it loses nothing. A Store may be
// shared by threads; several processes may have the same file open.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "record/game_record.h"

namespace turncoat::store {

using RunId = std::int64_t;
using GameId = std::int64_t;

// A run is one command that makes many games: a match, a tournament, later a training. Its settings, as
// canonical JSON text, are its fingerprint: the same settings are the same run, and can be resumed.
struct Run {
  RunId id = 0;
  std::string kind;  // "match", "tournament"
  std::string settings;
  std::string created;  // UTC, "2026-11-15T12:00:00Z"
  std::uint64_t games = 0;
};

struct StoredGame {
  GameId id = 0;
  std::optional<RunId> run;
  record::GameRecord record;
};

// What `list` selects; empty fields select everything.
struct GameFilter {
  std::string player;  // part of either name, any case
  std::optional<RunId> run;
  std::string rules;
  std::uint64_t limit = 0;  // 0: no limit; the newest come first
};

class Store {
 public:
  // Opens the file, makes it and its folders when missing, brings an older layout up to date. A file that is
  // not ours or comes from a newer Turncoat is refused untouched.
  static Result<std::unique_ptr<Store>> open(const std::filesystem::path& path);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  Result<RunId> begin_run(std::string_view kind, std::string_view settings);
  // The newest run with these settings.
  Result<std::optional<Run>> find_run(std::string_view kind, std::string_view settings) const;
  Result<std::vector<Run>> runs() const;

  // Game number `item` of a run; storing the same item twice is an error.
  Result<GameId> add_game(RunId run, std::uint64_t item, const record::GameRecord& record);
  // The finished games of a run by their number.
  Result<std::map<std::uint64_t, record::GameRecord>> games_of(RunId run) const;

  // Games without a run: all of them or none.
  Result<std::vector<GameId>> import_games(const std::vector<record::GameRecord>& records);
  Result<StoredGame> game(GameId id) const;
  Result<std::vector<StoredGame>> list(const GameFilter& filter) const;

 private:
  struct Database;
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

// $XDG_DATA_HOME/turncoat/turncoat.db, or ~/.local/share/turncoat/turncoat.db.
Result<std::filesystem::path> default_path();

}  // namespace turncoat::store
