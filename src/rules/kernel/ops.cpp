#include "rules/kernel/ops.h"

#include "rules/kernel/dispatch.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/kernel64_reference.h"
#include "rules/kernel/ops_of.h"
#include "rules/kernel/wide_kernels.h"

namespace turncoat::rules::kernel {

using namespace ops_detail;

Ops64 ops64(Isa isa) {
  return dispatch(
      isa, [] { return ops_of<ReferenceKernel64, Lattice64>(); },
      [] { return ops_of<PortableKernel64, Lattice64>(); }, [] { return avx2_ops64(); },
      [] { return avx512_ops64(); });
}

WideOps wide_ops(Isa isa) {
  return dispatch(
      isa, [] { return ops_of<ReferenceWideKernel, WideLattice>(); },
      [] { return ops_of<PortableWideKernel, WideLattice>(); }, [] { return avx2_wide_ops(); },
      [] { return avx2_wide_ops(); });
}

LastOps64 last_ops64(Isa isa) {
  return dispatch(
      isa, [] { return last_ops_of<ReferenceKernel64>(); }, [] { return last_ops_of<PortableKernel64>(); },
      [] { return avx2_last_ops64(); }, [] { return avx512_last_ops64(); });
}

}  // namespace turncoat::rules::kernel
