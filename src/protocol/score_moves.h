// score_moves: what each legal move is worth, from a player that only chooses: it is asked about every
// position one move on. An analysis that sees all moves at once may take this function's place.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/error.h"
#include "player/player.h"

namespace turncoat::protocol {

struct MoveScore {
  rules::Move move;
  double discs = 0;               // for the mover; a guess from the player's value when it counts no discs
  bool exact = false;             // searched to the end of the game
  std::optional<int> depth;       // plies, the move itself included
  std::uint64_t nodes = 0;        // of the last round
  std::vector<rules::Move> line;  // `move` first
};

// Each round gives every move more time, and ends with a call of `report`.
struct ScoreOptions {
  // For one move. Nothing: one round without a clock, for a player that has a limit of its own.
  std::optional<std::chrono::nanoseconds> first_round = std::chrono::milliseconds(20);
  int growth = 5;
  int rounds = 4;  // fewer when a round tells nothing new
  std::stop_token stop = {};
};

// Best first. Moves that lead to the same position, turned or mirrored, are judged once. A stop gives the
// last full round, or nothing when there was none. Requires that the player was given the start of `game` and
// that the mover has a legal move.
Result<std::vector<MoveScore>> score_moves(
    player::Player& player, const rules::Game& game, const ScoreOptions& options,
    const std::function<void(const std::vector<MoveScore>& best_first)>& report);

// What a player thinks of a position, from one side. Forced passes and only moves are played first: players
// answer those without thinking.
struct Judgement {
  rules::Game game;             // with the forced moves
  std::optional<double> discs;  // for the side asked about; nothing when the player has no opinion
  bool exact = false;
  player::Thought thought;  // at the end of `game`; empty when that is the end of the game
};
Result<Judgement> judge(player::Player& player, const rules::Game& game, rules::Color side,
                        const player::Request& request);

// Discs for the mover of `position`: the player's score, else a guess from its value, else nothing.
std::optional<double> discs_of(const player::Thought& thought, const rules::Position& position);

// Whether the thought goes to the end of the game.
bool is_exact(const player::Thought& thought, const rules::Position& position);

}  // namespace turncoat::protocol
