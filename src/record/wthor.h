// WTHOR, the database format of the French federation: one .wtb file of games a year, and two files of names,
// WTH.JOU for players and WTH.TRN for tournaments. Passes are not stored and are put in again.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "record/game_record.h"

namespace turncoat::record {

enum class WthorNameKind { Players, Tournaments };

// The names of a .jou or .trn file in UTF-8; a game refers to them by their place in the list.
Result<std::vector<std::string>> parse_wthor_names(std::string_view bytes, WthorNameKind kind);

struct WthorNames {
  std::vector<std::string> players;
  std::vector<std::string> tournaments;
};

// The games of a .wtb file, 8x8 or 10x10; all of them, or an error with the byte it was found at. Where a
// list of names is empty, "player 17" and "tournament 3" stand in. The perfect-play score is not kept.
Result<std::vector<GameRecord>> parse_wthor_games(std::string_view bytes, const WthorNames& names);

// A .wtb file of these games. Names are not part of it: every player and tournament is number 0. An error
// when a game is not on the standard start of 8x8, or is none of it.
Result<std::string> format_wthor_games(std::span<const GameRecord> records, int year);

// Whether the bytes have the header of a .wtb file and the length that it promises.
bool looks_like_wthor(std::string_view bytes);

}  // namespace turncoat::record
