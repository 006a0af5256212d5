// A run of Turncoat Zero: rounds of self-play, training, gating and rating in one folder, until the time is
// up or somebody stops it. A run that was stopped or killed goes on where it was.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "base/error.h"
#include "learn/zero_folder.h"
#include "learn/zero_rating.h"
#include "learn/zero_recipe.h"
#include "learn/zero_trainer.h"
#include "mcts/zero_player.h"

namespace turncoat::learn {

struct ZeroRound {
  int round = 0;
  std::uint64_t games = 0;  // of this round
  std::uint64_t samples = 0;
  std::uint64_t judged = 0;
  double play_seconds = 0;  // of this process
  double games_per_second = 0;
  double positions_per_second = 0;  // judged
  ZeroTrained trained;
  int sims = 0;     // for a move
  int window = 0;   // rounds learned from
  double rate = 0;  // of learning
  std::optional<double> gate_score;
  bool accepted = true;
  std::optional<ZeroRating> rating;
  double seconds = 0;  // of the run so far
};

// What decides a run: never changed once it has begun.
struct ZeroSettings {
  rules::RulesetPtr rules;
  std::string arch;
  ZeroRecipe recipe;
  std::uint64_t seed = 1;
  // What to begin with: a network file of the same shape or one that grows into it (nn/grow.h); or the
  // folder of another run, whose network goes on if it can, and whose games are learned from first if the
  // shape is another. Empty: nothing.
  std::filesystem::path from;
};

// Those of the run in a folder. What its recipe does not name, as it is older, is as it was then.
Result<ZeroSettings> read_zero_settings(const std::filesystem::path& folder);

struct ZeroRunOptions : ZeroSettings {
  std::filesystem::path out;
  bool resume = false;               // there must be a run, with these settings
  std::chrono::nanoseconds time{0};  // of the whole run, earlier parts included
  int rounds = 0;                    // of the whole run; 0: until the time is up
  int threads = 1;
  mcts::Numbers numbers = mcts::Numbers::Float;  // of self-play; gates and ratings are played in floats
  std::filesystem::path trainer;
  std::stop_token stop;
  std::function<void(const ZeroRound&)> on_round;
  // What goes on: "self-play", 17 of 384. A total of 0: not known.
  std::function<void(const std::string& what, std::uint64_t done, std::uint64_t total)> on_progress;
};

// Requires time or rounds. Gives the state at the end; a stop is no error.
Result<ZeroState> run_zero(const ZeroRunOptions& options);

// The JSON line of a round, as log.jsonl has it.
nlohmann::ordered_json json_of(const ZeroRound& round);

}  // namespace turncoat::learn
