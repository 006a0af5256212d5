#include "mcts/searcher.h"

#include <algorithm>
#include <thread>

#include "base/check.h"
#include "mcts/rollouts.h"
#include "mcts/searchers.h"
#include "rules/kernel/dispatch.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/kernel64_reference.h"
#include "rules/kernel/wide_kernels.h"

namespace turncoat::mcts {

namespace {

constexpr int kLongestLine = 12;

}  // namespace

Searcher::Searcher(const rules::Position& root, const Options& options)
    : options_(options), tree_(options.memory), root_(root) {}

void Searcher::reset(const rules::Position& root) {
  root_ = root;
  tree_.clear();
  set_board();
}

std::uint64_t Searcher::advance(rules::Move move) {
  if (!tree_.advance(code_of(move, root_.size()))) tree_.clear();
  root_ = root_.after(move);
  set_board();
  return tree_[tree_.root()].visits;
}

void Searcher::assign(const rules::Position& root, std::span<const Node> nodes) {
  reset(root);
  tree_.assign(nodes);
}

Finding Searcher::search(const Limits& limits, std::uint64_t seed,
                         const std::function<void(const Finding&)>& report) {
  // A leaf that was solved knows its result but not the move: it has to be looked at again, even when another
  // rollout gave it children meanwhile.
  const Proof known = tree_.proof(tree_.root());
  if (known != Proof::None && known != tree_.proof_of_children(tree_.root())) tree_.clear();
  std::function<void()> tell;
  Control* told = nullptr;
  if (report) {
    tell = [&] {
      rollouts_ = told->granted();
      report(finding());
    };
  }
  Control control(limits, tell);
  told = &control;
  const auto run = [&](int worker) {
    Rng rng = Rng::stream(seed, static_cast<std::uint64_t>(worker));
    Control::Rhythm rhythm;
    rhythm.worker = worker;
    work(rng, control, rhythm);
  };
  if (options_.threads > 1) tree_.share();
  {
    std::vector<std::jthread> others;
    for (int worker = 1; worker < options_.threads; ++worker) others.emplace_back(run, worker);
    run(0);
  }
  tree_.unshare();
  rollouts_ = control.granted();
  return finding();
}

Finding Searcher::finding() const {
  Finding finding;
  const int size = root_.size();
  for (const Node& child : tree_.children(tree_.root())) {
    const NodeIndex index = static_cast<NodeIndex>(&child - &tree_[0]);
    finding.moves.push_back(
        {move_of(child.move, size), tree_.visits(index), tree_.win_rate(index), tree_.proof(index)});
  }
  auto best = tree_.best_child(tree_.root(), options_.final);
  if (best) finding.win_rate = tree_.win_rate(*best);
  for (int ply = 0; best && ply < kLongestLine; ++ply) {
    finding.line.push_back(move_of(tree_[*best].move, size));
    best = tree_.best_child(*best, Final::Visits);
    if (best && tree_.visits(*best) == 0) break;
  }
  if (!finding.line.empty()) finding.move = finding.line.front();
  finding.proof = turned(tree_.proof(tree_.root()));
  finding.visits = tree_.visits(tree_.root());
  finding.rollouts = rollouts_;
  finding.nodes = tree_.used();
  finding.full = tree_.full();
  return finding;
}

std::unique_ptr<Searcher> make_searcher(const rules::Position& root, const Options& options,
                                        rules::kernel::Isa isa) {
  using namespace rules::kernel;
  TURNCOAT_CHECK(options.batch >= 1 && options.batch <= kMaxBatch && options.threads >= 1,
                 "searchers work with at least one thread and one rollout at a time");
  return dispatch(
      isa, [&] { return searcher_of<ReferenceKernel64, ReferenceWideKernel>(root, options); },
      [&] { return searcher_of<PortableKernel64, PortableWideKernel>(root, options); },
      [&] { return avx2_searcher(root, options); },
      [&] {
        return root.size() <= Lattice64::kLargestSize ? avx512_searcher(root, options)
                                                      : avx2_searcher(root, options);
      });
}

}  // namespace turncoat::mcts
