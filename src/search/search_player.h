// SearchPlayer: a player that looks ahead with a Searcher; what it looks with and how far is in its settings
// (search/alphabeta.h and search/engine.h make them).
// When the opponent has to pass as its line foresaw, or the line is exact and the game follows it, it plays
// the line on without searching again. One that ponders searches on while the opponent thinks.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "player/player.h"
#include "player/stall_watch.h"
#include "search/fallible.h"
#include "search/searcher.h"

namespace turncoat::search {

struct SearchSettings {
  std::function<Result<Evaluation>(const rules::Ruleset& rules)> evaluation;
  Options options;
  std::chrono::nanoseconds time{0};  // for each move, whatever the clock says; 0: by the clock
  std::uint64_t nodes = 0;           // 0: no limit
  Fallibility fallibility;
  bool ponder = false;   // think on the opponent's time; its moves then depend on how long that was
  bool plays_on = true;  // plays a foreseen line on without searching again
  // How far to look from a position; `clock` tells whether the time is limited.
  std::function<void(const rules::Position& position, bool clock, Limits& limits)> plan;
  // About how long it takes to search a position with so many empties to its end; none: nobody knows. With a
  // clock for the game half of what is left may go into that, as later moves then cost nothing.
  std::function<std::chrono::nanoseconds(int empties)> time_to_end;
};

class SearchPlayer final : public player::Player {
 public:
  explicit SearchPlayer(SearchSettings settings);
  ~SearchPlayer() override;

  Result<void> accepts(const rules::Ruleset& rules) const override;
  Result<void> new_game(const rules::Position& start, std::uint64_t seed) override;
  Result<player::Choice> choose(const rules::Game& game, const player::Request& request) override;

 private:
  // The next move of the last plan, when the game went along it and it still holds: it was exact, or all the
  // opponent did was pass.
  std::optional<player::Choice> foreseen(const rules::Game& game) const;

  // Searches the reply it expects to the move it chose, until stop_pondering(): what is found is remembered.
  void start_pondering(const rules::Game& game, const player::Choice& choice);
  void stop_pondering();

  // A move that loses as much as the settings allow, by chance.
  player::Choice err(const rules::Position& position, const Limits& limits);

  SearchSettings settings_;
  rules::RulesetPtr rules_;
  Rng rng_{0};
  std::unique_ptr<Searcher> searcher_;
  player::StallWatch stalls_;
  Finding plan_;            // of the last search
  int plan_ply_ = 0;        // the game's ply then
  std::jthread pondering_;  // uses searcher_, which is nobody else's while it runs
};

// What is told of a finding while and after thinking.
player::Thought thought_of(const Finding& finding);

}  // namespace turncoat::search
