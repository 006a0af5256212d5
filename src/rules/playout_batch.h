// play_batch: playouts of 64-bit boards with one game per 64-bit lane of a vector register, all eight
// directions in turn. A template over the vector type, included inside a target region (kernel/target.h)
// after playout_lanes.h; the games, draw by draw, are those of play_lanes.
//
// A Vector has a Reg of kLanes words and load, store, both, either, differ, left<N>, right<N>, all (one word
// in every lane), empty_lanes (one bit per lane that is 0), plus, and pick(sets, draws), which takes the
// lane's move for the draw as a single bit.
#pragma once

#include <cstdint>

#include "rules/playout_lanes.h"

namespace turncoat::rules {

template <class Vector, class Kernel, int Groups>
class PlayoutBatch {
 public:
  explicit PlayoutBatch(PlayoutSession<Kernel>& session) : session_(session) {
    for (Group& group : groups_) {
      for (int lane = 0; lane < kLanes; ++lane) put(group, lane, session_.begin_game());
    }
  }

  // Until a lane finds no further game; then one game at a time, side by side.
  void run() {
    for (bool full = true; full;) {
      for (Group& group : groups_) full = advance(group) && full;
    }
    PlayoutLane<Kernel> lanes[Groups * kLanes];
    int active = 0;
    for (Group& group : groups_) {
      for (int lane = 0; lane < kLanes; ++lane) {
        if ((group.idle >> lane & 1) == 0) lanes[active++] = get(group, lane);
      }
    }
    session_.play_out(lanes, active);
  }

 private:
  using Reg = typename Vector::Reg;
  static constexpr int kLanes = Vector::kLanes;

  struct alignas(64) Group {
    std::uint64_t mover[kLanes];
    std::uint64_t other[kLanes];
    std::uint64_t rng[4][kLanes];
    std::uint64_t start_mover_moves = 0;  // one bit per lane
    std::uint64_t idle = 0;
  };

  // The opponent's discs joined to the mover's along one axis, and the squares behind them.
  template <int Step>
  struct Runs {
    Reg up;
    Reg down;

    Runs(Reg mover, Reg o) {
      up = Vector::both(o, Vector::template left<Step>(mover));
      down = Vector::both(o, Vector::template right<Step>(mover));
      up = grow(up, o, Vector::template left<Step>(up));
      down = grow(down, o, Vector::template right<Step>(down));
      const Reg pairs_up = Vector::both(o, Vector::template left<Step>(o));
      const Reg pairs_down = Vector::template right<Step>(pairs_up);
      up = grow(up, pairs_up, Vector::template left<2 * Step>(up));
      down = grow(down, pairs_down, Vector::template right<2 * Step>(down));
      up = grow(up, pairs_up, Vector::template left<2 * Step>(up));
      down = grow(down, pairs_down, Vector::template right<2 * Step>(down));
    }

    Reg behind() const {
      return Vector::either(Vector::template left<Step>(up), Vector::template right<Step>(down));
    }

    // Every disc of a run is joined to a mover's disc, so walking back from `placed` through the run turns
    // just what it must, and nothing when the move does not take along this axis.
    Reg turned(Reg placed) const {
      Reg a = Vector::both(up, Vector::template right<Step>(placed));
      Reg b = Vector::both(down, Vector::template left<Step>(placed));
      a = grow(a, up, Vector::template right<Step>(a));
      b = grow(b, down, Vector::template left<Step>(b));
      const Reg pairs_a = Vector::both(up, Vector::template right<Step>(up));
      const Reg pairs_b = Vector::both(down, Vector::template left<Step>(down));
      a = grow(a, pairs_a, Vector::template right<2 * Step>(a));
      b = grow(b, pairs_b, Vector::template left<2 * Step>(b));
      a = grow(a, pairs_a, Vector::template right<2 * Step>(a));
      b = grow(b, pairs_b, Vector::template left<2 * Step>(b));
      return Vector::either(a, b);
    }

    static Reg grow(Reg run, Reg mask, Reg shifted) {
      return Vector::either(run, Vector::both(mask, shifted));
    }
  };

  static void put(Group& group, int lane, const PlayoutLane<Kernel>& game) {
    group.mover[lane] = game.board.mover;
    group.other[lane] = game.board.other;
    for (std::size_t i = 0; i < 4; ++i) group.rng[i][lane] = game.rng.state()[i];
    const std::uint64_t bit = std::uint64_t{1} << lane;
    group.start_mover_moves =
        game.start_mover_moves ? group.start_mover_moves | bit : group.start_mover_moves & ~bit;
  }

  static PlayoutLane<Kernel> get(const Group& group, int lane) {
    return {{group.mover[lane], group.other[lane]},
            Rng::from_state({group.rng[0][lane], group.rng[1][lane], group.rng[2][lane], group.rng[3][lane]}),
            (group.start_mover_moves >> lane & 1) != 0};
  }

  // Passes and ended games of the lanes in `stuck`. False when one of them is left without a game.
  [[gnu::noinline]] bool revive(Group& group, std::uint64_t stuck) {
    for (; stuck != 0; stuck &= stuck - 1) {
      const int lane = Kernel::first(stuck);
      PlayoutLane<Kernel> game = get(group, lane);
      std::uint64_t moves = 0;
      if (session_.revive(game, moves)) {
        put(group, lane, game);
      } else {
        group.idle |= std::uint64_t{1} << lane;
      }
    }
    return group.idle == 0;
  }

  // One disc in every lane. False when a lane has no game any more; then no disc was placed.
  bool advance(Group& group) {
    const Reg area = Vector::all(session_.area);
    const Reg inner_columns = Vector::all(kernel::kInnerColumns64);
    for (;;) {
      const Reg mover = Vector::load(group.mover);
      const Reg other = Vector::load(group.other);
      const Reg inner = Vector::both(other, inner_columns);
      const Runs<1> rows(mover, inner);
      const Runs<8> columns(mover, other);
      const Runs<9> falling(mover, inner);
      const Runs<7> rising(mover, inner);
      const Reg behind = Vector::either(Vector::either(rows.behind(), columns.behind()),
                                        Vector::either(falling.behind(), rising.behind()));
      const Reg moves = Vector::without(Vector::both(behind, area), Vector::either(mover, other));
      const std::uint64_t stuck = Vector::empty_lanes(moves);
      if (stuck != 0) [[unlikely]] {
        if (!revive(group, stuck)) return false;
        continue;
      }
      const Reg placed = Vector::pick(moves, draw(group));
      const Reg turned = Vector::either(Vector::either(rows.turned(placed), columns.turned(placed)),
                                        Vector::either(falling.turned(placed), rising.turned(placed)));
      Vector::store(group.mover, Vector::differ(other, turned));
      Vector::store(group.other, Vector::differ(mover, Vector::differ(turned, placed)));
      group.start_mover_moves = ~group.start_mover_moves;
      return true;
    }
  }

  // Rng::operator() in every lane.
  static Reg draw(Group& group) {
    const Reg s0 = Vector::load(group.rng[0]);
    const Reg s1 = Vector::load(group.rng[1]);
    const Reg s2 = Vector::differ(Vector::load(group.rng[2]), s0);
    const Reg s3 = Vector::differ(Vector::load(group.rng[3]), s1);
    const Reg result = Vector::plus(s0, Vector::load(group.rng[3]));
    Vector::store(group.rng[0], Vector::differ(s0, s3));
    Vector::store(group.rng[1], Vector::differ(s1, s2));
    Vector::store(group.rng[2], Vector::differ(s2, Vector::template left<17>(s1)));
    Vector::store(group.rng[3],
                  Vector::either(Vector::template left<45>(s3), Vector::template right<19>(s3)));
    return result;
  }

  PlayoutSession<Kernel>& session_;
  Group groups_[Groups];
};

// Requires a Kernel on Board64. Calls for fewer games than there are lanes play them one by one.
template <class Vector, class Kernel, int Groups>
PlayoutTally play_batch(const kernel::Board64& start, const PlayoutRules& rules, const PlayoutGames& games) {
  if (games.count < std::uint64_t{Groups} * Vector::kLanes) return play_lanes<Kernel, 4>(start, rules, games);
  PlayoutSession<Kernel> session(start, rules, games);
  PlayoutBatch<Vector, Kernel, Groups>(session).run();
  return session.tally;
}

}  // namespace turncoat::rules
