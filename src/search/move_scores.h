// The score of every move of a position, each from a search of its own.
#pragma once

#include <optional>
#include <vector>

#include "search/searcher.h"

namespace turncoat::search {

struct MoveScore {
  rules::Move move = rules::Move::pass();
  double value = 0;          // in the evaluation's units, from the side that makes the move
  std::optional<int> score;  // in discs, when exact
  std::vector<rules::Move> line;
  int depth = 0;
  int selectivity = kFullWidth;
  std::uint64_t nodes = 0;
};

// Best first; moves that come out equal stay in reading order. `limits` are those of a search of the position
// itself: each move is looked at one ply less deep. Moves not reached before the stop are missing.
std::vector<MoveScore> score_moves(Searcher& searcher, const rules::Position& position, const Limits& limits);

}  // namespace turncoat::search
