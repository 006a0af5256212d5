// play_lanes: the playouts themselves, a template over the kernel. Several games advance side by side, one
// ply each in turn: the chain of one ply is long, and the next game's ply fills the waiting time. Included
// inside a target region (kernel/target.h), after rules/playout.h and base/rng.h.
#pragma once

#include <cstdint>

#include "base/rng.h"
#include "rules/playout.h"

namespace turncoat::rules {

template <class Kernel>
struct PlayoutLane {
  typename Kernel::Board board;
  Rng rng{0};
  bool start_mover_moves = true;
};

// `mover` and `other` as the start's mover sees the final board.
template <class Kernel>
void count_playout(PlayoutTally& tally, int mover, int other, const PlayoutRules& rules, int start_discs) {
  int score = mover + rules.mover_bonus - other;
  if (rules.empties_to_winner) {
    const int empties = rules.size * rules.size - mover - other;
    if (score > 0) score += empties;
    if (score < 0) score -= empties;
  }
  ++tally.games;
  tally.wins += score > 0;
  tally.draws += score == 0;
  tally.losses += score < 0;
  tally.score += score;
  tally.score_square += static_cast<std::uint64_t>(score * score);
  tally.moves += static_cast<std::uint64_t>(mover + other - start_discs);
}

template <class Kernel, int Lanes>
PlayoutTally play_lanes(const typename Kernel::Board& start, const PlayoutRules& rules,
                        const PlayoutGames& games) {
  using Set = typename Kernel::Set;
  const Set area = Kernel::area(rules.size);
  const int start_discs = Kernel::count(start.mover) + Kernel::count(start.other);
  PlayoutTally tally;
  PlayoutLane<Kernel> lanes[Lanes];
  std::uint64_t next = games.first;
  const std::uint64_t end = games.first + games.count;
  int active = 0;
  while (active < Lanes && next != end) lanes[active++] = {start, Rng::stream(games.seed, next++), true};

  while (active > 0) {
    for (int i = 0; i < active; ++i) {
      PlayoutLane<Kernel>& lane = lanes[i];
      Set moves = Kernel::moves(lane.board, area);
      if (Kernel::empty(moves)) [[unlikely]] {
        lane.board = Kernel::after_pass(lane.board);
        lane.start_mover_moves = !lane.start_mover_moves;
        moves = Kernel::moves(lane.board, area);
        if (Kernel::empty(moves)) {
          const int mine = Kernel::count(lane.board.mover);
          const int theirs = Kernel::count(lane.board.other);
          count_playout<Kernel>(tally, lane.start_mover_moves ? mine : theirs,
                                lane.start_mover_moves ? theirs : mine, rules, start_discs);
          if (next != end) {
            lane = {start, Rng::stream(games.seed, next++), true};
          } else {
            lane = lanes[--active];
            --i;
          }
          continue;
        }
        ++tally.passes;
      }
      const int k = static_cast<int>(lane.rng.below(static_cast<std::uint32_t>(Kernel::count(moves))));
      const int bit = Kernel::nth(moves, k);
      lane.board = Kernel::after(lane.board, bit, Kernel::flips(lane.board, bit));
      lane.start_mover_moves = !lane.start_mover_moves;
    }
  }
  return tally;
}

}  // namespace turncoat::rules
