#include "rules/kernel/target.h"

#if TURNCOAT_X86

#include <immintrin.h>

#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/ops.h"
#include "rules/kernel/wide_board.h"
#include "rules/kernel/wide_lines.h"

TURNCOAT_TARGET_BEGIN_AVX2
#include "rules/kernel/kernel64_avx2.h"
#include "rules/kernel/ops_of.h"
#include "rules/kernel/wide_avx2.h"

namespace turncoat::rules::kernel::ops_detail {

Ops64 avx2_ops64() {
  return ops_of<Avx2Kernel64, Lattice64>();
}

WideOps avx2_wide_ops() {
  return ops_of<Avx2WideKernel, WideLattice>();
}

LastOps64 avx2_last_ops64() {
  return last_ops_of<Avx2Kernel64>();
}

}  // namespace turncoat::rules::kernel::ops_detail

TURNCOAT_TARGET_END

#endif
