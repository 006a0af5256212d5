// Player: the one interface that chooses a move. An agent, not a colour.
// A Player serves one game at a time on one thread; many Players live side by side. Everything it may
// remember from game to game must not change its moves: the same seed and the same game give the same move
// (player/conformance.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time_control.h"
#include "player/pace.h"
#include "rules/game.h"

namespace turncoat::player {

// What is known of a position while or after thinking about it. Scores are discs from the mover's side.
struct Thought {
  std::optional<double> score;
  std::optional<double> value;  // in [-1, 1], for players that judge in other units than discs
  std::optional<int> depth;
  std::uint64_t nodes = 0;
  std::vector<rules::Move> line;  // best line, the chosen move first
  std::string note;               // a few words, such as "book" or "proven win"
};

struct Choice {
  rules::Move move;
  Thought thought;
  bool resigns = false;  // gives the game up; the move is ignored
};

// The circumstances of one move.
struct Request {
  Pace pace = Pace::Smooth;                            // how to spread a game's time over its moves
  TimeBudget time;                                     // unlimited unless a clock runs
  std::optional<std::chrono::nanoseconds> other_time;  // the opponent's clock, when it has one
  std::stop_token stop;                                // asked: answer at once with the best move so far
  std::function<void(const Thought&)>
      report;  // called while thinking, from the thinking thread; may be empty
};

class Player {
 public:
  virtual ~Player() = default;
  Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // Whether it can play by these rules, as far as can be told without starting anything: new_game has the
  // last word.
  virtual Result<void> accepts(const rules::Ruleset&) const { return {}; }

  // Starts a game from this position. An error when the player cannot play it (a size it does not know, a
  // program that does not start). `seed` decides every random choice in the game.
  virtual Result<void> new_game(const rules::Position& start, std::uint64_t seed) = 0;

  // The move for the side to move in `game`, which has a legal move and began at the position given to
  // new_game. An error means the player cannot go on (its program died, hung or talked nonsense); the caller
  // decides what that costs. An illegal move is not checked here.
  virtual Result<Choice> choose(const rules::Game& game, const Request& request) = 0;
};

}  // namespace turncoat::player
