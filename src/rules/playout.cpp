#include "rules/playout.h"

#include <algorithm>
#include <mutex>

#include "base/parallel.h"
#include "rules/kernel/dispatch.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/kernel64_reference.h"
#include "rules/kernel/wide_kernels.h"
#include "rules/playout_entries.h"
#include "rules/playout_lanes.h"

namespace turncoat::rules {

using kernel::Isa;

PlayoutRules playout_rules(const Position& position) {
  const Ruleset& rules = position.ruleset();
  return {rules.size, position.mover() == Color::Black ? rules.black_bonus : -rules.black_bonus,
          rules.scoring == Scoring::EmptiesToWinner};
}

Playouts<kernel::Board64> playouts64(Isa isa) {
  return kernel::dispatch(
      isa, [] { return &play_lanes<kernel::ReferenceKernel64, 1>; },
      [] { return &play_lanes<kernel::PortableKernel64, 4>; }, [] { return playouts64_avx2(); },
      [] { return playouts64_avx512(); });
}

Playouts<kernel::WideBoard> wide_playouts(Isa isa) {
  return kernel::dispatch(
      isa, [] { return &play_lanes<kernel::ReferenceWideKernel, 1>; },
      [] { return &play_lanes<kernel::PortableWideKernel, 1>; }, [] { return wide_playouts_avx2(); },
      [] { return wide_playouts_avx2(); });
}

Result<PlayoutTally> play_random_games(const Position& start, const PlayoutOptions& options,
                                       std::stop_token stop,
                                       const std::function<void(std::uint64_t)>& advance) {
  // Long enough to drown the cost of handing out, short enough to stop and to share out evenly.
  constexpr std::uint64_t kBatch = 4096;
  const PlayoutRules rules = playout_rules(start);
  const std::uint64_t count = options.games.count;
  PlayoutTally total;
  std::mutex mutex;
  const auto play = [&](std::uint64_t item, int /*worker*/) {
    const PlayoutGames games{options.games.seed, options.games.first + item * kBatch,
                             std::min(kBatch, count - item * kBatch)};
    const PlayoutTally tally =
        start.size() <= kernel::Lattice64::kLargestSize
            ? playouts64(options.isa)(kernel::Lattice64::board_of(start), rules, games)
            : wide_playouts(options.isa)(kernel::WideLattice::board_of(start), rules, games);
    {
      const std::lock_guard lock(mutex);
      total += tally;
    }
    if (advance) advance(games.count);
  };
  parallel_for(options.threads, count / kBatch + (count % kBatch != 0 ? 1 : 0), play, stop);
  if (stop.stop_requested()) return fail(Error::Code::Cancelled, "the games were interrupted");
  return total;
}

}  // namespace turncoat::rules
