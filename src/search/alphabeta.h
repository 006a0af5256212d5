// The player `alphabeta`: alpha-beta with a hand-made evaluation, on every board.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "base/params.h"
#include "search/search_player.h"

namespace turncoat::search {

enum class EvalKind { Staged, Linear };

struct AlphaBetaParams {
  int depth = 0;
  std::chrono::nanoseconds time{0};
  EvalKind eval = EvalKind::Staged;
  std::string weights;  // empty: those evolved for the board
  int patience = 0;
  std::uint64_t tt = 16 << 20;

  static void describe(Fields<AlphaBetaParams>& fields);
};

// `evaluation` is what `eval` and `weights` of the parameters mean on a board.
SearchSettings alphabeta_settings(const AlphaBetaParams& params,
                                  std::function<Evaluation(const rules::Ruleset& rules)> evaluation);

}  // namespace turncoat::search
