// Games of `turncoat play` as files: saved as GGF, loaded from any format the record module reads.
#pragma once

#include <string>

#include "base/error.h"
#include "record/game_record.h"

namespace turncoat::cli {

enum class Saved { New, Replaced };

// The file is complete or untouched, whatever happens.
Result<Saved> save_game(const std::string& path, const record::GameRecord& record);

struct LoadedGame {
  record::GameRecord record;
  std::size_t games = 1;  // in the file; the record is the first
};

// Files tell the board but not the rules, and transcripts not even the board: a game that can have begun
// under `current` is read under it, others under the rules that their board suggests.
Result<LoadedGame> load_game(const std::string& path, const rules::RulesetPtr& current);

// A game from the start of `rules`, written as a transcript.
Result<record::GameRecord> game_from_moves(const rules::RulesetPtr& rules, const std::string& transcript);

}  // namespace turncoat::cli
