// ZeroPlayer: guided search with a judge that somebody trained, on the boards that judge knows.
// Without simulations it plays the judge's first thought. The tree of the last move is kept as far as the
// game went along it; endings with few empty squares are played exactly.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/params.h"
#include "mcts/guided_search.h"
#include "player/player.h"
#include "player/stall_watch.h"

namespace turncoat::mcts {

enum class Symmetries { None, Random, All, Auto };

// What a network computes in, where it can be chosen.
enum class Numbers { Float, Integer };
// For parameters and options; the first is the usual one.
std::vector<std::pair<std::string, Numbers>> numbers_by_name();
std::string numbers_help();

struct ZeroParams {
  std::string net = "zero";
  int sims = -1;
  std::chrono::nanoseconds time{0};
  RootChoice root = RootChoice::Puct;
  double cpuct = 1.5;
  double discs = 0.1;
  int solve = 20;
  int leaves = 10;
  Symmetries symmetry = Symmetries::Auto;
  int batch = 0;
  int threads = 1;
  Numbers numbers = Numbers::Float;

  static void describe(Fields<ZeroParams>& fields);
  GuidedSettings settings() const;
  // Never Auto: where simulations are counted each may as well be the best there is.
  Symmetries images() const;
};

// What a player needs for boards of one ruleset: its judge and its solver.
struct ZeroTools {
  std::unique_ptr<Judge> judge;
  Solve solve;           // leaves
  SolveRoot solve_root;  // what is to be played
};

class ZeroPlayer final : public player::Player {
 public:
  // `make_tools` is asked at the first game of a ruleset; its error is the player's.
  ZeroPlayer(const ZeroParams& params, std::function<Result<ZeroTools>(const rules::Ruleset&)> make_tools);

  Result<void> accepts(const rules::Ruleset& rules) const override;
  Result<void> new_game(const rules::Position& start, std::uint64_t seed) override;
  Result<player::Choice> choose(const rules::Game& game, const player::Request& request) override;

  // What the last search of choose() found; nothing where none was needed.
  const std::optional<GuidedFinding>& finding() const { return finding_; }
  // The tree behind it. Requires a finding.
  const GuidedTree& tree() const;

 private:
  void follow(const rules::Game& game);
  std::optional<player::Choice> solved(const rules::Position& position,
                                       std::optional<std::chrono::steady_clock::time_point> end,
                                       const std::stop_token& stop) const;

  ZeroParams params_;
  std::function<Result<ZeroTools>(const rules::Ruleset&)> make_tools_;
  rules::RulesetPtr rules_;
  ZeroTools tools_;
  std::optional<GuidedSearch> search_;
  std::vector<rules::Move> followed_;  // the game's moves up to the search's root
  std::optional<GuidedFinding> finding_;
  player::StallWatch stalls_;
  std::uint64_t seed_ = 0;
};

}  // namespace turncoat::mcts
