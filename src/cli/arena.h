// Arena: what `match` and `tournament` share: their options, the players, rules and openings behind them, the
// run in the store, and the playing itself. How results are counted and shown is up to the commands.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "match/outcome.h"
#include "match/results.h"
#include "match/runner.h"
#include "store/store.h"

namespace turncoat::cli {

struct ArenaOptions {
  std::uint64_t games = 0;  // of each pairing
  std::string rules = "standard-8";
  std::string scoring;   // empty: as the ruleset says
  std::string openings;  // empty: the balanced ones where there are some, random ones elsewhere
  std::string time;      // empty: as the ruleset says
  std::string pace = "smooth";
  std::string time_margin;
  int threads = 1;
  std::uint64_t seed = 1;
  std::string store;
  bool no_store = false;
  bool resume = false;
  bool json = false;
};

// Declares the options; `options.games` is the default shown for --games.
void add_arena_options(CLI::App& command, ArenaOptions& options, const std::string& games_help);

// What distinguishes one run from another beyond the shared options.
struct ArenaRun {
  std::string kind;                                        // "match", "tournament"
  nlohmann::json own_settings = nlohmann::json::object();  // part of the run's fingerprint
  std::vector<std::string> specs;                          // as the user wrote them
  bool distinct_players = true;
  std::uint64_t pairings = 1;
  std::uint64_t games_per_pairing = 0;  // the most that may be played, extra games included
};

class Arena {
 public:
  // Checks everything the user gave, then opens the store and finds or begins the run.
  static Result<Arena> prepare(const ArenaOptions& options, const ArenaRun& run, Context& context);

  // Canonical specs, in the user's order.
  const std::vector<std::string>& players() const { return runner_.players; }

  // Plays what is not yet stored and stores it. `enough` as in match/runner.h.
  Result<std::vector<std::optional<match::Outcome>>> play(
      std::span<const match::PlannedGame> plan, Progress& progress,
      const std::function<bool(const match::PlannedGame&, const match::Outcome&)>& enough = {});

  // As RunnerOptions::on_move.
  void watch_moves(std::function<void(const match::PlannedGame&, const match::MoveReport&)> on_move) {
    runner_.on_move = std::move(on_move);
  }

  // "standard-8, 1s/move, openings random:8, seed 1"; the pace when it is not the usual one.
  std::string describe() const;
  // rules, time, pace, openings, seed, threads.
  void put_settings(nlohmann::ordered_json& json) const;

 private:
  Arena() = default;
  Result<void> open_run(const ArenaOptions& options, const ArenaRun& run, const std::string& openings,
                        Context& context);

  rules::RulesetPtr rules_;
  std::string openings_text_;
  std::string pace_text_;
  match::RunnerOptions runner_;
  std::unique_ptr<store::Store> store_;
  store::RunId run_ = 0;
  std::map<std::uint64_t, match::Outcome> finished_;
};

// The first few games that did not end on the board, one line each.
class ForfeitLog {
 public:
  void add(const match::PlannedGame& planned, const match::Outcome& outcome,
           std::span<const std::string> players);
  const match::Forfeits& counts() const { return counts_; }
  // Nothing when every game was played out.
  std::string text() const;
  void put_counts(nlohmann::ordered_json& json) const;

 private:
  match::Forfeits counts_;
  std::vector<std::string> first_;
};

// One line of JSON-safe text however odd a player's name is.
std::string dump(const nlohmann::ordered_json& json);

}  // namespace turncoat::cli
