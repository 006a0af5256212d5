// Random games for the tests of this module.
#pragma once

#include <vector>

#include "base/rng.h"
#include "record/game_record.h"

namespace turncoat::record::testing {

// A preset chosen by the generator, played by random moves for up to `longest` plies.
inline rules::Game random_game(Rng& rng, int longest = 600) {
  const auto names = rules::preset_names();
  rules::Game game(*rules::find_ruleset(names[rng.below(static_cast<std::uint32_t>(names.size()))]));
  for (int ply = 0; ply < longest && !game.is_over(); ++ply) {
    if (game.pass_if_forced()) continue;
    std::vector<rules::Square> moves;
    for (const rules::Square square : game.position().legal_moves()) moves.push_back(square);
    (void)game.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return game;
}

// Cut anywhere, so that games end on a pass, in the middle and at the end.
inline rules::Game random_part_game(Rng& rng) {
  return random_game(rng, static_cast<int>(rng.below(280)));
}

}  // namespace turncoat::record::testing
