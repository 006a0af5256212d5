#include "rules/kernel/target.h"

#if TURNCOAT_X86

#include <algorithm>
#include <array>
#include <vector>

#include <immintrin.h>

#include "eval/ending_order.h"
#include "eval/pattern_weights.h"
#include "rules/kernel/kernel64_portable.h"
#include "search/edge_stability.h"
#include "search/endgame_solver.h"
#include "search/endgame_tables.h"

TURNCOAT_TARGET_BEGIN_AVX2
#include "rules/kernel/kernel64_avx2.h"
#include "search/endgame_solver_of.h"

namespace turncoat::search {

std::unique_ptr<EndgameSolver> avx2_endgame_solver(int size) {
  return std::make_unique<EndgameSolverOf<rules::kernel::Avx2Kernel64>>(size);
}

}  // namespace turncoat::search

TURNCOAT_TARGET_END

#endif
