#include "rules/kernel/target.h"

#if TURNCOAT_X86

#include <immintrin.h>

#include "base/rng.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/playout_entries.h"

TURNCOAT_TARGET_BEGIN_AVX2
#include "rules/kernel/kernel64_avx2.h"
#include "rules/kernel/wide_avx2.h"
#include "rules/playout_lanes.h"

namespace turncoat::rules {

Playouts<kernel::Board64> playouts64_avx2() {
  return play_lanes<kernel::Avx2Kernel64, 4>;
}

Playouts<kernel::WideBoard> wide_playouts_avx2() {
  return play_lanes<kernel::Avx2WideKernel, 2>;
}

}  // namespace turncoat::rules

TURNCOAT_TARGET_END

#endif
