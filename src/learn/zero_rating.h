// How strong a network of a run is: matches with a few simulations against fixed opponents, as Elo above
// `random`, and against another network. The opponents' own ratings are measured once for a run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "match/ratings.h"
#include "match/stats.h"
#include "rules/ruleset.h"

namespace turncoat::learn {

struct ZeroMatchSettings {
  rules::RulesetPtr rules;
  int sims = 50;
  int solve = 0;
  int threads = 1;
  std::uint64_t seed = 1;
  std::stop_token stop;
  std::function<void()> on_game;
};

// "zero:net=...,sims=...".
std::string zero_spec(const std::filesystem::path& net, const ZeroMatchSettings& settings);

// Games between two players from random openings, each opening twice. Cancelled when stopped.
Result<match::MatchStats> play_match(const std::string& first, const std::string& second, std::uint64_t games,
                                     const ZeroMatchSettings& settings);

// Who measures networks on a board of this size, the weakest first; `random` is the first.
std::vector<std::string> rating_opponents(int size);

// Results of the opponents among themselves, as JSON text for a file and back.
struct ZeroAnchors {
  std::vector<std::string> players;
  std::vector<match::PairResult> results;
};
Result<ZeroAnchors> measure_anchors(std::uint64_t games, const ZeroMatchSettings& settings);
std::string format_anchors(const ZeroAnchors& anchors);
Result<ZeroAnchors> parse_anchors(const std::string& text, const std::string& source);

struct ZeroRating {
  double elo = 0;                                      // above random
  double error = 0;                                    // half of the 95 % interval
  std::vector<std::pair<std::string, double>> scores;  // against each opponent, in [0, 1]
};
Result<ZeroRating> rate_network(const std::filesystem::path& net, const ZeroAnchors& anchors,
                                std::uint64_t games, const ZeroMatchSettings& settings);

}  // namespace turncoat::learn
