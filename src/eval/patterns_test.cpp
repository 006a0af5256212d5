// Kernels for other machines evaluate inside searches only: search/pattern_search_test.cpp runs them all.
#include "eval/patterns.h"

#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>

#include "eval/testing/plain_patterns.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/kernel64_reference.h"
#include "rules/testing/random_games.h"

namespace turncoat::eval {
namespace {

using rules::Position;
using rules::Symmetry;
using testing::plain_patterns;
using testing::random_weights;

template <class K>
using StateOf = typename Patterns<K>::State;

// A sum of 63 weights of at most 90 stays inside the limit; test by test the same tables.
const PatternWeights::Packed& packed(int size) {
  static const auto six = random_weights(90, 1, pattern_set(6));
  static const auto eight = random_weights(90, 1, pattern_set(8));
  return size == 6 ? six : eight;
}
const SharedPatternWeights& weights(int size) {
  static const auto six = std::make_shared<const PatternWeights>(pattern_set(6), packed(6));
  static const auto eight = std::make_shared<const PatternWeights>(pattern_set(8), packed(8));
  return size == 6 ? six : eight;
}

template <class K>
StateOf<K> start(const Patterns<K>& patterns, const typename K::Board& board) {
  StateOf<K> state;
  patterns.start(board, state);
  return state;
}

template <class K>
int value_of(const Position& position) {
  const Patterns<K> patterns(weights(position.size()));
  const auto board = K::board_of(position);
  return patterns.evaluate(board, K::moves(board, K::area(position.size())), start(patterns, board));
}

// So many of every board that has patterns.
std::vector<Position> positions(int count, std::uint64_t seed) {
  std::vector<Position> list;
  Rng rng(seed);
  for (const int size : kPatternSizes) {
    const auto most = static_cast<std::uint32_t>(size * size - 2);
    for (int i = 0; i < count; ++i) {
      list.push_back(
          rules::testing::random_game(rules::standard(size), rng, static_cast<int>(rng.below(most)))
              .position());
    }
  }
  return list;
}

template <class K>
class PatternsOn : public ::testing::Test {};
using Kernels = ::testing::Types<rules::kernel::PortableKernel64, rules::kernel::ReferenceKernel64>;
TYPED_TEST_SUITE(PatternsOn, Kernels);

TYPED_TEST(PatternsOn, CarryTheirFeaturesThroughMovesAndPasses) {
  using K = TypeParam;
  Rng rng(2);
  int passes = 0;
  for (int game = 0; game < 60; ++game) {
    const int size = kPatternSizes[static_cast<std::size_t>(game) % kPatternSizes.size()];
    const auto area = K::area(size);
    const Patterns<K> patterns(weights(size));
    auto board = K::board_of(Position(rules::standard(size)));
    StateOf<K> state = start(patterns, board);
    for (;;) {
      auto moves = K::moves(board, area);
      StateOf<K> next;
      if (K::empty(moves)) {
        if (K::empty(K::moves(K::after_pass(board), area))) break;
        patterns.after_pass(state, next);
        board = K::after_pass(board);
        ++passes;
      } else {
        for (std::uint32_t skip = rng.below(static_cast<std::uint32_t>(K::count(moves))); skip > 0; --skip)
          K::pop_first(moves);
        const int bit = K::pop_first(moves);
        const auto flips = K::flips(board, bit);
        patterns.after(state, bit, flips, next);
        board = K::after(board, bit, flips);
      }
      state = next;
      ASSERT_EQ(state.features, start(patterns, board).features);
    }
  }
  EXPECT_GT(passes, 0);
}

TYPED_TEST(PatternsOn, AreThePlainSumOfWeights) {
  for (const Position& position : positions(150, 3)) {
    ASSERT_EQ(value_of<TypeParam>(position), plain_patterns(position, packed(position.size())))
        << position.to_string();
  }
}

TYPED_TEST(PatternsOn, GiveSymmetricPositionsOneValue) {
  for (const Position& position : positions(60, 4)) {
    const int value = value_of<TypeParam>(position);
    for (const Symmetry symmetry : Symmetry::all()) EXPECT_EQ(value_of<TypeParam>(symmetry(position)), value);
  }
}

TYPED_TEST(PatternsOn, LookFromTheMoversSide) {
  using K = TypeParam;
  for (const Position& position : positions(60, 5)) {
    const Patterns<K> patterns(weights(position.size()));
    const PatternSet& set = pattern_set(position.size());
    const Position swapped =
        *Position::make(position.ruleset_ptr(), position.discs(rules::Color::White),
                        position.discs(rules::Color::Black), rules::other(position.mover()));
    EXPECT_EQ(value_of<K>(swapped), value_of<K>(position)) << "colours do not matter";
    const auto own = start(patterns, K::board_of(position)).features;
    const auto others = start(patterns, K::after_pass(K::board_of(position))).features;
    for (std::size_t i = 0; i < PatternSet::kSlots; ++i) EXPECT_EQ(own[i] + others[i], set.top[i]);
  }
}

TYPED_TEST(PatternsOn, LeaveUnusedSlotsAtZero) {
  using K = TypeParam;
  for (const Position& position : positions(60, 6)) {
    const PatternSet& set = pattern_set(position.size());
    const Patterns<K> patterns(set);
    const auto state = start(patterns, K::board_of(position));
    for (std::size_t i = set.features(); i < PatternSet::kSlots; ++i) {
      EXPECT_EQ(state.features[i], 0);
      EXPECT_EQ(weights(position.size())->stage(4)[set.offset[i]], 0);
    }
  }
}

TEST(Patterns, NeverClaimAWonGame) {
  using K = rules::kernel::PortableKernel64;
  const PatternSet& set = pattern_set(8);
  const auto huge = std::make_shared<const PatternWeights>(
      set, PatternWeights::Packed(static_cast<std::size_t>(set.stages),
                                  std::vector<std::int16_t>(set.packed_states, 32767)));
  const Patterns<K> patterns(huge);
  const auto board = K::board_of(Position(rules::standard(8)));
  EXPECT_EQ(patterns.evaluate(board, K::moves(board, K::area(8)), start(patterns, board)),
            Patterns<K>::kLimit - 1);
}

class PatternSetOf : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Boards, PatternSetOf, ::testing::ValuesIn(kPatternSizes));

TEST_P(PatternSetOf, HasDistinctFeaturesThatCoverTheBoard) {
  const PatternSet& set = pattern_set(GetParam());
  std::set<std::pair<std::uint16_t, std::uint64_t>> features;
  std::uint64_t covered = 0;
  for (std::size_t i = 0; i < set.features(); ++i) {
    std::uint64_t squares = 0;
    for (std::size_t square = 0; square < 64; ++square) {
      if (set.worth[square][i] != 0) squares |= std::uint64_t{1} << square;
    }
    EXPECT_EQ(static_cast<std::size_t>(std::popcount(squares)), set.shapes[set.shape_of[i]].squares.size());
    features.emplace(set.shape_of[i], squares);
    covered |= squares;
  }
  EXPECT_EQ(features.size(), set.features());
  EXPECT_EQ(covered, rules::kernel::Lattice64::area(GetParam()));
  EXPECT_LT(set.features(), PatternSet::kSlots) << "the mobility needs a slot in training";
}

// By Burnside's lemma: the classes are as many as the mean number of states that a symmetry leaves alone, and
// those are 3 to the number of its cycles.
TEST_P(PatternSetOf, GivesEveryClassOfStatesOneWeight) {
  for (const PatternShape& shape : pattern_set(GetParam()).shapes) {
    const std::set<int> squares(shape.squares.begin(), shape.squares.end());
    ASSERT_EQ(squares.size(), shape.squares.size()) << shape.name << " names a square twice";
    int symmetries = 0;
    double fixed = 0;
    for (const Symmetry symmetry : Symmetry::all()) {
      std::map<int, int> image;
      for (const int bit : squares) {
        const rules::Square to = symmetry(rules::Square(bit % 8, bit / 8), 8);
        if (squares.contains(8 * to.row() + to.column())) image[bit] = 8 * to.row() + to.column();
      }
      if (image.size() != squares.size()) continue;
      int cycles = 0;
      for (std::set<int> left = squares; !left.empty(); ++cycles) {
        for (int at = *left.begin(); left.erase(at) > 0;) at = image[at];
      }
      fixed += std::pow(3, cycles);
      ++symmetries;
    }
    EXPECT_EQ(shape.packed_states, fixed / symmetries) << shape.name;
    std::set<std::uint16_t> used(shape.packed.begin(), shape.packed.end());
    EXPECT_EQ(used.size(), shape.packed_states);
    EXPECT_EQ(*used.rbegin(), shape.packed_states - 1);
  }
}

TEST(PatternSet, StagesFollowTheDiscs) {
  const PatternSet& set = pattern_set(8);
  EXPECT_EQ(set.stage_of(4), 0);
  EXPECT_EQ(set.stage_of(5), 0);
  EXPECT_EQ(set.stage_of(6), 1);
  EXPECT_EQ(set.stage_of(63), 29);
  EXPECT_EQ(set.stage_of(64), 29);
  EXPECT_EQ(set.stage_of(1), 0) << "boards that no game reaches";
  EXPECT_EQ(pattern_set(6).stage_of(36), 15);
  EXPECT_EQ(find_pattern_set(10), nullptr);
}

TEST(PatternSet, FingerprintFollowsTheShapes) {
  PatternSet other = pattern_set(8);
  EXPECT_EQ(fingerprint(other), fingerprint(pattern_set(8)));
  EXPECT_NE(fingerprint(other), fingerprint(pattern_set(6)));
  std::swap(other.shapes[0].squares[0], other.shapes[0].squares[1]);
  EXPECT_NE(fingerprint(other), fingerprint(pattern_set(8)));
}

}  // namespace
}  // namespace turncoat::eval
