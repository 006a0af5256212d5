// Playouts: games played to the end with uniformly random legal moves, as many per second as we can.
// Game number i of a seed draws from Rng::stream(seed, i), once per disc placed; draw r among n moves takes
// the ((r >> 32) * n >> 32)-th square in reading order. So a game depends on start, seed and number only, not
// on kernel, threads or how games are grouped.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "base/error.h"
#include "rules/kernel/board64.h"
#include "rules/kernel/isa.h"
#include "rules/kernel/wide_board.h"
#include "rules/position.h"

namespace turncoat::rules {

// Sums over games, from the side of the start position's mover.
struct PlayoutTally {
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::int64_t score = 0;          // counted as the ruleset counts
  std::uint64_t score_square = 0;  // for the standard error
  std::uint64_t moves = 0;         // discs placed
  std::uint64_t passes = 0;

  constexpr PlayoutTally& operator+=(const PlayoutTally& tally) {
    games += tally.games;
    wins += tally.wins;
    draws += tally.draws;
    losses += tally.losses;
    score += tally.score;
    score_square += tally.score_square;
    moves += tally.moves;
    passes += tally.passes;
    return *this;
  }
  friend constexpr bool operator==(const PlayoutTally&, const PlayoutTally&) = default;
};

// What a playout must know of the ruleset.
struct PlayoutRules {
  int size = 8;
  int mover_bonus = 0;  // the ruleset's bonus for Black, negated when White is to move
  bool empties_to_winner = true;
};
PlayoutRules playout_rules(const Position& position);

// Which games to play: numbers first to first + count - 1 of a seed.
struct PlayoutGames {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

// For a tree search, which asks for a few games at a time and has the kernel board at hand. One thread.
template <class Board>
using Playouts = PlayoutTally (*)(const Board& start, const PlayoutRules& rules, const PlayoutGames& games);

// Requires an Isa of supported_isas().
Playouts<kernel::Board64> playouts64(kernel::Isa isa);
Playouts<kernel::WideBoard> wide_playouts(kernel::Isa isa);

// Many games from any position, on several threads; Cancelled when `stop` was requested. `advance`, if given,
// is called from the working threads with the number of games just finished.
struct PlayoutOptions {
  PlayoutGames games;
  int threads = 1;
  kernel::Isa isa = kernel::best_isa();
};
Result<PlayoutTally> play_random_games(const Position& start, const PlayoutOptions& options,
                                       std::stop_token stop = {},
                                       const std::function<void(std::uint64_t)>& advance = {});

}  // namespace turncoat::rules
