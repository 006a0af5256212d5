// The searchers of each instruction set, one .cpp each; make_searcher (mcts/searcher.h) chooses.
#pragma once

#include <memory>

#include "mcts/searcher.h"

namespace turncoat::mcts {

std::unique_ptr<Searcher> avx2_searcher(const rules::Position& root, const Options& options);
// Up to 8x8 only: the wide kernel belongs to the AVX2 file.
std::unique_ptr<Searcher> avx512_searcher(const rules::Position& root, const Options& options);

}  // namespace turncoat::mcts
