// Fits pattern weights to the results of games: for each stage, from the last to the first, the weights that
// make the least squared error, with a penalty on every weight for leaving its value in the stage after, or
// in earlier weights when there are some. A state seen often follows its games; one seen rarely stays with
// its neighbour in time, or as it was. The result depends on the games and the settings only, not on the
// number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "eval/pattern_weights.h"
#include "learn/game_data.h"

namespace turncoat::learn {

// A game from the standard start, passes left out.
struct FitGame {
  std::array<std::uint8_t, 60> squares{};  // bits of the lattice of rules/kernel/board64.h
  std::uint8_t length = 0;
  std::uint8_t first = 0;  // moves before this one were random: positions before them teach nothing
  std::int8_t score = 0;   // black's discs less white's at the end, empties to the winner
  // What the player's search said before each move, from the mover's side; kNoScore: nothing.
  std::array<std::int8_t, 60> searched = nothing();

  static constexpr std::array<std::int8_t, 60> nothing() {
    std::array<std::int8_t, 60> scores{};
    scores.fill(kNoScore);
    return scores;
  }
};

struct FitSettings {
  double shrinkage = 120;   // the weight of the penalty: as much as this many positions
  int iterations = 12;      // of conjugate gradients, per stage
  int held_out_every = 50;  // every n-th game is kept out, to measure the error on
  int overlap = 3;          // plies before and after a stage whose positions teach it too
  // Of a position's target, what the search said of it, far from the end; the rest is the result.
  double search_share = 0.8;
  eval::SharedPatternWeights from;  // weights to go on from, of the same set; null: none
  int threads = 1;
  std::stop_token stop = {};  // gives up at the next step of conjugate gradients
};

struct StageReport {
  int stage = 0;
  std::uint64_t positions = 0;
  std::uint64_t held_out = 0;
  double fit_rmse = 0;  // discs
  double rmse = 0;      // on held-out games, after rounding to int16
  double mae = 0;
};

// Of games on the set's board. `report` is called after each stage. Weights that were given up are of no use.
eval::PatternWeights::Packed fit_patterns(const eval::PatternSet& set, std::span<const FitGame> games,
                                          const FitSettings& settings,
                                          const std::function<void(const StageReport&)>& report);

// One set of weights for the light evaluation that orders moves near the end, in the form of a stage.
// `report` is called once; its stage is the number of stages.
std::vector<std::int16_t> fit_order(const eval::PatternSet& set, std::span<const FitGame> games,
                                    const FitSettings& settings,
                                    const std::function<void(const StageReport&)>& report);

// The error of given weights on the same held-out games, stage by stage.
std::vector<StageReport> held_out_error(std::span<const FitGame> games, const FitSettings& settings,
                                        const eval::PatternWeights& weights);

}  // namespace turncoat::learn
