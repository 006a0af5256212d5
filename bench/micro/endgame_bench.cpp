// The endgame ladder on a fixed set of positions, one thread: every position is solved by the two null
// windows around its score, with an empty table. Prints nodes, CPU time and nodes per second for each number
// of empties. Positions come from games of random moves mixed with greedy ones, so they are reproducible and
// of all kinds.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/rng.h"
#include "rules/kernel/kernel64_portable.h"
#include "search/endgame_solver.h"

namespace {

using turncoat::Rng;
using turncoat::rules::kernel::Board64;
using Kernel = turncoat::rules::kernel::PortableKernel64;

constexpr std::uint64_t kSeed = 20261116;
constexpr std::uint64_t kArea = ~std::uint64_t{0};

// Half of the moves leave the opponent as few replies as possible, the others are random.
int choose(const Board64& board, std::uint64_t moves, Rng& rng) {
  if (rng.below(2) == 0) {
    return Kernel::nth(moves, static_cast<int>(rng.below(static_cast<std::uint32_t>(Kernel::count(moves)))));
  }
  int best = -1;
  int fewest = 100;
  while (moves != 0) {
    const int bit = Kernel::pop_first(moves);
    const int replies =
        Kernel::count(Kernel::moves(Kernel::after(board, bit, Kernel::flips(board, bit)), kArea));
    if (replies < fewest) {
      fewest = replies;
      best = bit;
    }
  }
  return best;
}

// The position of one game with so many empties and a move to make, if it came to that.
bool play_to(int empties, Rng rng, Board64& board) {
  board = {0x0000000810000000ULL, 0x0000001008000000ULL};
  for (bool passed = false;;) {
    const std::uint64_t moves = Kernel::moves(board, kArea);
    if (moves == 0) {
      if (passed) return false;
      passed = true;
      board = Kernel::after_pass(board);
      continue;
    }
    passed = false;
    if (Kernel::count(Kernel::empties(board, kArea)) == empties) return true;
    const int bit = choose(board, moves, rng);
    board = Kernel::after(board, bit, Kernel::flips(board, bit));
  }
}

std::vector<Board64> positions(int empties, std::size_t count) {
  std::vector<Board64> all;
  for (std::uint64_t game = 0; all.size() < count; ++game) {
    Board64 board;
    if (play_to(empties, Rng::stream(kSeed, game), board)) all.push_back(board);
  }
  return all;
}

// Of this thread, so that a busy machine disturbs less.
double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

// endgame_bench [KERNEL [RUNS]]
int main(int argc, char** argv) {
  const auto isa = turncoat::rules::kernel::parse_isa(argc > 1 ? argv[1] : "auto");
  if (!isa) {
    fmt::print(stderr, "error: {}\n", isa.error().message);
    return 1;
  }
  const int runs = argc > 2 ? std::max(1, std::atoi(argv[2])) : 3;
  const auto solver = turncoat::search::make_endgame_solver(8, *isa);
  fmt::print("{:>8} {:>10} {:>14} {:>10} {:>8}\n", "empties", "positions", "nodes", "seconds", "Mn/s");
  double total_seconds = 0;
  std::uint64_t total_nodes = 0;
  for (const auto& [empties, count] : {std::pair{10, 600}, {11, 400}, {12, 300}, {14, 60}, {16, 12}}) {
    const auto boards = positions(empties, static_cast<std::size_t>(count));
    std::vector<int> scores;
    for (const Board64& board : boards) scores.push_back(solver->window(board, -64, 64));
    double best = 1e9;
    std::uint64_t nodes = 0;
    for (int run = 0; run < runs; ++run) {
      double time = 0;
      const std::uint64_t before = solver->nodes();
      for (std::size_t i = 0; i < boards.size(); ++i) {
        solver->clear();
        const double start = cpu_seconds();
        const int high = solver->null_window(boards[i], scores[i]);
        const int low = solver->null_window(boards[i], scores[i] - 1);
        time += cpu_seconds() - start;
        if (high > scores[i] || low < scores[i]) {
          fmt::print(stderr, "error: position {} scores {}, {} and {}\n", i, scores[i], low, high);
          return 2;
        }
      }
      nodes = solver->nodes() - before;
      best = std::min(best, time);
    }
    fmt::print("{:>8} {:>10} {:>14} {:>10.3f} {:>8.1f}\n", empties, count, nodes, best,
               static_cast<double>(nodes) / best / 1e6);
    total_seconds += best;
    total_nodes += nodes;
  }
  fmt::print("{:>8} {:>10} {:>14} {:>10.3f} {:>8.1f}\n", "all", "", total_nodes, total_seconds,
             static_cast<double>(total_nodes) / total_seconds / 1e6);
  return 0;
}
