// Self-play games of random content for tests. Not part of the library.
#pragma once

#include "learn/game_data.h"
#include "rules/testing/random_games.h"

namespace turncoat::learn::testing {

inline GameSettings settings_for(const rules::RulesetPtr& rules) {
  GameSettings settings;
  settings.rules = rules;
  settings.player = "random";
  settings.random_low = 2;
  settings.random_high = 6;
  settings.seed = 7;
  return settings;
}

// A game to its end with any opening and any scores.
inline GameData random_data(const rules::RulesetPtr& rules, Rng& rng) {
  const rules::Game game = rules::testing::random_game(rules, rng);
  GameData data;
  for (const rules::Move move : game.moves()) {
    if (move.is_pass()) continue;
    const rules::Square square = move.square();
    data.moves.push_back(static_cast<std::uint8_t>(square.row() * rules->size + square.column()));
  }
  const auto count = static_cast<std::uint32_t>(data.moves.size());
  data.settled = static_cast<int>(rng.below(count + 1));
  data.random = static_cast<int>(rng.below(static_cast<std::uint32_t>(data.settled) + 1));
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool opening = static_cast<int>(i) < data.random;
    data.scores.push_back(opening ? kNoScore
                                  : static_cast<std::int8_t>(static_cast<int>(rng.below(256)) - 128));
  }
  data.result = game.position().score(rules::Color::Black);
  return data;
}

inline std::vector<GameData> random_games(const rules::RulesetPtr& rules, std::size_t count,
                                          std::uint64_t seed) {
  Rng rng(seed);
  std::vector<GameData> games;
  while (games.size() < count) games.push_back(random_data(rules, rng));
  return games;
}

}  // namespace turncoat::learn::testing
