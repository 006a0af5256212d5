// Every move of a position with a search of its own: what a search of the position would find if that were
// its only move.
#pragma once

#include <vector>

#include "search/searcher.h"

namespace turncoat::search {

// Best first; moves that come out equal stay in reading order. Values are discs for all of them (in_discs) or
// for none; then a won game lies beyond every evaluation. `limits` are those of a search of the position
// itself: each move is looked at one ply less deep, with an even part of the time, and judged by the deepest
// iteration that all of them finished, or by its exact score. Moves not reached before the stop are missing.
std::vector<Finding> score_moves(Searcher& searcher, const rules::Position& position, const Limits& limits);

}  // namespace turncoat::search
