// run_games: plays a list of games on several threads. Each thread keeps its own players, by place in the
// list. A game's seed comes from the run's seed and its item number, so the results do not depend on the
// number of threads as long as the players do not look at the clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "match/game_loop.h"
#include "match/outcome.h"
#include "match/schedule.h"

namespace turncoat::match {

struct RunnerOptions {
  std::vector<std::string> players;  // specs, by place; also their names in the records
  // Called from many threads. An error loses every game that needs the player.
  std::function<Result<std::unique_ptr<player::Player>>(const std::string& spec)> make_player;
  std::vector<rules::Game> openings;  // at least one
  std::string event;
  TimeControl time;
  std::vector<player::Pace> paces;  // by player; the last also of those behind it, smooth when empty
  std::chrono::nanoseconds time_margin = kDefaultTimeMargin;
  std::uint64_t seed = 1;
  int threads = 1;
  std::stop_token stop;
  // Called once for each game played here as soon as it ends, in any order but one call at a time. An error
  // ends the run.
  std::function<Result<void>(const PlannedGame&, const record::GameRecord&)> on_game;
  // Called after each move of the games played here, from the thread that plays.
  std::function<void(const PlannedGame&, const MoveReport&)> on_move;
  // Called once for each game in the order of the plan, as soon as all earlier ones are known, one call at a
  // time. True ends the run: later games are not counted, even if they were already played.
  std::function<bool(const PlannedGame&, const Outcome&)> enough;
};

// The outcomes by place in `plan`; nothing for games that were not played or do not count. Games whose item
// is in `finished` are not played again.
Result<std::vector<std::optional<Outcome>>> run_games(std::span<const PlannedGame> plan,
                                                      const std::map<std::uint64_t, Outcome>& finished,
                                                      const RunnerOptions& options);

}  // namespace turncoat::match
