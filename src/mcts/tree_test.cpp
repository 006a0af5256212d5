#include "mcts/tree.h"

#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace turncoat::mcts {
namespace {

constexpr std::uint64_t kPlenty = 1 << 20;

// One rollout to a child of the root, with this result for the root's mover.
void play(Tree& tree, NodeIndex child, std::int64_t result, bool proven = false) {
  const NodeIndex path[] = {tree.root(), child};
  tree.back_up(path, result, proven);
}

TEST(Ucb, IsTheFormulaOfTheBook) {
  // Three wins of four visits, a parent with ten: 0.75 + 1.5 * sqrt(ln 10 / 4).
  const double exploration = 1.5 * std::sqrt(std::log(10.0));
  EXPECT_NEAR(ucb(3 * kWin, 4, exploration), 0.75 + 1.5 * std::sqrt(std::log(10.0) / 4), 1e-12);
  EXPECT_NEAR(ucb(kDraw, 1, 0), 0.5, 1e-12);
}

TEST(Select, TakesUnvisitedChildrenFirstAndInOrder) {
  Tree tree(kPlenty);
  tree.enter();
  ASSERT_TRUE(tree.grow(tree.root(), std::vector<MoveCode>{10, 20, 30}));
  for (const int expected : {10, 20, 30}) {
    const auto step = tree.select(tree.root(), 1.0);
    EXPECT_EQ(static_cast<int>(step.move), expected);
    EXPECT_EQ(step.earlier_visits, 0U);
    play(tree, step.node, kDraw);
    tree.enter();
  }
}

TEST(Select, TakesTheHighestBound) {
  Tree tree(kPlenty);
  tree.enter();
  ASSERT_TRUE(tree.grow(tree.root(), std::vector<MoveCode>{1, 2}));
  for (const std::int64_t result : {kWin, kLoss}) {
    play(tree, tree.select(tree.root(), 1.0).node, result);
    tree.enter();
  }
  // N = 3. With c = 1 the bounds are 1 + sqrt(ln 3) and 0 + sqrt(ln 3): the first. Won again, it has
  // 1 + sqrt(ln 4 / 2) = 1.83 against sqrt(ln 4) = 1.18; lost twice then, at N = 6, 2/4 + sqrt(ln 6 / 4)
  // = 1.17 against sqrt(ln 6) = 1.34: the second.
  for (const std::int64_t result : {kWin, kLoss, kLoss}) {
    const auto step = tree.select(tree.root(), 1.0);
    ASSERT_EQ(step.move, 1U);
    play(tree, step.node, result);
    tree.enter();
  }
  EXPECT_EQ(tree.select(tree.root(), 1.0).move, 2U);
}

// Any number of children, any counts: the child with the highest bound, whatever the processor does at once.
RC_GTEST_PROP(Select, AgreesWithTheFormula, ()) {
  const auto count = *rc::gen::inRange<std::uint32_t>(1, 40);
  std::vector<Node> nodes(count + 1);
  nodes[0].first_child = 1;
  nodes[0].count = static_cast<std::uint8_t>(count);
  for (std::uint32_t i = 1; i <= count; ++i) {
    nodes[i].visits = *rc::gen::inRange(1U, 1U << *rc::gen::inRange(1, 24));
    nodes[i].sum = static_cast<std::int64_t>(nodes[i].visits) * *rc::gen::inRange<std::int64_t>(0, kWin + 1);
    nodes[i].move = static_cast<MoveCode>(i);
    nodes[0].visits += nodes[i].visits;
  }
  Tree tree(kPlenty);
  tree.assign(nodes);
  const double exploration = 0.5 * std::sqrt(std::log(nodes[0].visits));
  double highest = 0;
  for (std::uint32_t i = 1; i <= count; ++i) {
    highest = std::max(highest, ucb(nodes[i].sum, nodes[i].visits, exploration));
  }
  const Node& taken = nodes[tree.select(tree.root(), 0.5).node];
  RC_ASSERT(ucb(taken.sum, taken.visits, exploration) >= highest * 0.999);
}

TEST(Select, LooksElsewhereWhileARolloutIsUnderWay) {
  Tree tree(kPlenty);
  tree.enter();
  ASSERT_TRUE(tree.grow(tree.root(), std::vector<MoveCode>{1, 2}));
  for (int i = 0; i < 2; ++i) {
    play(tree, tree.select(tree.root(), 0.1).node, kWin);
    tree.enter();
  }
  const auto one = tree.select(tree.root(), 0.1);
  tree.enter();
  const auto other = tree.select(tree.root(), 0.1);
  EXPECT_NE(one.node, other.node) << "the rollout under way counts as lost";
}

TEST(BackUp, TurnsTheResultAtEveryPly) {
  Tree tree(kPlenty);
  ASSERT_TRUE(tree.grow(tree.root(), std::vector<MoveCode>{1}));
  const NodeIndex one = tree[tree.root()].first_child;
  ASSERT_TRUE(tree.grow(one, std::vector<MoveCode>{kPassCode}));
  const NodeIndex pass = tree[one].first_child;
  ASSERT_TRUE(tree.grow(pass, std::vector<MoveCode>{2}));
  const NodeIndex two = tree[pass].first_child;
  const NodeIndex path[] = {tree.root(), one, pass, two};
  tree.back_up(path, kWin, false);  // for the side that moved twice
  tree.back_up(path, kDraw, false);
  EXPECT_EQ(tree[two].sum, kWin + kDraw);
  EXPECT_EQ(tree[pass].sum, kDraw);
  EXPECT_EQ(tree[one].sum, kWin + kDraw);
  EXPECT_EQ(tree[tree.root()].sum, kDraw);
}

// One after the other, two threads' worth of rollouts through a busy path: nothing is lost, and nothing is
// told twice.
TEST(Ledger, TellsEverythingOnce) {
  Tree tree(kPlenty);
  ASSERT_TRUE(tree.grow(tree.root(), std::vector<MoveCode>{1, 2}));
  tree.share();
  std::array<Tree::Ledger, 2> ledgers;
  constexpr std::uint32_t kRollouts = 5000;
  for (std::uint32_t i = 0; i < kRollouts; ++i) {
    Tree::Ledger* const ledger = &ledgers[i / 7 % 2];
    tree.enter(ledger);
    const NodeIndex path[] = {tree.root(), tree.select(tree.root(), 0.5, ledger).node};
    tree.back_up(path, i % 3 == 0 ? kWin : kLoss, false, ledger);
  }
  const std::uint32_t told = tree.visits(tree.root());
  EXPECT_GT(told, kRollouts) << "a burst is counted when it begins";
  EXPECT_LT(told, kRollouts + 2 * 64) << "by a little";
  for (Tree::Ledger& ledger : ledgers) tree.settle(ledger);
  for (Tree::Ledger& ledger : ledgers) tree.settle(ledger);
  const NodeIndex first = tree[tree.root()].first_child;
  constexpr std::int64_t kWins = (kRollouts + 2) / 3;
  EXPECT_EQ(tree.visits(tree.root()), kRollouts);
  EXPECT_EQ(tree.visits(first) + tree.visits(first + 1), kRollouts);
  EXPECT_EQ(tree[first].sum + tree[first + 1].sum, kWins * kWin);
  EXPECT_EQ(tree[tree.root()].sum, (kRollouts - kWins) * kWin);
}

struct Family {
  Tree tree{kPlenty};
  NodeIndex first;
  explicit Family(std::size_t children) {
    tree.enter();
    std::vector<MoveCode> moves(children);
    for (std::size_t i = 0; i < children; ++i) moves[i] = static_cast<MoveCode>(i);
    EXPECT_TRUE(tree.grow(tree.root(), moves));
    first = tree[tree.root()].first_child;
  }
};

TEST(Solver, OneWinningMoveIsEnough) {
  Family family(3);
  play(family.tree, family.first + 1, kWin, true);
  EXPECT_EQ(family.tree.proof(family.tree.root()), Proof::Loss) << "lost for the side that moved to the root";
  EXPECT_EQ(family.tree.best_child(family.tree.root(), Final::Visits), family.first + 1);
}

TEST(Solver, LossNeedsEveryMoveAndADrawSavesIt) {
  Family lost(2);
  play(lost.tree, lost.first, kLoss, true);
  EXPECT_EQ(lost.tree.proof(lost.tree.root()), Proof::None);
  play(lost.tree, lost.first + 1, kLoss, true);
  EXPECT_EQ(lost.tree.proof(lost.tree.root()), Proof::Win);

  Family drawn(2);
  play(drawn.tree, drawn.first, kDraw, true);
  EXPECT_EQ(drawn.tree.proof(drawn.tree.root()), Proof::None);
  play(drawn.tree, drawn.first + 1, kLoss, true);
  EXPECT_EQ(drawn.tree.proof(drawn.tree.root()), Proof::Draw);
}

TEST(Solver, NeverGoesToALostMoveAgain) {
  Family family(2);
  play(family.tree, family.first, kLoss, true);
  for (int i = 0; i < 20; ++i) {
    family.tree.enter();
    const auto step = family.tree.select(family.tree.root(), 1.0);
    ASSERT_EQ(step.node, family.first + 1);
    play(family.tree, step.node, kLoss);
  }
  EXPECT_EQ(family.tree.best_child(family.tree.root(), Final::Visits), family.first + 1);
}

TEST(BestChild, PrefersAProvenDrawToABadChance) {
  Family family(2);
  play(family.tree, family.first, kDraw, true);
  for (int i = 0; i < 10; ++i) {
    family.tree.enter();
    if (const auto step = family.tree.select(family.tree.root(), 5.0); step.node != family.first) {
      play(family.tree, step.node, kLoss);
    }
  }
  EXPECT_EQ(family.tree.best_child(family.tree.root(), Final::Visits), family.first);
}

TEST(Memory, IsNeverExceeded) {
  Tree tree(10 * sizeof(Node));
  EXPECT_EQ(tree.capacity(), 10U);
  EXPECT_TRUE(tree.grow(0, std::vector<MoveCode>{1, 2, 3, 4, 5, 6}));
  EXPECT_FALSE(tree.grow(1, std::vector<MoveCode>{1, 2, 3, 4}));
  EXPECT_TRUE(tree.full());
  EXPECT_FALSE(tree.has_children(1));
  EXPECT_EQ(tree.used(), 7U);
  EXPECT_FALSE(tree.grow(1, std::vector<MoveCode>{1})) << "a full tree stays as it is";
  ASSERT_TRUE(tree.advance(3));
  tree.compact();
  EXPECT_FALSE(tree.full());
  EXPECT_EQ(tree.used(), 1U);
}

// The same tree in words, whatever the places of its nodes.
std::string words_of(const Tree& tree, NodeIndex node) {
  std::string words =
      fmt::format("{}:{}:{}:{}(", tree[node].move, tree[node].visits, tree[node].sum, tree[node].proof);
  for (const Node& child : tree.children(node)) {
    words += words_of(tree, static_cast<NodeIndex>(&child - &tree[0])) + " ";
    EXPECT_EQ(child.parent, node);
  }
  return words + ")";
}

RC_GTEST_PROP(Compact, KeepsTheRootsTreeAndNothingElse, ()) {
  Tree tree(kPlenty);
  const int steps = *rc::gen::inRange(1, 60);
  for (int i = 0; i < steps; ++i) {
    const auto node = *rc::gen::inRange<NodeIndex>(0, tree.used());
    std::vector<MoveCode> moves(*rc::gen::inRange<std::size_t>(1, 6));
    for (std::size_t k = 0; k < moves.size(); ++k) moves[k] = static_cast<MoveCode>(k);
    tree.grow(node, moves);
    const NodeIndex path[] = {node};
    tree.back_up(path, *rc::gen::element(kWin, kDraw), *rc::gen::inRange(0, 4) == 0);
  }
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) tree.advance(0);
  const std::string before = words_of(tree, tree.root());
  tree.compact();
  RC_ASSERT(words_of(tree, tree.root()) == before);
  NodeIndex reachable = 1;
  for (NodeIndex i = 0; i < tree.used(); ++i) reachable += tree[i].count;
  RC_ASSERT(tree.used() == reachable);
}

}  // namespace
}  // namespace turncoat::mcts
