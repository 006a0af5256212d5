// Games of `turncoat play` as files: saved as GGF, loaded from anything the record module reads.
#pragma once

#include <string>

#include "base/error.h"
#include "record/game_record.h"

namespace turncoat::cli {

enum class Saved { New, Replaced };

// The file is complete or untouched, whatever happens. Only ordinary files are replaced.
Result<Saved> save_game(const std::string& path, const record::GameRecord& record);

// The file's first game. GGF tells the start but not the rules: where the start is that of `current`, or else
// of a preset, the game is given those rules.
Result<record::GameRecord> load_game(const std::string& path, const rules::Ruleset& current);

// A game from the start of `rules`, written as a transcript.
Result<record::GameRecord> game_from_moves(const rules::RulesetPtr& rules, const std::string& transcript);

// "d3c5f6", passes left out.
std::string format_moves(const rules::Game& game);

}  // namespace turncoat::cli
