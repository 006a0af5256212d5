#include "player/greedy_player.h"

#include "player/pick.h"

namespace turncoat::player {

Result<void> GreedyPlayer::new_game(const rules::Position&, std::uint64_t seed) {
  seed_ = seed;
  return {};
}

Result<Choice> GreedyPlayer::choose(const rules::Game& game, const Request&) {
  const rules::Position& position = game.position();
  int most = 0;
  rules::SquareSet best;
  for (const rules::Square square : position.legal_moves()) {
    const int turned = position.flips(square).size();
    if (turned > most) {
      most = turned;
      best = {};
    }
    if (turned == most) best.insert(square);
  }
  Rng rng = Rng::stream(seed_, static_cast<std::uint64_t>(game.ply()));
  Choice choice{pick(best, rng), {}};
  choice.thought.note = fmt::format("turns {}", most);
  return choice;
}

}  // namespace turncoat::player
