// Searcher: UCT over some board, with the kernel hidden behind one interface. It owns the tree of one
// position and keeps it from search to search: advance() follows the game, reset() forgets. With one thread
// and limits that do not depend on time, the same calls give the same tree.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/rng.h"
#include "eval/linear_weights.h"
#include "mcts/control.h"
#include "mcts/tree.h"
#include "rules/kernel/isa.h"
#include "rules/position.h"

namespace turncoat::mcts {

// What judges a playout that is cut off: the staged evaluation needs no data.
struct StagedEval {};
using Evaluation = std::variant<StagedEval, eval::LinearWeights>;

inline constexpr int kMaxBatch = 16;
inline constexpr int kMaxExact = 8;

struct Options {
  double c = 0.3;
  bool solver = true;
  int exact = 6;        // the solver looks at everything from leaves with so many empty squares
  int cutoff = 0;       // plies of a playout before it is judged by `evaluation`; 0: play to the end
  double scale = 1000;  // evaluation that means 73 %: win probability is 1 / (1 + exp(-value / scale))
  Evaluation evaluation = StagedEval{};
  int batch = 4;  // rollouts each thread has under way at once
  int threads = 1;
  std::uint64_t memory = 64 << 20;
  Final final = Final::Visits;
};

struct MoveFinding {
  rules::Move move = rules::Move::pass();
  std::uint64_t visits = 0;
  double win_rate = 0;  // for the mover, in [0, 1]
  Proof proof = Proof::None;
};

struct Finding {
  rules::Move move = rules::Move::pass();
  std::vector<rules::Move> line;   // `move` first
  std::vector<MoveFinding> moves;  // every legal move, in reading order
  double win_rate = 0.5;           // of `move`
  Proof proof = Proof::None;       // what the mover is proven to get
  std::uint64_t visits = 0;        // rollouts in the tree, earlier searches included
  std::uint64_t rollouts = 0;      // of this search
  NodeIndex nodes = 0;             // in memory
  bool full = false;
};

class Searcher {
 public:
  virtual ~Searcher() = default;
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  void reset(const rules::Position& root);
  // Follows a legal move; the tree below it is kept. Without one there the tree is empty afterwards. Gives
  // the visits kept.
  std::uint64_t advance(rules::Move move);
  // Puts a tree in place of this one. Requires a tree of `root` that fits (mcts/tree_file.h checks).
  void assign(const rules::Position& root, std::span<const Node> nodes);

  // Requires a root where some move or pass can be played. At least one rollout is made whatever the limits.
  // `seed` decides the playouts. `report` is called a few times a second; it may be empty.
  Finding search(const Limits& limits, std::uint64_t seed,
                 const std::function<void(const Finding&)>& report = {});

  Finding finding() const;
  const rules::Position& root() const { return root_; }
  Tree& tree() { return tree_; }
  const Tree& tree() const { return tree_; }

 protected:
  Searcher(const rules::Position& root, const Options& options);

  // Takes over root() as a kernel board.
  virtual void set_board() = 0;
  // Rollouts until `control` grants no more.
  virtual void work(Rng& rng, Control& control, Control::Rhythm& rhythm) = 0;

  const Options options_;
  Tree tree_;
  rules::Position root_;
  std::uint64_t rollouts_ = 0;  // of the last search
};

// For positions of this position's ruleset.
std::unique_ptr<Searcher> make_searcher(const rules::Position& root, const Options& options,
                                        rules::kernel::Isa isa);

}  // namespace turncoat::mcts
