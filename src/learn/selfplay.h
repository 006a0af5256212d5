// Self-play: games that a player plays against itself from random openings, for fitting evaluations. Game
// number i depends on the settings and i only, so threads and interruptions do not change a file.
// Not a match: no clocks, no forfeits; a player that fails ends the run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "base/error.h"
#include "learn/game_file.h"
#include "player/player.h"

namespace turncoat::learn {

struct SelfplayOptions {
  GameSettings settings;
  // Called from many threads, for each thread's own players.
  std::function<Result<std::unique_ptr<player::Player>>(const std::string& spec)> make_player;
  std::uint64_t games = 0;  // the file has so many in the end, those already there included
  int threads = 1;
  std::stop_token stop;           // gives up the games in progress, keeps the others
  std::function<void()> on_game;  // called from the playing threads for each game that ended; may be empty
};

// Adds games to the file until it has enough; when stopped, all those whose predecessors are there.
Result<void> make_games(const SelfplayOptions& options, GameWriter& writer);

// The players that play one game after another on one thread. One instance plays both sides: what it
// remembers of one serves the other.
struct Table {
  std::unique_ptr<player::Player> player;
  std::unique_ptr<player::Player> solver;  // null where the settings name none
};

// Game `number` of these settings. `stop` gives it up: Cancelled.
Result<GameData> play_game(const GameSettings& settings, std::uint64_t number, Table& table,
                           std::stop_token stop = {});

}  // namespace turncoat::learn
