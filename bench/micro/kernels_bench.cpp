// Moves, flips and playouts of every kernel this machine can run, on boards recorded from random games.
// Calls go through a function pointer, which costs a nanosecond or two; perft shows the kernels in place.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "base/rng.h"
#include "rules/kernel/ops.h"
#include "rules/playout.h"
#include "rules/testing/random_boards.h"

namespace turncoat::rules::kernel {

namespace {

template <class Lattice>
struct Recorded {
  typename Lattice::Board board;
  int move;
};

// Boards with at least one move, and one of the moves.
template <class Lattice>
std::vector<Recorded<Lattice>> recorded_boards(int size) {
  std::vector<Recorded<Lattice>> boards;
  Rng rng = Rng::stream(1, static_cast<std::uint64_t>(size));
  while (boards.size() < 1024) {
    const WideBoard wide = testing::reachable_board(size, rng);
    const SquareSet moves = PortableWideKernel::moves(wide, SquareSet::board(size));
    if (moves.empty()) continue;
    const auto k = rng.below(static_cast<std::uint32_t>(moves.size()));
    const Square square = Square::from_index(PortableWideKernel::nth(moves, static_cast<int>(k)));
    boards.push_back({{Lattice::set_of(wide.mover, size), Lattice::set_of(wide.other, size)},
                      Lattice::bit_of(square, size)});
  }
  return boards;
}

template <class Lattice>
void bench_moves(benchmark::State& state, Ops<Lattice> ops, int size) {
  const auto boards = recorded_boards<Lattice>(size);
  const auto area = Lattice::area(size);
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(ops.moves(boards[at].board, area));
    at = (at + 1) % boards.size();
  }
  state.SetItemsProcessed(state.iterations());
}

template <class Lattice>
void bench_flips(benchmark::State& state, Ops<Lattice> ops, int size) {
  const auto boards = recorded_boards<Lattice>(size);
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(ops.flips(boards[at].board, boards[at].move));
    at = (at + 1) % boards.size();
  }
  state.SetItemsProcessed(state.iterations());
}

void bench_playouts(benchmark::State& state, Isa isa, int size) {
  const Position start(standard(size));
  std::uint64_t first = 0;
  constexpr std::uint64_t kGames = 1024;
  for (auto _ : state) {
    const auto tally = play_random_games(start, {.games = {1, first, kGames}, .isa = isa});
    benchmark::DoNotOptimize(tally->wins);
    first += kGames;
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kGames));
}

void add_all() {
  for (const Isa isa : supported_isas()) {
    const std::string name(isa_name(isa));
    for (const int size : {6, 8}) {
      const std::string suffix = fmt::format("/{}/{}", size, name);
      benchmark::RegisterBenchmark(("moves" + suffix).c_str(), bench_moves<Lattice64>, ops64(isa), size);
      benchmark::RegisterBenchmark(("flips" + suffix).c_str(), bench_flips<Lattice64>, ops64(isa), size);
    }
    for (const int size : {8, 12, 16}) {
      const std::string suffix = fmt::format("/{}/{}", size, name);
      benchmark::RegisterBenchmark(("wide_moves" + suffix).c_str(), bench_moves<WideLattice>, wide_ops(isa),
                                   size);
      benchmark::RegisterBenchmark(("wide_flips" + suffix).c_str(), bench_flips<WideLattice>, wide_ops(isa),
                                   size);
    }
    if (isa == Isa::Reference) continue;
    for (const int size : {6, 8, 12}) {
      benchmark::RegisterBenchmark(("playouts/" + std::to_string(size) + "/" + name).c_str(), bench_playouts,
                                   isa, size)
          ->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace

}  // namespace turncoat::rules::kernel

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  turncoat::rules::kernel::add_all();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
