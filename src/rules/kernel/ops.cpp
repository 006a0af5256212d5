#include "rules/kernel/ops.h"

#include "base/check.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/kernel64_reference.h"
#include "rules/kernel/ops_of.h"
#include "rules/kernel/target.h"
#include "rules/kernel/wide_kernels.h"

namespace turncoat::rules::kernel {

using namespace ops_detail;

Ops64 ops64(Isa isa) {
  switch (isa) {
    case Isa::Reference:
      return ops_of<ReferenceKernel64, Lattice64>();
    case Isa::Portable:
      return ops_of<PortableKernel64, Lattice64>();
#if TURNCOAT_X86
    case Isa::Avx2:
      return avx2_ops64();
    case Isa::Avx512:
      return avx512_ops64();
#else
    default:
      break;
#endif
  }
  TURNCOAT_CHECK(false, "this program has no such kernel");
  return {};
}

WideOps wide_ops(Isa isa) {
  switch (isa) {
    case Isa::Reference:
      return ops_of<ReferenceWideKernel, WideLattice>();
    case Isa::Portable:
      return ops_of<PortableWideKernel, WideLattice>();
#if TURNCOAT_X86
    case Isa::Avx2:
    case Isa::Avx512:
      return avx2_wide_ops();
#else
    default:
      break;
#endif
  }
  TURNCOAT_CHECK(false, "this program has no such kernel");
  return {};
}

LastOps64 last_ops64(Isa isa) {
  switch (isa) {
    case Isa::Reference:
      return last_ops_of<ReferenceKernel64>();
    case Isa::Portable:
      return last_ops_of<PortableKernel64>();
#if TURNCOAT_X86
    case Isa::Avx2:
      return avx2_last_ops64();
    case Isa::Avx512:
      return avx512_last_ops64();
#else
    default:
      break;
#endif
  }
  TURNCOAT_CHECK(false, "this program has no such kernel");
  return {};
}

}  // namespace turncoat::rules::kernel
