// GameRow: a game record as the columns of the `game` table, and back. Knows no SQL.
// from_row(to_row(record)) is the record; from_row takes any text and replays the moves, so a row that was
// changed by hand gives an error and never an impossible game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "record/game_record.h"

namespace turncoat::store {

struct GameRow {
  std::string rules;                 // TOML
  std::optional<std::string> start;  // none: the ruleset's own
  std::string moves;
  std::string black;
  std::string white;
  std::string event;
  std::string date;
  std::string ending;
  std::optional<std::string> loser;
  std::string reason;
  std::optional<double> stated_score;
  std::optional<std::string> notes;
};

// Error::Code::Range when the record breaks what GameRecord promises, or holds a number that is none.
Result<GameRow> to_row(const record::GameRecord& record);

// `rules` is the parsed `row.rules`.
Result<record::GameRecord> from_row(const GameRow& row, const rules::RulesetPtr& rules);

// Of what makes two games the same: rules, start, moves, players, event, date, ending. XXH3, 64 bits.
std::int64_t fingerprint(const GameRow& row);

}  // namespace turncoat::store
