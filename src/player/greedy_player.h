// GreedyPlayer: takes the move that turns the most discs now; equal ones are drawn by lot. What beginners do.
#pragma once

#include "player/player.h"

namespace turncoat::player {

class GreedyPlayer final : public Player {
 public:
  Result<void> new_game(const rules::Position& start, std::uint64_t seed) override;
  Result<Choice> choose(const rules::Game& game, const Request& request) override;

 private:
  std::uint64_t seed_ = 0;
};

}  // namespace turncoat::player
