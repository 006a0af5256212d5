// The searchers of each instruction set, one .cpp each; make_searcher (search/searcher.h) chooses.
#pragma once

#include <memory>

#include "search/searcher.h"

namespace turncoat::search {

std::unique_ptr<Searcher> avx2_searcher(const rules::Ruleset& rules, const Evaluation& evaluation,
                                        const Options& options);
// Up to 8x8 only: the wide kernel belongs to the AVX2 file, and no kernel is compiled for two targets.
std::unique_ptr<Searcher> avx512_searcher(const rules::Ruleset& rules, const Evaluation& evaluation,
                                          const Options& options);

}  // namespace turncoat::search
