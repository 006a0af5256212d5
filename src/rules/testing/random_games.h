// Random games and positions on every board, for property tests. Not part of the library.
#pragma once

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

// Plays random legal moves, passes included, until the end or for `plies`.
inline Game random_game(const RulesetPtr& rules, Rng& rng, int plies = std::numeric_limits<int>::max()) {
  Game game(rules);
  while (!game.is_over() && game.ply() < plies) {
    if (game.pass_if_forced()) continue;
    std::vector<Square> moves;
    for (const Square square : game.position().legal_moves()) moves.push_back(square);
    (void)game.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return game;
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
