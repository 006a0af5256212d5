// Whether a side that has few discs left is about to lose them all, whatever it does: the one sudden end of
// the game that an evaluation of the board does not see coming.
#pragma once

#include "rules/kernel/board64.h"

namespace turncoat::search {

// 1 when the mover can turn the last of the other's discs within `plies` plies, -1 when the other can, 0 when
// neither can be sure. Passes count as plies. Looks only at sides with at most kFewDiscs discs.
// Up to 8x8; `size` is the board's.
int forced_wipe_out(const rules::kernel::Board64& board, int size, int plies);
inline constexpr int kFewDiscs = 4;

}  // namespace turncoat::search
