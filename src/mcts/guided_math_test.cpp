#include "mcts/guided_math.h"

#include <cmath>
#include <numeric>

#include <gmock/gmock.h>

namespace turncoat::mcts {
namespace {

using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::ElementsAre;

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(GuidedMath, PuctByHand) {
  // 0.5 + 3 * 0.2 * sqrt(16) / (1 + 3) = 0.5 + 0.6
  EXPECT_DOUBLE_EQ(puct({.prior = 0.2, .visits = 3}, 0.5, 3, 16), 1.1);
  // An untried move: everything hangs on its prior.
  EXPECT_DOUBLE_EQ(puct({.prior = 0.1}, -0.25, 2, 25), -0.25 + 1.0);
}

TEST(GuidedMath, SoftmaxStandsLargeLogits) {
  const std::vector<double> logits = {1000, 1000 + std::log(3)};
  EXPECT_THAT(softmax(logits), ElementsAre(DoubleNear(0.25, 1e-9), DoubleNear(0.75, 1e-9)));
  EXPECT_TRUE(softmax({}).empty());
}

TEST(GuidedMath, MixedValueByHand) {
  // Visited: priors 0.5 and 0.1 with values 0.2 and -0.4, 4 visits in all.
  // Their mean by prior is (0.1 - 0.04) / 0.6 = 0.1; mixed with the own 0.6: (0.6 + 4 * 0.1) / 5.
  const std::vector<Arm> arms = {{.prior = 0.5, .visits = 3, .value = 0.2},
                                 {.prior = 0.4, .visits = 0, .value = 99},
                                 {.prior = 0.1, .visits = 1, .value = -0.4}};
  EXPECT_NEAR(mixed_value(arms, 0.6), 0.2, 1e-12);
  EXPECT_DOUBLE_EQ(mixed_value({}, 0.6), 0.6);
}

TEST(GuidedMath, ImprovedPolicyByHand) {
  // factor = (2 + 2) * 0.5 = 2; the untried move gets the mixed value (0.1 + 2 * 0.5) / 3.
  const std::vector<Arm> arms = {{.prior = 0.25, .logit = std::log(0.25), .visits = 2, .value = 0.5},
                                 {.prior = 0.75, .logit = std::log(0.75)}};
  const double unknown = (0.1 + 2 * 0.5) / 3;
  const double first = 0.25 * std::exp(2 * 0.5);
  const double second = 0.75 * std::exp(2 * unknown);
  const auto policy = improved_policy(arms, 0.1, {.c_visit = 2, .c_scale = 0.5});
  EXPECT_THAT(policy, ElementsAre(DoubleNear(first / (first + second), 1e-12),
                                  DoubleNear(second / (first + second), 1e-12)));
}

TEST(GuidedMath, ImprovedPolicyWithoutVisitsIsThePrior) {
  const std::vector<Arm> arms = {{.prior = 0.2, .logit = std::log(0.2)},
                                 {.prior = 0.8, .logit = std::log(0.8)}};
  EXPECT_THAT(improved_policy(arms, -0.7, {}), ElementsAre(DoubleNear(0.2, 1e-12), DoubleNear(0.8, 1e-12)));
}

TEST(GuidedMath, HalvingSchedulesByHand) {
  EXPECT_THAT(halving_schedule(4, 8), ElementsAre(0, 0, 0, 0, 1, 1, 2, 2));
  EXPECT_THAT(halving_schedule(1, 3), ElementsAre(0, 1, 2));
  EXPECT_THAT(halving_schedule(2, 5), ElementsAre(0, 0, 1, 1, 2));
  EXPECT_THAT(halving_schedule(3, 2), ElementsAre(0, 0));
  EXPECT_TRUE(halving_schedule(5, 0).empty());
}

// 32 simulations over 16 moves: all once, half of them again, a quarter twice more.
TEST(GuidedMath, HalvingGivesTheBetterHalfMore) {
  const auto schedule = halving_schedule(16, 32);
  ASSERT_EQ(schedule.size(), 32U);
  EXPECT_EQ(std::ranges::count(schedule, 0), 16);
  EXPECT_EQ(std::ranges::count(schedule, 1), 8);
  EXPECT_EQ(std::ranges::count(schedule, 2), 4);
  EXPECT_EQ(std::ranges::count(schedule, 3), 4);
  EXPECT_TRUE(std::ranges::is_sorted(schedule));
}

TEST(GuidedMath, GumbelHasItsMeanAndVariance) {
  Rng rng(3);
  double sum = 0;
  double squares = 0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const double draw = gumbel(rng);
    sum += draw;
    squares += draw * draw;
  }
  const double mean = sum / kDraws;
  EXPECT_NEAR(mean, 0.5772, 0.02);
  EXPECT_NEAR(squares / kDraws - mean * mean, M_PI * M_PI / 6, 0.05);
}

TEST(GuidedMath, DirichletIsADistributionWithItsVariance) {
  Rng rng(4);
  for (const double alpha : {0.05, 0.9, 3.0}) {
    double squares = 0;
    constexpr int kDraws = 20'000;
    for (int i = 0; i < kDraws; ++i) {
      const auto draw = dirichlet(5, alpha, rng);
      ASSERT_NEAR(sum_of(draw), 1, 1e-9);
      ASSERT_THAT(draw, Each(::testing::Ge(0)));
      squares += (draw[0] - 0.2) * (draw[0] - 0.2);
    }
    EXPECT_NEAR(squares / kDraws, 0.2 * 0.8 / (5 * alpha + 1), 0.01) << alpha;
  }
}

TEST(GuidedMath, SurpriseIsZeroWhenNothingChanged) {
  const std::vector<double> same = {0.5, 0.5};
  EXPECT_DOUBLE_EQ(surprise(same, same), 0);
  const std::vector<double> sure = {1, 0};
  EXPECT_NEAR(surprise(sure, same), std::log(2), 1e-12);
}

}  // namespace
}  // namespace turncoat::mcts
