#include "rules/perft.h"

#include <atomic>
#include <utility>

#include "base/check.h"
#include "base/parallel.h"
#include "rules/kernel/dispatch.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/kernel64_reference.h"
#include "rules/kernel/wide_kernels.h"
#include "rules/perft_count.h"
#include "rules/perft_entries.h"

namespace turncoat::rules {

namespace {

using kernel::Isa;

PerftBelow<kernel::Board64> entry(kernel::PortableKernel64 /*lattice*/, Isa isa) {
  return kernel::dispatch(
      isa, [] { return &perft_below<kernel::ReferenceKernel64>; },
      [] { return &perft_below<kernel::PortableKernel64>; }, [] { return perft64_avx2(); },
      [] { return perft64_avx512(); });
}

PerftBelow<kernel::WideBoard> entry(kernel::PortableWideKernel /*lattice*/, Isa isa) {
  return kernel::dispatch(
      isa, [] { return &perft_below<kernel::ReferenceWideKernel>; },
      [] { return &perft_below<kernel::PortableWideKernel>; }, [] { return perft_wide_avx2(); },
      [] { return perft_wide_avx2(); });
}

// A part of the tree for one thread.
template <class Board>
struct Part {
  Board board;
  int depth;
};

// Opens the tree from the top until there are enough parts to share out evenly, and counts the lines that end
// on the way.
template <class Kernel>
std::uint64_t split(const typename Kernel::Board& root, int size, const PerftOptions& options,
                    std::vector<Part<typename Kernel::Board>>& parts) {
  constexpr std::size_t kEnoughParts = 2000;
  constexpr int kSmallestPart = 6;  // plies; fewer are not worth handing out
  const auto area = Kernel::area(size);
  const bool free_pass = options.pass == PerftOptions::Pass::Free;
  std::uint64_t ended = 0;
  parts = {{root, options.depth}};
  for (bool opened = true; opened && parts.size() < kEnoughParts;) {
    opened = false;
    std::vector<Part<typename Kernel::Board>> next;
    for (const auto& [board, depth] : parts) {
      if (depth <= kSmallestPart) {
        next.push_back({board, depth});
        continue;
      }
      opened = true;
      auto moves = Kernel::moves(board, area);
      if (Kernel::empty(moves)) {
        const auto passed = Kernel::after_pass(board);
        if (Kernel::empty(Kernel::moves(passed, area))) {
          ++ended;
        } else {
          next.push_back({passed, free_pass ? depth : depth - 1});
        }
        continue;
      }
      while (!Kernel::empty(moves)) {
        const int bit = Kernel::pop_first(moves);
        next.push_back({Kernel::after(board, bit, Kernel::flips(board, bit)), depth - 1});
      }
    }
    parts = std::move(next);
  }
  return ended;
}

template <class Kernel>
std::uint64_t count(const Position& position, const PerftOptions& options, const std::stop_token& stop) {
  const auto below = entry(Kernel{}, options.isa);
  const int size = position.size();
  std::vector<Part<typename Kernel::Board>> parts;
  std::atomic<std::uint64_t> nodes = split<Kernel>(Kernel::board_of(position), size, options, parts);
  const auto count_part = [&](std::uint64_t item, int /*worker*/) {
    const auto& part = parts[item];
    nodes.fetch_add(
        below(part.board, size, part.depth, options.pass == PerftOptions::Pass::Free, options.bulk, stop),
        std::memory_order_relaxed);
  };
  parallel_for(options.threads, parts.size(), count_part, stop);
  return nodes;
}

}  // namespace

Result<std::uint64_t> perft(const Position& position, const PerftOptions& options, std::stop_token stop) {
  TURNCOAT_CHECK(options.depth >= 0, "a depth is not negative");
  const std::uint64_t nodes = position.size() <= kernel::Lattice64::kLargestSize
                                  ? count<kernel::PortableKernel64>(position, options, stop)
                                  : count<kernel::PortableWideKernel>(position, options, stop);
  if (stop.stop_requested()) return fail(Error::Code::Cancelled, "the count was interrupted");
  return nodes;
}

Result<std::vector<PerftMove>> perft_divide(const Position& position, const PerftOptions& options,
                                            std::stop_token stop) {
  TURNCOAT_CHECK(options.depth >= 1, "only a depth of one or more can be divided");
  std::vector<Move> moves;
  for (const Square square : position.legal_moves()) moves.emplace_back(square);
  if (position.must_pass()) moves.push_back(Move::pass());
  std::vector<PerftMove> counts;
  for (const Move move : moves) {
    PerftOptions rest = options;
    if (!move.is_pass() || options.pass == PerftOptions::Pass::Ply) --rest.depth;
    const auto nodes = perft(position.after(move), rest, stop);
    if (!nodes) return std::unexpected(nodes.error());
    counts.push_back({move, *nodes});
  }
  return counts;
}

}  // namespace turncoat::rules
