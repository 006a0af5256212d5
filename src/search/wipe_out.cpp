#include "search/wipe_out.h"

#include "rules/kernel/kernel64_portable.h"

namespace turncoat::search {

namespace {

using Kernel = rules::kernel::PortableKernel64;
using rules::kernel::Board64;

bool is_lost(const Board64& board, std::uint64_t area, int plies);

// The mover attacks.
bool is_won(const Board64& board, std::uint64_t area, int plies) {
  if (plies <= 0) return false;
  const std::uint64_t moves = Kernel::moves(board, area);
  for (std::uint64_t rest = moves; rest != 0;) {
    const int bit = Kernel::pop_first(rest);
    if (Kernel::flips(board, bit) == board.other) return true;
  }
  if (plies < 3) return false;
  for (std::uint64_t rest = moves; rest != 0;) {
    const int bit = Kernel::pop_first(rest);
    if (is_lost(Kernel::after(board, bit, Kernel::flips(board, bit)), area, plies - 1)) return true;
  }
  return false;
}

// The mover defends.
bool is_lost(const Board64& board, std::uint64_t area, int plies) {
  if (plies < 2) return false;
  std::uint64_t moves = Kernel::moves(board, area);
  if (moves == 0) return is_won(Kernel::after_pass(board), area, plies - 1);
  while (moves != 0) {
    const int bit = Kernel::pop_first(moves);
    if (!is_won(Kernel::after(board, bit, Kernel::flips(board, bit)), area, plies - 1)) return false;
  }
  return true;
}

}  // namespace

int forced_wipe_out(const Board64& board, int size, int plies) {
  const std::uint64_t area = Kernel::area(size);
  if (Kernel::count(board.other) <= kFewDiscs && is_won(board, area, plies)) return 1;
  if (Kernel::count(board.mover) <= kFewDiscs && is_lost(board, area, plies)) return -1;
  return 0;
}

}  // namespace turncoat::search
