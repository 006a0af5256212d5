// AlphaBetaPlayer: alpha-beta with a hand-made evaluation, on every board.
// When the opponent has to pass as its line foresaw, it plays the line on without searching again.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/params.h"
#include "player/player.h"
#include "player/stall_watch.h"
#include "search/searcher.h"

namespace turncoat::search {

enum class EvalKind { Staged, Linear };

struct AlphaBetaParams {
  int depth = 0;
  std::chrono::nanoseconds time{0};
  EvalKind eval = EvalKind::Staged;
  std::string weights = "seed-best";
  int patience = 0;
  std::uint64_t tt = 16 << 20;

  static void describe(Fields<AlphaBetaParams>& fields);
};

class AlphaBetaPlayer final : public player::Player {
 public:
  // `evaluation` is what `eval` and `weights` of the parameters mean.
  AlphaBetaPlayer(const AlphaBetaParams& params, Evaluation evaluation);

  Result<void> new_game(const rules::Position& start, std::uint64_t seed) override;
  Result<player::Choice> choose(const rules::Game& game, const player::Request& request) override;

 private:
  // The next move of the kept line, when the game went along it through a pass of the opponent.
  std::optional<rules::Move> foreseen(const rules::Game& game) const;

  AlphaBetaParams params_;
  Evaluation evaluation_;
  std::unique_ptr<Searcher> searcher_;
  player::StallWatch stalls_;
  std::vector<rules::Move> line_;  // the last finding's, the move played first
  int line_ply_ = 0;               // the game's ply at that move
};

}  // namespace turncoat::search
