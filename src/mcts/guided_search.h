// GuidedSearch: a tree search of one position that asks a judge at its leaves (AlphaZero's), as a machine
// that hands out positions to be judged and takes the answers, so that the leaves of one search or of many
// games fill a batch. Root moves are chosen by PUCT or by Gumbel noise and sequential halving.
// It knows no clock and no thread: begin(), then gather() and feed() until done(). The same calls with the
// same seed and judgements give the same finding.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "mcts/guided_math.h"
#include "mcts/guided_tree.h"
#include "mcts/judge.h"

namespace turncoat::mcts {

enum class RootChoice { Puct, Gumbel };

struct GuidedSettings {
  RootChoice root = RootChoice::Puct;
  double cpuct = 3;
  double fpu = 0.2;         // PUCT: untried moves are worth so much less than their node
  double noise = 0;         // PUCT: share of Dirichlet noise in the root's priors
  double alpha = 0.9;       // of that noise
  double gumbel_scale = 0;  // Gumbel: 1 draws moves, 0 takes the best
  int considered = 16;      // Gumbel: root moves that are looked at, at most
  ValueScale scale;         // Gumbel: how values change policies
  double score_share = 0;   // how much of a utility is the disc difference, the rest being the result
  std::size_t most_nodes = 1'000'000;  // no new leaves beyond
};

struct GuidedMove {
  rules::Move move = rules::Move::pass();
  std::uint32_t visits = 0;
  double prior = 0;   // as judged, without noise
  double policy = 0;  // what the search makes of it: a training target
  double value = 0;   // for the root's mover; the root's own where there are no visits
  double score = 0;
};

struct GuidedFinding {
  rules::Move move = rules::Move::pass();  // the one to play
  std::vector<rules::Move> line;           // `move` first
  std::vector<GuidedMove> moves;           // every legal move, in reading order
  double value = 0;                        // of the root, by the search
  double score = 0;
  std::uint32_t visits = 0;
  std::uint64_t judged = 0;  // positions asked for since begin()
  int depth = 0;             // of the deepest leaf since begin()
  bool full = false;
};

class GuidedSearch {
 public:
  GuidedSearch(const rules::Position& root, const GuidedSettings& settings, Solve solve);

  const rules::Position& root() const { return tree_[GuidedTree::root()].position; }
  const GuidedTree& tree() const { return tree_; }

  // New positions; between searches only. With Gumbel choice only judgements are kept, as its schedule counts
  // visits from zero.
  void reset(const rules::Position& root);
  void advance(rules::Move move);

  // Requires a root where the mover can move. Counts from here; visits of earlier searches stay with PUCT.
  void begin(int simulations, std::uint64_t seed);
  // No more simulations than those under way.
  void stop() { simulations_ = started_; }
  bool done() const { return root_ready_ && started_ >= simulations_ && waiting_.empty(); }

  // Adds positions to be judged, `most` at most; fewer, or none, when simulations ended without one or the
  // tree is too small for more at once. Requires that feed() answered the last ones.
  std::size_t gather(std::size_t most, std::vector<rules::Position>& positions);
  // The judgements of all positions of the last gather(), in its order.
  void feed(std::span<const Judgement> judgements);

  // Requires a judged root: done(), or any time after the first feed().
  GuidedFinding finding() const;
  bool root_ready() const { return root_ready_; }

 private:
  struct Step {
    GuidedIndex node;
    std::size_t edge;
  };
  struct Leaf {
    GuidedIndex node;
    std::vector<Step> path;
  };

  double utility(double value, double score) const;
  void settle_exact(GuidedNode& node, int score) const;
  void take(GuidedNode& node, const Judgement& judgement) const;
  void prepare_root();
  bool simulate(std::vector<rules::Position>& positions);
  std::size_t choose_at_root();
  std::size_t choose_by_puct(const GuidedNode& node, bool at_root) const;
  std::size_t choose_by_policy(const GuidedNode& node);
  void fill_arms(const GuidedNode& node, bool pending, std::vector<Arm>& arms) const;
  void back_up(const std::vector<Step>& path, const GuidedNode& leaf, bool pending);
  std::size_t best_move() const;
  std::vector<rules::Move> line_from(std::size_t edge) const;

  GuidedSettings settings_;
  Solve solve_;
  GuidedTree tree_;
  int simulations_ = 0;
  int started_ = 0;
  std::uint64_t judged_ = 0;
  int depth_ = 0;
  bool root_ready_ = false;
  Rng rng_{0};
  std::vector<double> root_priors_;  // with noise
  std::vector<double> root_gumbel_;  // noise of each move; empty unless Gumbel
  std::vector<int> schedule_;        // visits a root move must have for simulation i
  std::vector<Leaf> waiting_;
  std::vector<Step> path_;  // scratch
  std::vector<Arm> arms_;   // scratch
};

// Runs a search from begin() to done() with one judge, `batch` leaves at a time.
void run_guided(GuidedSearch& search, Judge& judge, std::size_t batch,
                const std::function<bool()>& go_on = {});

}  // namespace turncoat::mcts
