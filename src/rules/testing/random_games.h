// Random games and positions on every board, for property tests. Not part of the library.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/rng.h"
#include "rules/game.h"

namespace turncoat::rules::testing {

inline std::vector<RulesetPtr> all_presets() {
  std::vector<RulesetPtr> list;
  for (const std::string& name : preset_names()) list.push_back(*find_ruleset(name));
  return list;
}

// Plays one random legal move, or the pass when it is forced. Requires a game that is not over.
inline void play_random_move(Game& game, Rng& rng) {
  if (game.pass_if_forced()) return;
  const SquareSet legal = game.position().legal_moves();
  std::vector<Square> moves;
  moves.reserve(static_cast<std::size_t>(legal.size()));
  for (const Square square : legal) moves.push_back(square);
  (void)game.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
}

// Plays random legal moves, passes included, until the end or for `plies`.
inline Game random_game(const RulesetPtr& rules, Rng& rng, int plies = std::numeric_limits<int>::max()) {
  Game game(rules);
  while (!game.is_over() && game.ply() < plies) play_random_move(game, rng);
  return game;
}

// Some position of a random game with at most `empties` empty squares left and a move to make.
inline Position late_position(const RulesetPtr& rules, int empties, std::uint64_t seed) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    Rng rng = Rng::stream(seed, attempt);
    Game game(rules);
    while (!game.is_over() && game.position().empties().size() > empties) play_random_move(game, rng);
    if (!game.position().legal_moves().empty()) return game.position();
  }
}

// The mover's score with best play, by looking at everything.
inline int plain_negamax(const Position& position) {
  if (position.is_over()) return position.score(position.mover());
  if (position.must_pass()) return -plain_negamax(position.after(Move::pass()));
  int best = std::numeric_limits<int>::min();
  for (const Square square : position.legal_moves()) {
    best = std::max(best, -plain_negamax(position.after(square)));
  }
  return best;
}

// Any discs anywhere, reachable or not.
inline Position random_position(const RulesetPtr& rules, Rng& rng) {
  SquareSet discs[2];
  for (const Square square : rules->board()) {
    if (const auto which = rng.below(3); which < 2) discs[which].insert(square);
  }
  return *Position::make(rules, discs[0], discs[1], rng.below(2) == 0 ? Color::Black : Color::White);
}

}  // namespace turncoat::rules::testing
