// play_game: one game between two players, with clocks. It does not choose players, openings or colours.
// Whatever the players do, a record comes back: an error, an illegal move or a fallen flag loses the game and
// the reason is written down. Only a requested stop leaves it Unfinished, with no loser.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "base/time_control.h"
#include "player/player.h"
#include "record/game_record.h"

namespace turncoat::match {

// Time a side may overstep without losing: covers a thread that is woken late, not slow thinking.
inline constexpr std::chrono::milliseconds kDefaultTimeMargin{10};

// A move that a player was asked for, for whoever watches.
struct MoveReport {
  int ply = 0;  // of the game, opening included
  rules::Color mover = rules::Color::Black;
  rules::Move move = rules::Move::pass();
  player::Thought thought;  // its depth is that of the last iteration that was finished, where one was
  std::chrono::nanoseconds used{0};
};

struct GameOptions {
  std::string black_name;
  std::string white_name;
  std::string event;
  TimeControl time;
  std::array<player::Pace, 2> pace{};  // by rules::index_of
  std::chrono::nanoseconds time_margin = kDefaultTimeMargin;
  std::uint64_t seed = 1;  // each side gets its own seed from it
  std::stop_token stop;
  std::function<void(const MoveReport&)> on_move;  // called after every legal move; may be empty
  // Replaced in tests.
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
  std::function<std::chrono::system_clock::time_point()> wall_clock = std::chrono::system_clock::now;
};

// Plays on from the end of `opening`, whose moves are part of the record and cost no time. Both players learn
// its start position and see its moves in the first game they are asked about. Forced passes are played here.
record::GameRecord play_game(player::Player& black, player::Player& white, const rules::Game& opening,
                             const GameOptions& options);

// "2026-11-15T12:00:00Z".
std::string format_utc(std::chrono::system_clock::time_point time);

}  // namespace turncoat::match
