// GameRecord: a game with what surrounded it: who played, when, how it ended. What files, the store and
// matches hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"

namespace turncoat::record {

enum class Ending {
  Finished,    // played to the end
  Unfinished,  // broken off; nobody lost
  Resigned,    // the rest name a loser
  Time,        // the flag fell
  Illegal,     // an illegal move was played
  Failed,      // the player died, hung or talked nonsense
};

// What a file or a player tells of one move. Scores are discs from the mover's side.
struct MoveNote {
  std::optional<double> score;
  std::optional<double> seconds;

  friend bool operator==(const MoveNote&, const MoveNote&) = default;
};

struct GameRecord {
  rules::Game game;
  std::string black;
  std::string white;
  std::string event;  // place or tournament
  std::string date;   // as the source writes it; ours are "2026-11-15T12:00:00Z"
  Ending ending = Ending::Unfinished;
  std::optional<rules::Color> loser;  // set for Resigned, Time, Illegal and Failed
  std::string reason;                 // in words, for the same endings
  std::optional<double>
      stated_score;             // Black's result as the source states it, which may differ from the board's
  std::vector<MoveNote> notes;  // one per move of `game`, or empty

  explicit GameRecord(rules::Game played) : game(std::move(played)) {}
  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

// Black's score: the board's count when the game was played out, all squares against the loser of a forfeited
// or resigned one, nothing for a game broken off.
std::optional<int> black_score(const GameRecord& record);

std::string_view ending_name(Ending ending);  // "finished", "time", ...
std::optional<Ending> ending_from_name(std::string_view name);

}  // namespace turncoat::record
