// RandomPlayer: any legal move, each as likely as the others. The yardstick every other player must beat.
#pragma once

#include "base/rng.h"
#include "player/player.h"

namespace turncoat::player {

class RandomPlayer final : public Player {
 public:
  Result<void> new_game(const rules::Position& start, std::uint64_t seed) override;
  Result<Choice> choose(const rules::Game& game, const Request& request) override;

 private:
  std::uint64_t seed_ = 0;
};

}  // namespace turncoat::player
