// RidgeModel: the weight of every square at every number of discs, learned by ridge regression from games,
// random ones or its own, with how it was learned. A position is worth the sum of its squares' weights, the
// mover's less the other side's, in discs. Kept as JSON (docs/file-formats.md); learn/ridge_fit.h makes them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace turncoat::eval {

// One regression: positions with so many discs.
struct RidgeStage {
  int discs = 0;
  std::uint64_t positions = 0;  // learned from
  std::uint64_t held_out = 0;   // positions of games kept out, to measure the error on
  double rmse = 0;              // on those, in discs; 0 without any
  double spread = 0;            // of their results around the mean: the error of knowing nothing
  double intercept = 0;         // the result to expect at equal discs, from the side that began
  std::vector<double> weights;  // of the squares, row by row

  friend bool operator==(const RidgeStage&, const RidgeStage&) = default;
};

struct RidgeModel {
  // Weights are kept, printed and played in this many parts of a disc.
  static constexpr int kUnit = 10'000;
  static constexpr double kLargestWeight = 100;

  std::string rules;           // the ruleset's name
  int size = 8;                // of the board
  int start_discs = 4;         // at move 0
  std::uint64_t games = 0;     // of every round
  std::uint64_t held_out = 0;  // of these games, kept out
  double alpha = 1;
  std::uint64_t seed = 1;
  bool symmetry = true;            // every position counted in all eight views
  int rounds = 0;                  // of games with the model so far, after the random ones
  double random = 1;               // the share of random moves in the last round's games
  int depth = 0;                   // discs the model looked ahead in them
  std::vector<RidgeStage> stages;  // one per number of discs, rising without a gap up to the full board

  // The regression for a board with so many discs; the nearest one where there is none.
  const RidgeStage& at(int discs) const;

  friend bool operator==(const RidgeModel&, const RidgeModel&) = default;
};

// Every square worth one disc at every stage.
RidgeModel ones_model(int size);

// `source` is named in errors.
Result<RidgeModel> parse_ridge_model(std::string_view json, std::string_view source);
Result<RidgeModel> load_ridge_model(const std::filesystem::path& path);
std::string format_ridge_model(const RidgeModel& model);

}  // namespace turncoat::eval
