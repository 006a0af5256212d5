// Store: games and runs in one SQLite file. The only module that knows SQLite.
// Every call that returns without an error is in the file: a kill -9 right after it loses nothing. A power
// cut may take the last games of a run, never the file and never an import. A Store may be shared by threads;
// several processes may have the same file open. What is read back is what was stored, or an error.
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

// A run is one command that makes many games: a match, a tournament, a training. Its settings, as
// canonical JSON text, are its fingerprint: the same settings are the same run, and can be resumed.
struct Run {
  RunId id = 0;
  std::string kind;  // "match", "tournament", "evolution"
  std::string settings;
  std::string created;  // UTC, "2026-11-15T12:00:00Z"
  std::uint64_t games = 0;
};

// A game of a run without its moves.
struct RunResult {
  std::uint64_t item = 0;
  std::string black;
  std::string white;
  std::optional<int> score;  // Black's; nothing for a game broken off
};

struct StoredGame {
  GameId id = 0;
  std::optional<RunId> run{};
  std::optional<std::uint64_t> item{};  // its number in the run
  record::GameRecord record;
  std::optional<std::string> live_state{};     // of a game of the server, as in LiveGame; told by `list`
  std::optional<std::string> live_settings{};  // likewise
};

// A game of the server: the game so far, and what is needed to go on with it. While it is played its record
// is Unfinished; when it is over it is a stored game like any other.
struct LiveGame {
  GameId id = 0;
  std::string state{};         // "playing", "paused", "over"
  std::uint64_t revision = 0;  // of the game as clients see it
  std::string settings{};      // sides and clock, JSON of the server's own
  std::string updated{};       // UTC; set by the store
  record::GameRecord record;
};

// What a run learned on the way, as JSON text.
struct HistoryEntry {
  std::uint64_t step = 0;
  std::string entry;

  friend bool operator==(const HistoryEntry&, const HistoryEntry&) = default;
};

// What `list` selects; empty fields select everything.
struct GameFilter {
  std::string player{};  // part of either name, letters a-z in any case
  std::string text{};    // part of a name or the event
  std::optional<RunId> run{};
  bool no_run = false;              // only games of no run: played by people, or imported
  std::string rules{};              // a ruleset's name
  std::optional<int> score_sign{};  // 1: Black won, -1: White won, 0: drawn
  std::string state{};              // as in LiveGame; games of no server are "over"
  std::optional<GameId> before{};   // smaller ids only
  std::uint64_t limit = 0;          // 0: no limit; the newest come first
};

// What an import does with a game that is stored already: same rules, moves, players, event, date and ending.
enum class Duplicates { Keep, Skip };

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

  // Game number `item` of a run; storing the same item twice is Error::Code::Conflict. Error::Code::Range
  // when the record contradicts itself, such as a finished game that is not over.
  Result<GameId> add_game(RunId run, std::uint64_t item, const record::GameRecord& record);
  // The stored games of a run by their number.
  Result<std::map<std::uint64_t, record::GameRecord>> games_of(RunId run) const;

  // Entry `step` of a run's history, in place of an earlier one.
  Result<void> put_history(RunId run, std::uint64_t step, std::string_view entry);
  // In rising order of step.
  Result<std::vector<HistoryEntry>> history_of(RunId run) const;
  // The same without the moves, for tables of thousands of games.
  Result<std::vector<RunResult>> results_of(RunId run) const;

  // Games without a run: all of them or none. The ids of those that were added; skipped ones have none.
  Result<std::vector<GameId>> import_games(const std::vector<record::GameRecord>& records,
                                           Duplicates duplicates = Duplicates::Keep);
  Result<StoredGame> game(GameId id) const;
  Result<std::vector<StoredGame>> list(const GameFilter& filter) const;
  // The same selection without the games, for walks through more than memory holds.
  Result<std::vector<GameId>> ids(const GameFilter& filter) const;
  // How many the filter selects, its limit aside.
  Result<std::uint64_t> count(const GameFilter& filter) const;
  // The oldest game that an import would call the same.
  Result<std::optional<GameId>> find_same(const record::GameRecord& record) const;
  Result<void> remove_game(GameId id);

  // `game.id` is not looked at.
  Result<GameId> add_live(const LiveGame& game);
  // The game's moves and ending, and all the rest but its start, names and date.
  Result<void> save_live(const LiveGame& game);
  // Nothing when the game is not one of the server's.
  Result<std::optional<LiveGame>> live(GameId id) const;
  // The ids of those in this state, the last updated first.
  Result<std::vector<GameId>> live_ids(std::string_view state) const;

 private:
  struct Database;
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

// $XDG_DATA_HOME/turncoat/turncoat.db, or ~/.local/share/turncoat/turncoat.db.
Result<std::filesystem::path> default_path();

}  // namespace turncoat::store
