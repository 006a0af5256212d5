#include "base/rng.h"

#include <array>
#include <set>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace turncoat {
namespace {

using testing::ElementsAre;

// The expected outputs below were computed by a separate program from the published algorithms.
TEST(Splitmix64, GivesThePublishedSequence) {
  std::uint64_t state = 1234567;
  EXPECT_EQ(splitmix64(state), 6457827717110365317U);
  EXPECT_EQ(splitmix64(state), 3203168211198807973U);
  EXPECT_EQ(splitmix64(state), 9817491932198370423U);
  EXPECT_EQ(splitmix64(state), 4593380528125082431U);
  EXPECT_EQ(splitmix64(state), 16408922859458223821U);
}

TEST(RngOutput, IsXoshiro256PlusSeededThroughSplitmix64) {
  Rng zero(0);
  EXPECT_THAT(
      (std::array{zero(), zero(), zero(), zero()}),
      ElementsAre(0xdaac60e1ed6a4f9bU, 0x3156a1da0dc08435U, 0xf9ba3e3285d046abU, 0x4fd194611dba7b01U));
  Rng rng(42);
  EXPECT_EQ(rng(), 0x15f414253e365229U);
  for (int i = 0; i < 998; ++i) rng();
  EXPECT_EQ(rng(), 0x3401f6afc216e243U);
}

TEST(RngOutput, IsKnownWhenCompiled) {
  constexpr std::uint64_t kFirst = Rng(42)();
  EXPECT_EQ(kFirst, 0x15f414253e365229U);
}

TEST(DeriveSeed, GivesFixedValuesThatAreStoredInRuns) {
  EXPECT_EQ(derive_seed(7, 0), 0xb8b4c2977eabce45U);
  EXPECT_EQ(derive_seed(7, 1), 0x6a99c9f87333f7faU);
  EXPECT_EQ(derive_seed(8, 0), 0x4442e4266c0ac966U);
}

TEST(DeriveSeed, NeverRepeatsAmongNeighbours) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    for (std::uint64_t index = 0; index < 200; ++index) seen.insert(derive_seed(seed, index));
  }
  EXPECT_EQ(seen.size(), 50U * 200U);
}

TEST(RngStream, StartsFromTheDerivedSeed) {
  EXPECT_EQ(Rng::stream(7, 1).state(), Rng(derive_seed(7, 1)).state());
}

RC_GTEST_PROP(RngBelow, StaysBelow, (std::uint64_t seed)) {
  const auto n = *rc::gen::oneOf(rc::gen::inRange<std::uint32_t>(1, 1000), rc::gen::just(0xffffffffU),
                                 rc::gen::just(0x80000000U));
  Rng rng(seed);
  for (int i = 0; i < 100; ++i) RC_ASSERT(rng.below(n) < n);
}

TEST(RngBelow, ReachesEveryValueEvenly) {
  Rng rng(1);
  std::array<int, 10> counts{};
  for (int i = 0; i < 100'000; ++i) ++counts[rng.below(10)];
  // 10000 each with a standard deviation of 95.
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

TEST(RngBelow, OneGivesZero) {
  Rng rng(3);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rng.below(1), 0U);
}

TEST(RngUniform, LiesInTheHalfOpenUnitIntervalWithMeanOneHalf) {
  Rng rng(5);
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double value = rng.uniform();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    sum += value;
  }
  EXPECT_NEAR(sum / 100'000, 0.5, 0.005);
}

}  // namespace
}  // namespace turncoat
