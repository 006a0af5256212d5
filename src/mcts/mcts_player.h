// MctsPlayer: Monte-Carlo tree search (UCT with random playouts and a solver), on every board.
// The tree of the last move is kept as far as the game went along it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/params.h"
#include "mcts/searcher.h"
#include "mcts/tree_file.h"
#include "player/player.h"
#include "player/stall_watch.h"

namespace turncoat::mcts {

enum class EvalKind { Staged, Linear };

struct MctsParams {
  std::uint64_t sims = 0;
  std::chrono::nanoseconds time{0};
  double c = 0.3;
  Final final = Final::Visits;
  bool solver = true;
  int exact = 6;
  int cutoff = 0;
  EvalKind eval = EvalKind::Staged;
  std::string weights;  // empty: those evolved for the board
  double scale = 0;
  std::uint64_t memory = 64 << 20;
  int threads = 1;
  int batch = 4;
  std::uint64_t seed = 0;
  std::string tree;

  static void describe(Fields<MctsParams>& fields);
  // `evaluation` is what `eval` and `weights` mean.
  Options options(Evaluation evaluation) const;
};

class MctsPlayer final : public player::Player {
 public:
  // `grown` is the tree that params.tree names, when it names one.
  // `evaluation` is what `eval` and `weights` mean on a board.
  MctsPlayer(const MctsParams& params, std::function<Evaluation(const rules::Ruleset& rules)> evaluation,
             std::shared_ptr<const SavedTree> grown = nullptr);

  Result<void> new_game(const rules::Position& start, std::uint64_t seed) override;
  Result<player::Choice> choose(const rules::Game& game, const player::Request& request) override;

 private:
  // Brings the searcher to the game's position, with as much of the tree as is left of it.
  void follow(const rules::Game& game);
  // Makes room in a tree that is more than half full. With little time it is thrown away instead.
  void make_room(const rules::Position& position, std::optional<std::chrono::nanoseconds> time);
  player::Thought thought_of(const Finding& finding) const;

  MctsParams params_;
  std::function<Evaluation(const rules::Ruleset& rules)> evaluation_;
  std::shared_ptr<const SavedTree> grown_;
  std::unique_ptr<Searcher> searcher_;
  player::StallWatch stalls_;
  std::vector<rules::Move> followed_;  // the game's moves up to the searcher's root
  std::uint64_t seed_ = 0;
};

}  // namespace turncoat::mcts
