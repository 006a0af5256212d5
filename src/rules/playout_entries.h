// The playouts for each instruction set, each compiled in its own file. Internal to playout.cpp.
#pragma once

#include "rules/playout.h"

namespace turncoat::rules {

Playouts<kernel::Board64> playouts64_avx2();
Playouts<kernel::Board64> playouts64_avx512();
Playouts<kernel::WideBoard> wide_playouts_avx2();

}  // namespace turncoat::rules
