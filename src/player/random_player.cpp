#include "player/random_player.h"

#include "player/pick.h"

namespace turncoat::player {

Result<void> RandomPlayer::new_game(const rules::Position&, std::uint64_t seed) {
  seed_ = seed;
  return {};
}

Result<Choice> RandomPlayer::choose(const rules::Game& game, const Request&) {
  Rng rng = Rng::stream(seed_, static_cast<std::uint64_t>(game.ply()));
  return Choice{pick(game.position().legal_moves(), rng), {}};
}

}  // namespace turncoat::player
