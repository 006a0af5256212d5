#include "player/conformance.h"

#include "player/random_player.h"

namespace turncoat::player {

namespace {

// Plays one game of the player against random moves; the reason it broke off goes to `problems`.
rules::Game play_out(Player& player, rules::Color side, const rules::Position& start, std::uint64_t seed,
                     std::vector<std::string>& problems) {
  rules::Game game(start);
  RandomPlayer random;
  const auto opponent_ready = random.new_game(start, seed + 1);
  const auto ready = player.new_game(start, seed);
  if (!ready || !opponent_ready) {
    problems.push_back(fmt::format("{}: new_game failed: {}", start.ruleset().name, ready.error().message));
    return game;
  }
  while (!game.is_over()) {
    if (game.pass_if_forced()) continue;
    const bool own = game.position().mover() == side;
    Player& mover = own ? player : random;
    const auto choice = mover.choose(game, Request{});
    if (!choice) {
      problems.push_back(fmt::format("{} ply {}: choose failed: {}", start.ruleset().name, game.ply(),
                                     choice.error().message));
      return game;
    }
    if (const auto played = game.play(choice->move); !played) {
      problems.push_back(
          fmt::format("{} ply {}: {}", start.ruleset().name, game.ply(), played.error().message));
      return game;
    }
    if (!choice->thought.line.empty() && choice->thought.line.front() != choice->move) {
      problems.push_back(
          fmt::format("{} ply {}: the line does not start with the move", start.ruleset().name, game.ply()));
    }
  }
  return game;
}

}  // namespace

std::vector<std::string> check_conformance(const std::function<std::unique_ptr<Player>()>& make,
                                           const ConformanceOptions& options) {
  std::vector<std::string> problems;
  for (const rules::RulesetPtr& ruleset : options.rulesets) {
    const rules::Position start(ruleset);
    const std::unique_ptr<Player> seasoned = make();  // plays every game; a fresh one plays each again
    for (int i = 0; i < options.games; ++i) {
      const auto side = i % 2 == 0 ? rules::Color::Black : rules::Color::White;
      const std::uint64_t seed = derive_seed(options.seed, static_cast<std::uint64_t>(i));
      const rules::Game first = play_out(*seasoned, side, start, seed, problems);
      const std::unique_ptr<Player> fresh = make();
      const rules::Game again = play_out(*fresh, side, start, seed, problems);
      if (!(first == again)) {
        problems.push_back(fmt::format("{} game {}: the same seed gave another game", ruleset->name, i));
      }
    }
  }
  return problems;
}

}  // namespace turncoat::player
