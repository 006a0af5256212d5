#include "rules/kernel/target.h"

#if TURNCOAT_X86

#include <immintrin.h>

#include "base/rng.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/playout_entries.h"

TURNCOAT_TARGET_BEGIN_AVX512
#include "rules/kernel/kernel64_avx512.h"
#include "rules/playout_lanes.h"

namespace turncoat::rules {

Playouts<kernel::Board64> playouts64_avx512() {
  return play_lanes<kernel::Avx512Kernel64, 4>;
}

}  // namespace turncoat::rules

TURNCOAT_TARGET_END

#endif
