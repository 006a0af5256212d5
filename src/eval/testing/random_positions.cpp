#include "eval/testing/random_positions.h"

#include "base/rng.h"
#include "rules/game.h"

namespace turncoat::eval {

std::vector<rules::Position> testing_positions(int per_size, std::uint64_t seed) {
  std::vector<rules::Position> positions;
  for (int size = rules::kMinSize; size <= rules::kMaxSize; size += 2) {
    Rng rng = Rng::stream(seed, static_cast<std::uint64_t>(size));
    for (int found = 0; found < per_size;) {
      rules::Game game(rules::standard(size));
      const std::uint32_t plies = rng.below(static_cast<std::uint32_t>(size * size - 4));
      for (std::uint32_t ply = 0; ply < plies && !game.is_over(); ++ply) {
        if (game.pass_if_forced()) continue;
        const rules::SquareSet moves = game.position().legal_moves();
        auto it = moves.begin();
        for (std::uint32_t skip = rng.below(static_cast<std::uint32_t>(moves.size())); skip > 0; --skip) ++it;
        (void)game.play(*it);
      }
      if (game.position().legal_moves().empty()) continue;
      positions.push_back(game.position());
      ++found;
    }
  }
  return positions;
}

}  // namespace turncoat::eval
