#include "eval/testing/random_positions.h"

#include "rules/testing/random_games.h"

namespace turncoat::eval {

std::vector<rules::Position> testing_positions(int per_size, std::uint64_t seed) {
  std::vector<rules::Position> positions;
  for (int size = rules::kMinSize; size <= rules::kMaxSize; size += 2) {
    Rng rng = Rng::stream(seed, static_cast<std::uint64_t>(size));
    for (int found = 0; found < per_size;) {
      const auto plies = static_cast<int>(rng.below(static_cast<std::uint32_t>(size * size - 4)));
      const rules::Game game = rules::testing::random_game(rules::standard(size), rng, plies);
      if (game.position().legal_moves().empty()) continue;
      positions.push_back(game.position());
      ++found;
    }
  }
  return positions;
}

}  // namespace turncoat::eval
