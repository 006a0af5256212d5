#include "rules/kernel/target.h"

#if TURNCOAT_X86

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <immintrin.h>

#include "eval/linear_weights.h"
#include "eval/staged_formula.h"
#include "mcts/searchers.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/wide_board.h"

TURNCOAT_TARGET_BEGIN_AVX512
#include "mcts/rollouts.h"
#include "rules/kernel/kernel64_avx512.h"

namespace turncoat::mcts {

std::unique_ptr<Searcher> avx512_searcher(const rules::Position& root, const Options& options) {
  return std::make_unique<Rollouts<rules::kernel::Avx512Kernel64>>(root, options);
}

}  // namespace turncoat::mcts

TURNCOAT_TARGET_END

#endif
