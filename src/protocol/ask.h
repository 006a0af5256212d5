// ask: one move from a player whose faults must not become ours. What a protocol answers is a legal move, a
// resignation or an error, never an exception and never an illegal move.
#pragma once

#include <cstdint>
#include <memory>

#include "base/error.h"
#include "player/player.h"

namespace turncoat::protocol {

// Decides every random choice: the same conversation gives the same moves.
inline constexpr std::uint64_t kSeed = 1;

Result<void> start_game(player::Player& player, const rules::Position& start);

// Requires a game whose mover has a legal move.
Result<player::Choice> ask(player::Player& player, const rules::Game& game, const player::Request& request);

// "d3" in any case, or a pass as pass, pa, ps or --.
Result<rules::Move> read_move(std::string_view text, int size);

// Plays the move, after the pass that must have happened before it when the side to move has none. Nothing is
// played when it is not legal. The number of plies played.
Result<int> play_with_implied_pass(rules::Game& game, rules::Move move);

}  // namespace turncoat::protocol
