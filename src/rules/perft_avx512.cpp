#include "rules/kernel/target.h"

#if TURNCOAT_X86

#include <immintrin.h>

#include "rules/kernel/kernel64_portable.h"
#include "rules/perft_entries.h"

TURNCOAT_TARGET_BEGIN_AVX512
#include "rules/kernel/kernel64_avx512.h"
#include "rules/perft_count.h"

namespace turncoat::rules {

PerftBelow<kernel::Board64> perft64_avx512() {
  return perft_below<kernel::Avx512Kernel64>;
}

}  // namespace turncoat::rules

TURNCOAT_TARGET_END

#endif
