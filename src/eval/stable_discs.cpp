#include "eval/stable_discs.h"

#include "eval/geometry.h"
#include "rules/kernel/wide_kernels.h"

namespace turncoat::eval {

rules::SquareSet stable_discs(const rules::Position& position) {
  using Kernel = rules::kernel::PortableWideKernel;  // any size, and speed does not matter here
  return Geometry<Kernel>(position.size()).stable(Kernel::board_of(position));
}

}  // namespace turncoat::eval
