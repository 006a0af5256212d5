#include "mcts/searcher.h"

#include <gmock/gmock.h>

#include "mcts/tree_file.h"
#include "rules/testing/random_games.h"

namespace turncoat::mcts {
namespace {

using rules::kernel::Isa;
using rules::testing::late_position;
using rules::testing::plain_negamax;

Options small(std::uint64_t memory = 4 << 20) {
  Options options;
  options.memory = memory;
  return options;
}

std::unique_ptr<Searcher> searcher_for(const rules::Position& root, const Options& options) {
  return make_searcher(root, options, rules::kernel::best_isa());
}

Proof proof_of_score(int score) {
  return score > 0 ? Proof::Win : score == 0 ? Proof::Draw : Proof::Loss;
}

std::vector<std::uint64_t> visits_of(const Finding& finding) {
  std::vector<std::uint64_t> visits;
  for (const MoveFinding& move : finding.moves) visits.push_back(move.visits);
  return visits;
}

// Every proof in the tree is true.
void check_proofs(const Tree& tree, NodeIndex node, const rules::Position& position) {
  if (tree.proof(node) != Proof::None) {
    ASSERT_EQ(turned(tree.proof(node)), proof_of_score(plain_negamax(position))) << position.to_string();
  }
  for (const Node& child : tree.children(node)) {
    check_proofs(tree, static_cast<NodeIndex>(&child - &tree[0]),
                 position.after(move_of(child.move, position.size())));
  }
}

TEST(SearcherSolver, AgreesWithLookingAtEverything) {
  for (const char* name : {"standard-4", "standard-6", "standard-8", "standard-10", "leader-12"}) {
    const rules::RulesetPtr rules = *rules::find_ruleset(name);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const rules::Position position = late_position(rules, 6, seed);
      const auto searcher = searcher_for(position, small());
      const Finding finding = searcher->search({.sims = 100'000}, seed);
      EXPECT_EQ(finding.proof, proof_of_score(plain_negamax(position)))
          << name << ' ' << position.to_string();
      EXPECT_EQ(proof_of_score(-plain_negamax(position.after(finding.move))), finding.proof);
      check_proofs(searcher->tree(), searcher->tree().root(), position);
    }
  }
}

TEST(SearcherSolver, SolvesTheSmallestBoard) {
  const rules::Position start(rules::standard(4));
  const auto searcher = searcher_for(start, small(64 << 20));
  const Finding finding = searcher->search({.sims = 3'000'000}, 1);
  EXPECT_EQ(finding.proof, Proof::Loss) << "4x4 is lost for the side that begins";
  EXPECT_LT(finding.rollouts, 3'000'000U) << "a proven root ends the search";
}

TEST(SearcherSolver, StaysSilentWhenOff) {
  Options options = small();
  options.solver = false;
  const rules::Position position = late_position(rules::standard(8), 5, 2);
  const auto searcher = searcher_for(position, options);
  const Finding finding = searcher->search({.sims = 5000}, 1);
  EXPECT_EQ(finding.proof, Proof::None);
  EXPECT_EQ(finding.rollouts, 5000U);
}

// In every inner node that the search has finished with: visits are those of the children and its own first.
void check_counts(const Tree& tree, NodeIndex node) {
  std::uint64_t visits = 0;
  for (const Node& child : tree.children(node)) {
    visits += child.visits;
    check_counts(tree, static_cast<NodeIndex>(&child - &tree[0]));
  }
  EXPECT_LE(tree[node].sum, kWin * std::int64_t{tree[node].visits});
  EXPECT_GE(tree[node].sum, 0);
  if (tree.has_children(node)) {
    EXPECT_EQ(tree[node].visits, visits + (node == tree.root() ? 0 : 1));
  }
}

TEST(SearcherTree, AddsUp) {
  for (const int batch : {1, 4, 16}) {
    Options options = small();
    options.batch = batch;
    options.solver = false;
    const auto searcher = searcher_for(rules::Position(rules::standard(6)), options);
    const Finding finding = searcher->search({.sims = 5000}, 3);
    EXPECT_EQ(finding.visits, 5000U);
    EXPECT_EQ(finding.rollouts, 5000U);
    // Each rollout reaches one node that had no visit before, or the end of a game.
    NodeIndex visited = 0;
    for (NodeIndex i = 0; i < searcher->tree().used(); ++i) visited += searcher->tree()[i].visits > 0 ? 1 : 0;
    EXPECT_LE(visited, 5001U);
    EXPECT_GT(visited, 4500U);
    if (batch == 1) check_counts(searcher->tree(), searcher->tree().root());
  }
}

// The numbers change whenever the search does; they must be the same on every kernel.
TEST(SearcherGolden, SameSeedSameVisits) {
  const rules::Position start = late_position(rules::standard(8), 50, 5);
  for (const Isa isa : rules::kernel::supported_isas()) {
    const auto searcher = make_searcher(start, small(), isa);
    const Finding finding = searcher->search({.sims = 3000}, 42);
    EXPECT_THAT(visits_of(finding), testing::ElementsAre(281, 9, 1211, 486, 212, 301, 3, 497))
        << rules::kernel::isa_name(isa);
  }
}

struct Golden {
  const char* rules;
  int empties;  // of a position reached by random moves
  std::uint64_t sims;
  const char* move;
  std::uint64_t rollouts;  // fewer than sims where the root is proven
  NodeIndex nodes;
};

constexpr Golden kGoldens[] = {
    {"standard-4", 12, 20000, "b1", 192, 297},  {"standard-6", 32, 2000, "d5", 2000, 3637},
    {"standard-6", 10, 5000, "a6", 268, 470},   {"standard-8", 60, 2000, "f5", 2000, 3659},
    {"standard-8", 30, 2000, "a8", 2000, 5353}, {"standard-10", 60, 300, "j10", 300, 1213},
    {"leader-12", 136, 200, "k10", 200, 436},   {"leader-12", 9, 2000, "l2", 37, 61},
};

// As in search/golden_test.cpp: on every kernel, and a failure prints the new row.
TEST(SearcherGolden, SameMoveRolloutsAndNodes) {
  for (const Golden& golden : kGoldens) {
    const rules::Position position = late_position(*rules::find_ruleset(golden.rules), golden.empties, 20);
    for (const Isa isa : rules::kernel::supported_isas()) {
      const Finding finding = make_searcher(position, small(), isa)->search({.sims = golden.sims}, 42);
      EXPECT_EQ(std::tuple(finding.move.name(), finding.rollouts, finding.nodes),
                std::tuple(std::string(golden.move), golden.rollouts, golden.nodes))
          << fmt::format(R"({{"{}", {}, {}, "{}", {}, {}}}, on )", golden.rules, golden.empties, golden.sims,
                         finding.move.name(), finding.rollouts, finding.nodes)
          << rules::kernel::isa_name(isa);
    }
  }
}

TEST(SearcherMemory, GoesOnWhenTheTreeIsFull) {
  for (const int threads : {1, 2}) {
    Options options = small(64 << 10);
    options.threads = threads;
    const auto searcher = searcher_for(rules::Position(rules::standard(8)), options);
    const Finding finding = searcher->search({.sims = 50'000}, 1);
    EXPECT_TRUE(finding.full);
    EXPECT_LE(finding.nodes * sizeof(Node), std::uint64_t{64 << 10});
    EXPECT_EQ(finding.visits, 50'000U);
  }
}

TEST(SearcherReuse, GoesOnWhereItWas) {
  const rules::Position start(rules::standard(8));
  const auto searcher = searcher_for(start, small());
  const Finding before = searcher->search({.sims = 4000}, 1);
  const auto played = std::ranges::find(before.moves, before.move, &MoveFinding::move);
  EXPECT_EQ(searcher->advance(before.move), played->visits);
  searcher->tree().compact();
  EXPECT_EQ(searcher->finding().visits, played->visits);
  EXPECT_NEAR(searcher->tree().win_rate(searcher->tree().root()), played->win_rate, 1e-12);
  EXPECT_EQ(searcher->finding().line.front(), before.line.at(1));
  EXPECT_EQ(searcher->search({.sims = 1000}, 2).visits, played->visits + 1000);
}

TEST(SearcherReuse, CompactingChangesNoSearch) {
  const rules::Position start(rules::standard(8));
  std::vector<std::vector<std::uint64_t>> all;
  for (const bool compacted : {false, true}) {
    const auto searcher = searcher_for(start, small());
    searcher->advance(searcher->search({.sims = 3000}, 1).move);
    if (compacted) searcher->tree().compact();
    all.push_back(visits_of(searcher->search({.sims = 3000}, 2)));
  }
  EXPECT_EQ(all[0], all[1]);
}

TEST(SearcherReuse, StartsAnewAfterAMoveItNeverSaw) {
  const rules::Position start(rules::standard(8));
  const auto searcher = searcher_for(start, small());
  EXPECT_EQ(searcher->advance(*start.legal_moves().begin()), 0U);
  EXPECT_EQ(searcher->search({.sims = 100}, 1).visits, 100U);
}

TEST(SearcherReuse, FindsTheMoveInAPositionThatWasSolvedAsALeaf) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    rules::Game game(late_position(rules::standard(8), 8, seed));
    const auto searcher = searcher_for(game.position(), small());
    while (!game.is_over()) {
      const Finding finding = searcher->search({.sims = 20}, seed);
      ASSERT_TRUE(game.play(finding.move).has_value()) << game.position().to_string();
      searcher->advance(finding.move);
    }
  }
}

// Rollouts side by side: one may give children to a leaf that another is about to solve.
TEST(SearcherReuse, PlaysTheMoveThatKeepsWhatIsProven) {
  int proven = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    rules::Game game(late_position(rules::standard(6), 9, seed));
    Options options = small();
    options.batch = 16;
    const auto searcher = searcher_for(game.position(), options);
    while (!game.is_over()) {
      const Finding finding = searcher->search({.sims = 40}, seed);
      if (finding.proof != Proof::None && !game.position().must_pass()) {
        ++proven;
        ASSERT_EQ(proof_of_score(-plain_negamax(game.position().after(finding.move))), finding.proof)
            << game.position().to_string() << ' ' << finding.move.name();
      }
      ASSERT_TRUE(game.play(finding.move).has_value());
      searcher->advance(finding.move);
    }
  }
  EXPECT_GT(proven, 100);
}

TEST(SearcherThreads, CountEveryRollout) {
  for (const int threads : {2, 4}) {
    Options options = small();
    options.threads = threads;
    const auto searcher = searcher_for(rules::Position(rules::standard(6)), options);
    int reports = 0;
    const Finding finding = searcher->search({.sims = 20'000}, 1, [&](const Finding&) { ++reports; });
    EXPECT_EQ(finding.visits, 20'000U);
    std::uint64_t below = 0;
    for (const MoveFinding& move : finding.moves) below += move.visits;
    EXPECT_GE(below + static_cast<std::uint64_t>(threads * options.batch), 20'000U);
  }
}

TEST(SearcherThreads, SolveTogether) {
  Options options = small();
  options.threads = 4;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const rules::Position position = late_position(rules::standard(8), 7, seed);
    const auto searcher = searcher_for(position, options);
    const Finding finding = searcher->search({.sims = 200'000}, seed);
    EXPECT_EQ(finding.proof, proof_of_score(plain_negamax(position))) << position.to_string();
  }
}

TEST(SearcherLimits, StopAtOnceWithALegalMove) {
  std::stop_source stopped;
  stopped.request_stop();
  const rules::Position start(rules::standard(8));
  const Finding finding = searcher_for(start, small())->search({.stop = stopped.get_token()}, 1);
  EXPECT_TRUE(start.is_legal(finding.move));
  EXPECT_LE(finding.rollouts, 4U);
}

TEST(SearcherCutoff, JudgesInsteadOfPlaying) {
  for (const int size : {4, 8, 10}) {
    for (const bool linear : {false, true}) {
      Options options = small();
      options.cutoff = 3;
      if (linear) options.evaluation = eval::LinearWeights{};  // all zero: every position is even
      const auto searcher = searcher_for(late_position(rules::standard(size), size * size - 6, 1), options);
      const Finding finding = searcher->search({.sims = 500}, 1);
      if (linear && size > 4) {
        EXPECT_NEAR(finding.win_rate, 0.5, 1e-3);
      }
      EXPECT_EQ(finding.visits, finding.rollouts);
    }
  }
}

TEST(SlowSearcher, TenMillionRolloutsInSixteenMegabytes) {
  const auto searcher = searcher_for(rules::Position(rules::standard(8)), small(16 << 20));
  const Finding finding = searcher->search({.sims = 10'000'000}, 1);
  EXPECT_EQ(finding.visits, 10'000'000U);
  EXPECT_TRUE(finding.full);
}

}  // namespace
}  // namespace turncoat::mcts
