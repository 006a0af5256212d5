#include "learn/genome.h"

#include <cmath>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "eval/linear_forms.h"
#include "learn/genetic_steps.h"

namespace turncoat::learn {
namespace {

using eval::LinearWeights;
using eval::Quality;

GenomeShape shape_of(GenomeKind kind, std::string_view rules = "leader-12") {
  return {kind, *rules::find_ruleset(std::string(rules))};
}

double size_of(const Genome& genome) {
  double squares = 0;
  for (const double gene : genome) squares += gene * gene;
  return std::sqrt(squares / static_cast<double>(genome.size()));
}

TEST(GenomeShape, HasTenNumbersOrTwenty) {
  EXPECT_EQ(shape_of(GenomeKind::Linear).genes(), 10U);
  EXPECT_EQ(shape_of(GenomeKind::Cubic).genes(), 20U);
  EXPECT_EQ(shape_of(GenomeKind::Linear).discs(0), 8);
  EXPECT_EQ(shape_of(GenomeKind::Linear).discs(1), 144);
  EXPECT_EQ(shape_of(GenomeKind::Cubic, "standard-8").discs(3), 64);
}

TEST(GenomeShape, SpeaksOfTheStartAndTheEndOfAGame) {
  const GenomeShape shape = shape_of(GenomeKind::Linear, "standard-8");
  Genome genome(10, 0.0);
  genome[0] = 1;   // corners at the start
  genome[1] = -1;  // corners at the end
  const LinearWeights weights = shape.weights(genome);
  EXPECT_NEAR(weights.weight(Quality::Corners, 4), 100, 0.01);
  EXPECT_NEAR(weights.weight(Quality::Corners, 64), -100, 0.01);
  EXPECT_NEAR(weights.weight(Quality::Corners, 34), 0, 0.01);
  EXPECT_EQ(weights.weight(Quality::Moves, 34), 0);
}

TEST(GenomeShape, OfNothingIsTheHeuristicThatSeesNothing) {
  const GenomeShape shape = shape_of(GenomeKind::Cubic);
  EXPECT_TRUE(eval::same_heuristic(shape.weights(Genome(20, 0.0)), {}));
  EXPECT_EQ(shape.genome({}), Genome(20, 0.0));
}

RC_GTEST_PROP(GenomeShape, GoesToWeightsAndBack, (std::uint64_t seed)) {
  const GenomeShape shape = shape_of(*rc::gen::element(GenomeKind::Linear, GenomeKind::Cubic),
                                     *rc::gen::element("standard-4", "standard-8", "leader-12"));
  Rng rng(seed);
  const Genome genome = shape.random(rng);
  RC_ASSERT(std::abs(size_of(genome) - 1) < 1e-9);
  const Genome back = shape.genome(shape.weights(genome));
  for (std::size_t i = 0; i < genome.size(); ++i) RC_ASSERT(std::abs(genome[i] - back[i]) < 0.01);
}

RC_GTEST_PROP(GenomeShape, PrintsWhatPlays, (std::uint64_t seed)) {
  const GenomeShape shape = shape_of(*rc::gen::element(GenomeKind::Linear, GenomeKind::Cubic));
  Rng rng(seed);
  const LinearWeights weights = shape.weights(shape.random(rng));
  RC_ASSERT(*eval::parse_linear_numbers(eval::format_linear_numbers(weights), "") == weights);
}

// A line is a cubic too: the second genome contains the first.
RC_GTEST_PROP(GenomeShape, OfACubicHoldsEveryLine, (std::uint64_t seed)) {
  Rng rng(seed);
  const GenomeShape line = shape_of(GenomeKind::Linear);
  const GenomeShape cubic = shape_of(GenomeKind::Cubic);
  const LinearWeights weights = line.weights(line.random(rng));
  const LinearWeights raised = cubic.weights(cubic.genome(weights));
  RC_ASSERT(raised.degree == 3);
  const double factor = raised.weight(Quality::Moves, 50) / weights.weight(Quality::Moves, 50);
  RC_PRE(std::abs(weights.weight(Quality::Moves, 50)) > 0.01);
  for (const int discs : {8, 40, 90, 144}) {
    for (std::size_t q = 0; q < eval::kQualities; ++q) {
      const auto quality = static_cast<Quality>(q);
      RC_ASSERT(std::abs(raised.weight(quality, discs) - factor * weights.weight(quality, discs)) < 0.05);
    }
  }
}

TEST(Normal, HasMeanZeroAndVarianceOne) {
  Rng rng(3);
  double sum = 0;
  double squares = 0;
  constexpr int kDraws = 20'000;
  for (int i = 0; i < kDraws; ++i) {
    const double value = normal(rng);
    ASSERT_TRUE(std::isfinite(value));
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / kDraws, 0, 0.03);
  EXPECT_NEAR(squares / kDraws, 1, 0.05);
}

}  // namespace
}  // namespace turncoat::learn
