// HumanPlayer: asks a person, through whatever screen the program has. Knows no screen itself.
#pragma once

#include <functional>
#include <utility>

#include "player/player.h"

namespace turncoat::player {

// Returns the person's move, or Error::Code::Cancelled when they leave.
using AskHuman = std::function<Result<rules::Move>(const rules::Game&, const Request&)>;

class HumanPlayer final : public Player {
 public:
  explicit HumanPlayer(AskHuman ask) : ask_(std::move(ask)) {}

  Result<void> new_game(const rules::Position&, std::uint64_t) override { return {}; }
  Result<Choice> choose(const rules::Game& game, const Request& request) override {
    const auto move = ask_(game, request);
    if (!move) return std::unexpected(move.error());
    return Choice{*move, {}};
  }

 private:
  AskHuman ask_;
};

}  // namespace turncoat::player
