#include "rules/kernel/target.h"

#if TURNCOAT_X86

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <immintrin.h>

#include "eval/linear_weights.h"
#include "eval/pattern_set.h"
#include "eval/pattern_weights.h"
#include "eval/ridge_model.h"
#include "eval/staged_formula.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/wide_board.h"
#include "rules/symmetry.h"
#include "search/edge_stability.h"
#include "search/endgame_tables.h"
#include "search/line.h"
#include "search/probcut.h"
#include "search/scale.h"
#include "search/searchers.h"
#include "search/selectivity.h"
#include "search/split.h"
#include "search/transposition_table.h"

TURNCOAT_TARGET_BEGIN_AVX512
#include "rules/kernel/kernel64_avx512.h"
#include "search/searcher_of.h"

namespace turncoat::search {

std::unique_ptr<Searcher> avx512_searcher(const rules::Ruleset& rules, const Evaluation& evaluation,
                                          const Options& options) {
  return searcher_over<rules::kernel::Avx512Kernel64>(rules, evaluation, options);
}

}  // namespace turncoat::search

TURNCOAT_TARGET_END

#endif
