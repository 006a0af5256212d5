#include "eval/linear.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "eval/testing/random_positions.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/wide_kernels.h"

namespace turncoat::eval {
namespace {

using rules::Position;
using rules::kernel::PortableKernel64;
using rules::kernel::PortableWideKernel;

constexpr std::string_view kBest =
    "# the published best\n"
    "corners 0.185 55.6\nmoves 0.75 25\ndiscs 0.04 9.1\ncentre -0.55 -15\ngroups 0.68 -13.6\n";

template <class K>
QualityCounts counts_of(const Position& position) {
  const auto board = K::board_of(position);
  return Linear<K>(position.size(), {}).qualities(board, K::moves(board, K::area(position.size())));
}

TEST(LinearWeights, AreALineOfTheDiscCount) {
  const LinearWeights weights = *parse_linear_weights(kBest, "best");
  EXPECT_EQ(weights.degree, 1);
  EXPECT_DOUBLE_EQ(weights.weight(Quality::Corners, 100), 0.185 * 100 + 55.6);
  EXPECT_DOUBLE_EQ(weights.weight(Quality::Groups, 8), 0.68 * 8 - 13.6);
}

TEST(LinearWeights, MayBeCubic) {
  const auto weights = parse_linear_weights(
      "corners 1 2 3 4\nmoves 0 0 0 1\ndiscs 0 0 0 0\ncentre 0 0 1 0\ngroups 0 1 0 0", "cubic");
  ASSERT_TRUE(weights.has_value());
  EXPECT_EQ(weights->degree, 3);
  EXPECT_DOUBLE_EQ(weights->weight(Quality::Corners, 2), 8 + 8 + 6 + 4);
  EXPECT_DOUBLE_EQ(weights->weight(Quality::Groups, 3), 9);
}

TEST(LinearWeights, AreRefusedWithThePlaceAndTheReason) {
  const auto reason = [](std::string_view text) {
    const auto weights = parse_linear_weights(text, "w.txt");
    return weights ? std::string("accepted") : weights.error().message;
  };
  EXPECT_EQ(reason(""), "w.txt: the line for corners is missing");
  EXPECT_EQ(reason("corners 1"), "w.txt line 1: corners has 1 numbers; two make a line, four a cubic");
  EXPECT_THAT(reason("corners 1 2\nstability 1 2"), testing::StartsWith("w.txt line 2: there is no quality"));
  EXPECT_EQ(reason("corners 1 2\ncorners 1 2"), "w.txt line 2: corners is given twice");
  EXPECT_EQ(reason("corners 1 x"), "w.txt line 1: \"x\" is not a usable number");
  EXPECT_EQ(reason("corners 1 1e300"), "w.txt line 1: \"1e300\" is not a usable number");
  EXPECT_EQ(reason("corners 1 2\nmoves 1 2 3 4"),
            "w.txt line 2: some qualities have two numbers and some four");
}

RC_GTEST_PROP(LinearWeights, PrintAndParseToTheSame, ()) {
  LinearWeights weights;
  weights.degree = *rc::gen::element(1, 3);
  for (auto& quality : weights.coefficients) {
    for (int power = 0; power <= weights.degree; ++power) {
      quality[static_cast<std::size_t>(power)] = *rc::gen::inRange(-100'000, 100'000) / 128.0;
    }
  }
  RC_ASSERT(*parse_linear_weights(format_linear_weights(weights), "") == weights);
}

// After f5 d6: no corners, 5 moves against 4, 3 discs each, all in the centre, one group each.
TEST(LinearValue, IsTheWeightedSumOfFiveDifferences) {
  const Position position = *Position::parse(
      rules::standard(8), "--------/--------/--------/---OX---/---OXX--/---O----/--------/-------- X");
  EXPECT_THAT(counts_of<PortableKernel64>(position), testing::ElementsAre(0, 1, 0, 0, 0));
  const LinearWeights weights = *parse_linear_weights(kBest, "best");
  const auto board = PortableKernel64::board_of(position);
  const auto moves = PortableKernel64::moves(board, PortableKernel64::area(8));
  const Linear<PortableKernel64> evaluator(8, weights);
  EXPECT_EQ(evaluator.evaluate(board, moves),
            static_cast<int>((0.75 * 6 + 25) * Linear<PortableKernel64>::kUnit));
}

TEST(LinearQualities, AreTheSameInWordsAndWideSets) {
  for (const Position& position : testing_positions(30, 2)) {
    if (position.size() > 8) continue;
    EXPECT_EQ(counts_of<PortableKernel64>(position), counts_of<PortableWideKernel>(position));
  }
}

TEST(LinearQualities, ChangeSignWithTheSides) {
  for (const Position& position : testing_positions(10, 3)) {
    const auto turned = *Position::make(position.ruleset_ptr(), position.discs(rules::Color::Black),
                                        position.discs(rules::Color::White), rules::other(position.mover()));
    QualityCounts counts = counts_of<PortableWideKernel>(turned);
    for (int& count : counts) count = -count;
    EXPECT_EQ(counts, counts_of<PortableWideKernel>(position));
  }
}

}  // namespace
}  // namespace turncoat::eval
