// ScriptedPlayer: does what a test says, move by move; after its script it plays the first legal move.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "player/player.h"

namespace turncoat::player {

class ScriptedPlayer final : public Player {
 public:
  using Step = std::function<Result<Choice>(const rules::Game&, const Request&)>;

  explicit ScriptedPlayer(std::vector<Step> steps = {}) : steps_(std::move(steps)) {}

  Result<void> new_game(const rules::Position& start, std::uint64_t seed) override {
    starts.push_back(start);
    seeds.push_back(seed);
    next_ = 0;
    return refuses ? Result<void>(std::unexpected(*refuses)) : Result<void>();
  }

  Result<Choice> choose(const rules::Game& game, const Request& request) override {
    requests.push_back(request);
    if (next_ < steps_.size()) return steps_[next_++](game, request);
    return first_legal(game, request);
  }

  static Result<Choice> first_legal(const rules::Game& game, const Request&) {
    return Choice{*game.position().legal_moves().begin(), {}};
  }

  std::optional<Error> refuses;
  std::vector<rules::Position> starts;
  std::vector<std::uint64_t> seeds;
  std::vector<Request> requests;

 private:
  std::vector<Step> steps_;
  std::size_t next_ = 0;
};

}  // namespace turncoat::player
