#include "learn/genetic_steps.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace turncoat::learn {
namespace {

using ::testing::HasSubstr;

GenomeShape shape() {
  return {GenomeKind::Linear, *rules::find_ruleset("standard-6")};
}

Genome make(std::string_view name, std::span<const Genome> parents, std::size_t index, Rng& rng) {
  const auto step = std::ranges::find(breeding_steps(), name, &BreedingStep::name);
  return step->make(shape(), parents, index, rng);
}

std::vector<Genome> two_parents(std::uint64_t seed) {
  Rng rng(seed);
  return {shape().random(rng), shape().random(rng)};
}

std::vector<std::size_t> changed_genes(const Genome& a, const Genome& b) {
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) changed.push_back(i);
  }
  return changed;
}

RC_GTEST_PROP(Steps, KeepTakesTurnsAmongTheSurvivors, (std::uint64_t seed)) {
  Rng rng(seed);
  const auto parents = two_parents(seed);
  RC_ASSERT(make("keep", parents, 0, rng) == parents[0]);
  RC_ASSERT(make("keep", parents, 1, rng) == parents[1]);
  RC_ASSERT(make("keep", parents, 2, rng) == parents[0]);
}

// One quality changes, and stands to some other as it does in the second parent, early and late.
RC_GTEST_PROP(Steps, CrossRatioTakesOneRatioOfTheOtherParent, (std::uint64_t seed, bool second)) {
  Rng rng(seed);
  const auto parents = two_parents(seed);
  const Genome& a = parents[second ? 1 : 0];
  const Genome& b = parents[second ? 0 : 1];
  const Genome child = make("cross-ratio", parents, second ? 1 : 0, rng);
  const auto changed = changed_genes(a, child);
  RC_ASSERT(!changed.empty());
  const std::size_t to = changed.front() / 2;
  for (const std::size_t gene : changed) RC_ASSERT(gene / 2 == to);
  bool found = false;
  for (std::size_t from = 0; from < eval::kQualities; ++from) {
    if (from == to) continue;
    bool all = true;
    for (std::size_t m = 0; m < 2; ++m) {
      const double divisor = b[2 * from + m];
      const double wanted =
          std::abs(divisor) < 0.02 ? b[2 * to + m] : a[2 * from + m] * b[2 * to + m] / divisor;
      all = all && std::abs(std::clamp(wanted, -4.0, 4.0) - child[2 * to + m]) < 1e-12;
    }
    found = found || all;
  }
  RC_ASSERT(found);
}

TEST(Steps, CrossRatioSurvivesAParentOfZeros) {
  const std::vector<Genome> parents = {Genome(10, 0.0), Genome(10, 0.0)};
  Rng rng(1);
  for (std::size_t i = 0; i < 50; ++i) {
    for (const double gene : make("cross-ratio", parents, i, rng)) EXPECT_TRUE(std::isfinite(gene));
  }
}

RC_GTEST_PROP(Steps, CrossQualityTakesWholeQualities, (std::uint64_t seed)) {
  Rng rng(seed);
  const auto parents = two_parents(seed);
  const Genome child = make("cross-quality", parents, 0, rng);
  for (std::size_t q = 0; q < eval::kQualities; ++q) {
    const bool first = child[2 * q] == parents[0][2 * q] && child[2 * q + 1] == parents[0][2 * q + 1];
    const bool second = child[2 * q] == parents[1][2 * q] && child[2 * q + 1] == parents[1][2 * q + 1];
    RC_ASSERT(first || second);
  }
}

RC_GTEST_PROP(Steps, BlendStaysNearTheWayBetweenTheParents, (std::uint64_t seed)) {
  Rng rng(seed);
  const auto parents = two_parents(seed);
  const Genome child = make("blend", parents, 0, rng);
  for (std::size_t i = 0; i < child.size(); ++i) {
    const auto [low, high] = std::minmax(parents[0][i], parents[1][i]);
    const double over = 0.25 * (high - low) + 1e-12;
    RC_ASSERT(child[i] >= low - over && child[i] <= high + over);
  }
}

RC_GTEST_PROP(Steps, IncrementMovesByOneStepOrNone, (std::uint64_t seed)) {
  Rng rng(seed);
  const auto parents = two_parents(seed);
  const Genome child = make("increment", parents, 1, rng);
  int moved = 0;
  for (std::size_t i = 0; i < child.size(); ++i) {
    const double by = std::abs(child[i] - parents[1][i]);
    RC_ASSERT(by < 1e-12 || std::abs(by - 0.15) < 1e-12);
    moved += by > 1e-12 ? 1 : 0;
  }
  RC_ASSERT(moved > 0);
}

RC_GTEST_PROP(Steps, JitterChangesEverythingALittle, (std::uint64_t seed)) {
  Rng rng(seed);
  const auto parents = two_parents(seed);
  const Genome child = make("jitter", parents, 0, rng);
  RC_ASSERT(changed_genes(child, parents[0]).size() == child.size());
  for (std::size_t i = 0; i < child.size(); ++i) RC_ASSERT(std::abs(child[i] - parents[0][i]) < 2.5);
}

TEST(Plan, OfSixteenIsTheSchemesOwn) {
  EXPECT_EQ(format_plan(default_plan(16)), "keep:2,cross-ratio:8,increment:4,random:2");
  for (int population = 4; population <= kLargestPopulation; ++population) {
    EXPECT_EQ(default_plan(population).children(), population);
    EXPECT_EQ(default_plan(population).survivors(), 2);
  }
}

TEST(Plan, IsReadBack) {
  const auto plan = parse_plan(" keep:3, blend:7,jitter:2 ");
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(format_plan(*plan), "keep:3,blend:7,jitter:2");
  EXPECT_EQ(plan->children(), 12);
  EXPECT_EQ(plan->survivors(), 3);
}

TEST(Plan, IsRefusedWithTheReason) {
  const auto reason = [](std::string_view text) {
    const auto plan = parse_plan(text);
    return plan ? std::string("accepted") : plan.error().message;
  };
  EXPECT_EQ(reason("keep:2,cros-ratio:8"), "there is no step \"cros-ratio\"; did you mean \"cross-ratio\"?");
  EXPECT_THAT(reason("zzzzzzzz:1"), HasSubstr("they are keep, cross-ratio"));
  EXPECT_EQ(reason("keep"), "\"keep\" must be a step and how many it makes, such as keep:2");
  EXPECT_THAT(reason("keep:0"), HasSubstr("such as keep:2"));
  EXPECT_THAT(reason("keep:-2"), HasSubstr("such as keep:2"));
  EXPECT_THAT(reason("keep:999999999999999999999"), HasSubstr("such as keep:2"));
  EXPECT_EQ(reason("random:1"), "the steps make 1 heuristics; a generation has 2 to 256");
  EXPECT_THAT(reason("random:200,keep:200"), HasSubstr("make 400"));
  EXPECT_THAT(reason(""), HasSubstr("there is no step"));
}

RC_GTEST_PROP(Breed, MakesAPopulationOfDifferentHeuristics, (std::uint64_t seed, bool converged)) {
  Rng rng(seed);
  auto parents = two_parents(seed);
  if (converged) parents[1] = parents[0];  // as evolution does in the end
  const auto children = breed(default_plan(16), shape(), parents, rng);
  RC_ASSERT(children.size() == 16U);
  RC_ASSERT(same_genome(children[0], parents[0]));
  if (!converged) RC_ASSERT(same_genome(children[1], parents[1]));
  for (std::size_t i = 0; i < children.size(); ++i) {
    double squares = 0;
    for (const double gene : children[i]) squares += gene * gene;
    RC_ASSERT(std::abs(squares - 10) < 1e-9);
    for (std::size_t j = 0; j < i; ++j) RC_ASSERT(!same_genome(children[i], children[j]));
  }
}

TEST(Breed, FollowsFromItsSeed) {
  const auto parents = two_parents(7);
  Rng one(5);
  Rng same(5);
  Rng other(6);
  const auto plan = *parse_plan("keep:2,cross-ratio:2,cross-quality:2,blend:2,increment:2,jitter:2,random:2");
  const auto children = breed(plan, shape(), parents, one);
  EXPECT_EQ(children, breed(plan, shape(), parents, same));
  EXPECT_NE(children, breed(plan, shape(), parents, other));
}

}  // namespace
}  // namespace turncoat::learn
