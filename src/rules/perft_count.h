// perft_count: the counting itself, a template over the kernel. Included inside a target region
// (kernel/target.h).
#pragma once

#include <cstdint>
#include <stop_token>

namespace turncoat::rules {

template <class Kernel, bool FreePass, bool Bulk>
struct PerftCount {
  using Board = typename Kernel::Board;
  using Set = typename Kernel::Set;

  const Set area;
  const std::stop_token& stop;

  // Requires depth >= 1. The value is meaningless once stop was requested.
  std::uint64_t below(const Board& board, int depth) const {
    // Below this depth a count takes milliseconds; asking costs too much nearer to the leaves.
    if (depth == 7 && stop.stop_requested()) return 0;
    const Set moves = Kernel::moves(board, area);
    if (Kernel::empty(moves)) [[unlikely]]
      return below_pass(board, depth);
    if (Bulk && depth == 2) return last_two_plies(board, moves);
    if (Bulk && depth == 1) return static_cast<std::uint64_t>(Kernel::count(moves));
    std::uint64_t nodes = 0;
    for (Set rest = moves; !Kernel::empty(rest);) {
      const int bit = Kernel::pop_first(rest);
      const Board next = Kernel::after(board, bit, Kernel::flips(board, bit));
      nodes += depth == 1 ? made(next) : below(next, depth - 1);
    }
    return nodes;
  }

 private:
  // Nearly all the time goes here: a loop without calls, so that the board's registers are set up once and
  // the moves overlap.
  std::uint64_t last_two_plies(const Board& board, Set moves) const {
    std::uint64_t nodes = 0;
    while (!Kernel::empty(moves)) {
      const int bit = Kernel::pop_first(moves);
      const Board next = Kernel::after(board, bit, Kernel::flips(board, bit));
      const Set replies = Kernel::moves(next, area);
      if (Kernel::empty(replies)) [[unlikely]] {
        nodes += below_pass(next, 1);
      } else {
        nodes += static_cast<std::uint64_t>(Kernel::count(replies));
      }
    }
    return nodes;
  }

  std::uint64_t below_pass(const Board& board, int depth) const {
    const Board passed = Kernel::after_pass(board);
    if (Kernel::empty(Kernel::moves(passed, area))) return 1;
    if (FreePass) return below(passed, depth);
    return depth == 1 ? 1 : below(passed, depth - 1);
  }

  // Without bulk counting every leaf's board is really made; this keeps the compiler from leaving it out.
  static std::uint64_t made(const Board& board) {
    const volatile int discs = Kernel::count(board.mover);
    return discs >= 0 ? 1 : 0;
  }
};

template <class Kernel>
std::uint64_t perft_below(const typename Kernel::Board& board, int size, int depth, bool free_pass, bool bulk,
                          const std::stop_token& stop) {
  const auto area = Kernel::area(size);
  if (depth == 0) return 1;
  if (free_pass) {
    return bulk ? PerftCount<Kernel, true, true>{area, stop}.below(board, depth)
                : PerftCount<Kernel, true, false>{area, stop}.below(board, depth);
  }
  return bulk ? PerftCount<Kernel, false, true>{area, stop}.below(board, depth)
              : PerftCount<Kernel, false, false>{area, stop}.below(board, depth);
}

}  // namespace turncoat::rules
