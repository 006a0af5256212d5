#include "search/endgame_solver.h"

#include "base/check.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/kernel64_reference.h"
#include "rules/kernel/target.h"
#include "search/endgame_solver_of.h"

namespace turncoat::search {

std::unique_ptr<EndgameSolver> make_endgame_solver(int size, rules::kernel::Isa isa) {
  using namespace rules::kernel;
  switch (isa) {
    case Isa::Reference:
      return std::make_unique<EndgameSolverOf<ReferenceKernel64>>(size);
    case Isa::Portable:
      return std::make_unique<EndgameSolverOf<PortableKernel64>>(size);
#if TURNCOAT_X86
    case Isa::Avx2:
      return avx2_endgame_solver(size);
    case Isa::Avx512:
      return avx512_endgame_solver(size);
#else
    default:
      break;
#endif
  }
  TURNCOAT_CHECK(false, "this program has no such kernel");
  return nullptr;
}

}  // namespace turncoat::search
