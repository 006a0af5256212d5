#include "rules/kernel/target.h"

#if TURNCOAT_X86

#include <immintrin.h>

#include "rules/kernel/kernel64_portable.h"
#include "rules/perft_entries.h"

TURNCOAT_TARGET_BEGIN_AVX2
#include "rules/kernel/kernel64_avx2.h"
#include "rules/kernel/wide_avx2.h"
#include "rules/perft_count.h"

namespace turncoat::rules {

PerftBelow<kernel::Board64> perft64_avx2() {
  return perft_below<kernel::Avx2Kernel64>;
}

PerftBelow<kernel::WideBoard> perft_wide_avx2() {
  return perft_below<kernel::Avx2WideKernel>;
}

}  // namespace turncoat::rules

TURNCOAT_TARGET_END

#endif
