#include "search/endgame_solver.h"

#include "rules/kernel/dispatch.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/kernel64_reference.h"
#include "search/endgame_solver_of.h"

namespace turncoat::search {

std::unique_ptr<EndgameSolver> make_endgame_solver(int size, rules::kernel::Isa isa) {
  using namespace rules::kernel;
  return dispatch(
      isa,
      [&]() -> std::unique_ptr<EndgameSolver> {
        return std::make_unique<EndgameSolverOf<ReferenceKernel64>>(size);
      },
      [&]() -> std::unique_ptr<EndgameSolver> {
        return std::make_unique<EndgameSolverOf<PortableKernel64>>(size);
      },
      [&] { return avx2_endgame_solver(size); }, [&] { return avx512_endgame_solver(size); });
}

}  // namespace turncoat::search
