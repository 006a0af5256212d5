#include "rules/perft.h"

#include <numeric>

#include <gtest/gtest.h>

namespace turncoat::rules {

namespace {

using Pass = PerftOptions::Pass;
using kernel::Isa;

std::uint64_t count(const Position& position, PerftOptions options) {
  return perft(position, options).value();
}

// table[d - 1] is the count at depth d.
void expect_table(int size, Pass pass, const std::vector<std::uint64_t>& table) {
  for (const Isa isa : kernel::supported_isas()) {
    // The reference is a hundred times slower: it gets the depths it can count in a moment.
    const std::uint64_t largest = isa == Isa::Reference  ? 10'000
                                  : isa == Isa::Portable ? 5'000'000
                                                         : 20'000'000;
    for (std::size_t i = 0; i < table.size() && table[i] <= largest; ++i) {
      PerftOptions options{.depth = static_cast<int>(i) + 1, .pass = pass, .isa = isa};
      EXPECT_EQ(count(Position(standard(size)), options), table[i])
          << size << "x" << size << " depth " << i + 1 << " " << kernel::isa_name(isa);
    }
  }
}

// Counts with nothing but Position, which shares no code with perft.
std::uint64_t plain_count(const Position& position, int depth, bool free_pass) {
  if (depth == 0 || position.is_over()) return 1;
  if (position.must_pass()) {
    return plain_count(position.after(Move::pass()), free_pass ? depth : depth - 1, free_pass);
  }
  std::uint64_t nodes = 0;
  for (const Square move : position.legal_moves()) {
    nodes += plain_count(position.after(move), depth - 1, free_pass);
  }
  return nodes;
}

const std::vector<std::uint64_t> kEight = {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288};

TEST(Perft, FourByFour) {
  expect_table(
      4, Pass::Ply,
      {4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980, 60060, 60060});
  expect_table(4, Pass::Free, {4, 12, 44, 128, 436, 1296, 3788, 9768, 22184, 41636, 60060, 60060});
}

TEST(Perft, SixBySix) {
  expect_table(6, Pass::Ply, {4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976792});
  expect_table(6, Pass::Free, {4, 12, 56, 244, 1364, 7604, 47740, 308716, 2115128, 14978604});
}

TEST(Perft, EightByEight) {
  expect_table(8, Pass::Ply, kEight);
  expect_table(8, Pass::Free, {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005320});
}

TEST(SlowPerft, EightByEightDeep) {
  const Position start(standard(8));
  EXPECT_EQ(count(start, {.depth = 10}), 24571284U);
  EXPECT_EQ(count(start, {.depth = 11}), 212258800U);
  EXPECT_EQ(count(start, {.depth = 12, .threads = 2}), 1939886636U);
  EXPECT_EQ(count(start, {.depth = 10, .pass = Pass::Free}), 24571420U);
  EXPECT_EQ(count(start, {.depth = 11, .pass = Pass::Free}), 212260880U);
}

TEST(Perft, BoardsOfEverySizeAgreeWithPosition) {
  std::vector<std::string> names(preset_names().begin(), preset_names().end());
  for (const std::string& name : names) {
    const Position start(*find_ruleset(name));
    for (const Pass pass : {Pass::Ply, Pass::Free}) {
      const std::uint64_t expected = plain_count(start, 5, pass == Pass::Free);
      for (const Isa isa : kernel::supported_isas()) {
        EXPECT_EQ(count(start, {.depth = 5, .pass = pass, .isa = isa}), expected) << name;
      }
    }
  }
}

TEST(Perft, SameWithoutBulkAndWithThreads) {
  const Position start(standard(8));
  for (const Isa isa : kernel::supported_isas()) {
    const int depth = isa == Isa::Reference ? 5 : 8;
    const std::uint64_t expected = kEight[static_cast<std::size_t>(depth) - 1];
    for (const int threads : {1, 2, 5}) {
      EXPECT_EQ(count(start, {.depth = depth, .threads = threads, .isa = isa}), expected);
      EXPECT_EQ(count(start, {.depth = depth, .bulk = false, .threads = threads, .isa = isa}), expected);
    }
  }
}

TEST(Perft, DivideAddsUp) {
  const auto parts = perft_divide(Position(standard(8)), {.depth = 7}).value();
  EXPECT_EQ(parts.size(), 4U);
  std::uint64_t sum = 0;
  for (const PerftMove& part : parts) sum += part.nodes;
  EXPECT_EQ(sum, kEight[6]);
}

TEST(Perft, PassesAndEndedGames) {
  const RulesetPtr rules = standard(4);
  // Black moves and cannot; White can.
  const auto passing = Position::parse(rules, "OX-- ---- ---- ---- O").value();
  ASSERT_FALSE(passing.must_pass());
  const auto must = Position::parse(rules, "OX-- ---- ---- ---- X").value();
  ASSERT_TRUE(must.must_pass());
  EXPECT_EQ(count(must, {.depth = 1}), 1U);
  EXPECT_EQ(perft_divide(must, {.depth = 1}).value().front().move, Move::pass());
  EXPECT_EQ(count(must, {.depth = 1, .pass = Pass::Free}), plain_count(must, 1, true));
  const auto over = Position::parse(rules, "XXXX XXXX XXXX XXXX X").value();
  EXPECT_EQ(count(over, {.depth = 9}), 1U);
  EXPECT_TRUE(perft_divide(over, {.depth = 9}).value().empty());
}

TEST(Perft, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const auto result = perft(Position(standard(8)), {.depth = 20, .threads = 2}, source.get_token());
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Error::Code::Cancelled);
}

}  // namespace

}  // namespace turncoat::rules
