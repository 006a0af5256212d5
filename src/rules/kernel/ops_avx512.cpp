#include "rules/kernel/target.h"

#if TURNCOAT_X86

#include <immintrin.h>

#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/ops.h"

TURNCOAT_TARGET_BEGIN_AVX512
#include "rules/kernel/kernel64_avx512.h"
#include "rules/kernel/ops_of.h"

namespace turncoat::rules::kernel::ops_detail {

Ops64 avx512_ops64() {
  return ops_of<Avx512Kernel64, Lattice64>();
}

LastOps64 avx512_last_ops64() {
  return last_ops_of<Avx512Kernel64>();
}

}  // namespace turncoat::rules::kernel::ops_detail

TURNCOAT_TARGET_END

#endif
