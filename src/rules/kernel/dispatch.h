// dispatch: of the ways to make something, one for each instruction set, calls the one for `isa`. A program
// without x86 code does not call the last two, so what they call need not be there.
#pragma once

#include <type_traits>

#include "base/check.h"
#include "rules/kernel/isa.h"
#include "rules/kernel/target.h"

namespace turncoat::rules::kernel {

template <class Reference, class Portable, class Avx2, class Avx512>
std::invoke_result_t<Reference> dispatch(Isa isa, const Reference& reference, const Portable& portable,
                                         [[maybe_unused]] const Avx2& avx2,
                                         [[maybe_unused]] const Avx512& avx512) {
  switch (isa) {
    case Isa::Reference:
      return reference();
    case Isa::Portable:
      return portable();
#if TURNCOAT_X86
    case Isa::Avx2:
      return avx2();
    case Isa::Avx512:
      return avx512();
#else
    default:
      break;
#endif
  }
  TURNCOAT_CHECK(false, "this program has no such kernel");
  return {};
}

}  // namespace turncoat::rules::kernel
