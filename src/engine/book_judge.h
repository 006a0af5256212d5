// The engine as the judge of a book's positions: every search by itself, with a searcher per thread.
#pragma once

#include <stop_token>

#include "book/expand.h"
#include "search/searcher.h"

namespace turncoat::engine {

// For 8x8. `level` as of the player engine.
book::Judge engine_judge(const rules::RulesetPtr& rules, const search::PatternEval& patterns, int level,
                         int threads, std::stop_token stop);

}  // namespace turncoat::engine
