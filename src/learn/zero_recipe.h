// ZeroRecipe: every number of a Turncoat Zero run but the board and the network's shape: how games are played
// against itself, how they are learned from, how progress is measured. Presets are starting points;
// "fast:sims=24,games=300" is a preset with changes (docs/zero.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/params.h"
#include "mcts/guided_search.h"

namespace turncoat::learn {

struct ZeroRecipe {
  // Self-play.
  mcts::RootChoice root = mcts::RootChoice::Gumbel;
  int sims = 32;
  int first_sims = 16;
  int cheap = 0;
  double full = 1;
  int considered = 16;
  double cpuct = 3;
  double noise = 0.25;
  double alpha = 0.9;
  double discs = 0.1;
  int solve = 10;
  int finish = 0;
  int opening = 8;
  double taste = 0;
  double rivals = 0;
  double bare = 0;
  int trials = 0;
  int sampling = 24;
  int flight = 32;
  // Targets.
  double blend = 0.3;
  double surprise = 0.5;
  double ending = 0.3;
  // Rounds.
  int games = 256;
  int window = 30;
  bool merge = false;
  double passes = 2;
  int batch = 256;
  double rate = 0.02;
  double rate_end = 0.002;
  double decay = 1e-4;
  double ema = 0.995;
  // Measuring.
  int gate = 0;
  double gate_score = 0.5;
  int rate_every = 10;
  int rate_games = 24;
  int rate_sims = 50;

  static void describe(Fields<ZeroRecipe>& fields);

  mcts::GuidedSettings search() const;
  // Simulations when this share of a run is over: all of them from the middle on.
  int sims_at(double share) const;
};

// Every number by its name, as files keep a recipe.
nlohmann::ordered_json json_of(const ZeroRecipe& recipe);

// "fast", "seed-004:games=50": a preset for a board of this size, with changes.
Result<ZeroRecipe> parse_recipe(std::string_view text, int size);
std::vector<std::string> recipe_presets();

}  // namespace turncoat::learn
