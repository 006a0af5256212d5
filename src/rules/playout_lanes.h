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

// One call's games: hands out the next one, counts the finished ones.
template <class Kernel>
struct PlayoutSession {
  const typename Kernel::Board start;
  const PlayoutRules rules;
  const std::uint64_t seed;
  const std::uint64_t end;
  std::uint64_t next;
  typename Kernel::Set area = Kernel::area(rules.size);
  int start_discs = Kernel::count(start.mover) + Kernel::count(start.other);
  PlayoutTally tally{};

  PlayoutSession(const typename Kernel::Board& from, const PlayoutRules& by, const PlayoutGames& games)
      : start(from), rules(by), seed(games.seed), end(games.first + games.count), next(games.first) {}

  std::uint64_t left() const { return end - next; }
  PlayoutLane<Kernel> begin_game() { return {start, Rng::stream(seed, next++), true}; }

  // For a lane whose mover cannot move: passes, or counts the game and takes up the next. False when the lane
  // is left without a game. Otherwise `moves` are the moves of its board, of which there is at least one.
  bool revive(PlayoutLane<Kernel>& lane, typename Kernel::Set& moves) {
    for (;;) {
      lane.board = Kernel::after_pass(lane.board);
      lane.start_mover_moves = !lane.start_mover_moves;
      moves = Kernel::moves(lane.board, area);
      if (!Kernel::empty(moves)) {
        ++tally.passes;
        return true;
      }
      const int mine = Kernel::count(lane.board.mover);
      const int theirs = Kernel::count(lane.board.other);
      count_playout<Kernel>(tally, lane.start_mover_moves ? mine : theirs,
                            lane.start_mover_moves ? theirs : mine, rules, start_discs);
      if (left() == 0) return false;
      lane = begin_game();
      moves = Kernel::moves(lane.board, area);
      if (!Kernel::empty(moves)) return true;
    }
  }

  // Plays the games of `lanes`, and all that are left, to the end.
  void play_out(PlayoutLane<Kernel>* lanes, int active) {
    while (active > 0) {
      for (int i = 0; i < active; ++i) {
        PlayoutLane<Kernel>& lane = lanes[i];
        auto moves = Kernel::moves(lane.board, area);
        if (Kernel::empty(moves) && !revive(lane, moves)) [[unlikely]] {
          lane = lanes[--active];
          --i;
          continue;
        }
        const int k = static_cast<int>(lane.rng.below(static_cast<std::uint32_t>(Kernel::count(moves))));
        const int bit = Kernel::nth(moves, k);
        lane.board = Kernel::after(lane.board, bit, Kernel::flips(lane.board, bit));
        lane.start_mover_moves = !lane.start_mover_moves;
      }
    }
  }
};

template <class Kernel, int Lanes>
PlayoutTally play_lanes(const typename Kernel::Board& start, const PlayoutRules& rules,
                        const PlayoutGames& games) {
  PlayoutSession<Kernel> session(start, rules, games);
  PlayoutLane<Kernel> lanes[Lanes];
  int active = 0;
  while (active < Lanes && session.left() > 0) lanes[active++] = session.begin_game();
  session.play_out(lanes, active);
  return session.tally;
}

}  // namespace turncoat::rules
