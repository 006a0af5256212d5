// Balanced openings: every way to begin a game of 8x8 that leaves neither side ahead, for fair matches. One
// game per position, symmetric positions counted once.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "rules/game.h"
#include "search/searcher.h"

namespace turncoat::engine {

struct BalanceSettings {
  int plies = 8;
  double within = 2;  // discs
  int level = 10;     // of the last look; a quick one throws out the clear cases before
  int threads = 1;
};

struct BalancedOpening {
  rules::Game game;
  double score = 0;  // discs, for the side to move
};

// In a fixed order. `advance(done, all)` tells the progress, from any thread.
std::vector<BalancedOpening> balanced_openings(
    const search::PatternEval& patterns, const BalanceSettings& settings,
    const std::function<void(std::uint64_t, std::uint64_t)>& advance, std::stop_token stop);

// Every position after so many plies from the standard start, symmetric ones once, each by the first way to
// it.
std::vector<rules::Game> distinct_openings(int plies);

}  // namespace turncoat::engine
