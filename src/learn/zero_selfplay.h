// Self-play of Turncoat Zero: each thread plays many games at once, so that the leaves of their searches fill
// the judge's batches, and every finished game gives training samples. Games go on from one call of play() to
// the next, even with another judge; only those that ended count.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/error.h"
#include "learn/zero_recipe.h"
#include "mcts/judge.h"
#include "nn/sample.h"
#include "rules/game.h"

namespace turncoat::learn {

struct ZeroGame {
  std::uint64_t number = 0;
  rules::Game game;
  std::vector<nn::Sample> samples;
  std::uint64_t judged = 0;  // positions
  std::uint64_t searches = 0;
};

// How a thread's games know endings; either may be empty.
struct ZeroSolvers {
  mcts::Solve leaves;      // as the recipe's `solve` says
  mcts::SolveRoot ending;  // as its `finish` says
};
ZeroSolvers make_solvers(const rules::Ruleset& rules, const ZeroRecipe& recipe);

class ZeroSelfplayGame;

class ZeroSelfplay {
 public:
  using MakeJudge = std::function<Result<std::unique_ptr<mcts::Judge>>()>;

  // Games are numbered from `first`; the number and the seed decide a game's random choices.
  ZeroSelfplay(rules::RulesetPtr rules, const ZeroRecipe& recipe, int threads, std::uint64_t seed,
               std::uint64_t first);
  ~ZeroSelfplay();

  // For searches that begin from now on; between calls of play() only.
  void set_simulations(int sims) { recipe_.sims = sims; }

  // Plays until `games` more have ended or a stop is asked for. `on_game` is called for each, one call at a
  // time; its error ends the run.
  Result<void> play(std::uint64_t games, const MakeJudge& make_judge,
                    const std::function<Result<void>(ZeroGame&&)>& on_game, std::stop_token stop);

 private:
  struct Table;  // one thread's games

  rules::RulesetPtr rules_;
  ZeroRecipe recipe_;
  std::uint64_t seed_;
  std::atomic<std::uint64_t> next_;
  std::vector<std::unique_ptr<Table>> tables_;
};

// One game, moved on from leaf to leaf.
class ZeroSelfplayGame {
 public:
  ZeroSelfplayGame(const rules::RulesetPtr& rules, const ZeroRecipe& recipe, ZeroSolvers solvers,
                   std::uint64_t seed, std::uint64_t number);

  // Goes on to the next position that must be judged and adds it; false when the game has ended.
  bool step(std::vector<rules::Position>& positions);
  void feed(const mcts::Judgement& judgement);
  // Requires that step() said so.
  ZeroGame finished();

 private:
  struct Searched {
    rules::Position position;
    std::vector<nn::MoveShare> policy;  // empty: not to be learned
    double value = 0;                   // the search's, for the mover
    double score = 0;                   // likewise, in discs
    double surprise = 0;
    bool solved = false;
    bool bare = false;  // what came of it tells of the policy alone
  };

  void deal();
  void end_trial();
  std::optional<rules::Move> told_move() const;
  bool solvable() const;
  bool begin_move();
  bool rival_moves() const;
  rules::Square random_move();
  void end_search();
  int best_endings(std::vector<rules::Move>& best) const;
  void play_ending();
  void play(rules::Move move);
  Searched& note(std::vector<std::pair<rules::Move, double>> shares);

  const ZeroRecipe& recipe_;
  ZeroSolvers solvers_;
  Rng rng_;
  std::uint64_t number_;
  rules::Game game_;
  mcts::GuidedSearch search_;
  int random_moves_ = 0;
  std::array<double, 2> tastes_{};     // of Black and White, in these
  std::optional<rules::Color> rival_;  // the side that never searches
  double rival_taste_ = 0;
  int bare_until_ = 0;             // up to this ply the policy alone plays
  int trials_ = 0;                 // games that the policy may still play to lose one; now, when above 0
  int trial_from_ = 0;             // the ply at which the one under way left its opening
  double trial_value_ = 0;         // what the policy's side last thought of it
  std::vector<rules::Move> told_;  // of a lost trial, to be followed up to bare_until_
  bool searching_ = false;
  bool full_ = true;  // the search under way teaches the policy
  std::vector<Searched> searched_;
  std::uint64_t judged_ = 0;
  std::uint64_t searches_ = 0;
};

}  // namespace turncoat::learn
