#include "nn/merge.h"

#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>

#include "nn/testing/random_samples.h"

namespace turncoat::nn {
namespace {

using rules::Symmetry;
using testing::random_samples;

TEST(Merge, AllImagesHaveOneKey) {
  for (const int size : {4, 6, 8, 10, 12}) {
    for (const Sample& sample : random_samples(size, 30, 4)) {
      const BoardKey key = board_key(sample, size);
      for (const Symmetry symmetry : Symmetry::all()) {
        const BoardKey image = board_key(transformed(sample, symmetry, size), size);
        EXPECT_EQ(image, key);
        EXPECT_EQ(BoardKeyHash{}(image), BoardKeyHash{}(key));
      }
      Sample swapped = sample;
      std::swap(swapped.mover, swapped.other);
      if (sample.mover.size() != sample.other.size()) {
        EXPECT_NE(board_key(swapped, size), key);
      }
    }
  }
}

// Turned as one likes, samples that say the same stay what they were.
TEST(Merge, TheMeanOfImagesIsTheSample) {
  for (const Sample& sample : random_samples(8, 40, 5)) {
    std::vector<Sample> images;
    for (const Symmetry symmetry : Symmetry::all()) images.push_back(transformed(sample, symmetry, 8));
    const Sample mean = mean_sample(images, 8);
    EXPECT_EQ((BoardKey{mean.mover, mean.other}), board_key(sample, 8));
    EXPECT_FLOAT_EQ(mean.value, sample.value);
    EXPECT_FLOAT_EQ(mean.score, sample.score);
    EXPECT_FLOAT_EQ(mean.weight, sample.weight);
    // A position with a symmetry of its own has several images that are the smallest, and this holds all the
    // same.
    float shares = 0;
    for (const MoveShare& move : mean.policy) shares += move.share;
    EXPECT_NEAR(shares, 1, 1e-5);
    EXPECT_EQ(mean.ownership.size(), sample.ownership.size());
    EXPECT_NEAR(std::accumulate(mean.ownership.begin(), mean.ownership.end(), 0.0F),
                std::accumulate(sample.ownership.begin(), sample.ownership.end(), 0.0F), 1e-4);
  }
}

TEST(Merge, AveragesByWeight) {
  Sample a = random_samples(6, 3, 6)[2];
  a.policy = {{0, 1.0F}};
  a.value = 1;
  a.score = 0.5F;
  a.weight = 3;
  a.ownership.assign(36, 1);
  Sample b = a;
  b.policy = {{0, 0.5F}, {1, 0.5F}};
  b.value = -1;
  b.score = 0.1F;
  b.weight = 1;
  b.ownership.assign(36, -1);
  const Sample mean = mean_sample(std::vector{a, b}, 6);
  EXPECT_FLOAT_EQ(mean.value, 0.5F);
  EXPECT_FLOAT_EQ(mean.score, 0.4F);
  EXPECT_FLOAT_EQ(mean.weight, 2) << "the mean: met often is not worth more";
  ASSERT_EQ(mean.policy.size(), 2u);
  std::vector<float> shares = {mean.policy[0].share, mean.policy[1].share};
  std::ranges::sort(shares);
  EXPECT_FLOAT_EQ(shares[0], 0.125F);
  EXPECT_FLOAT_EQ(shares[1], 0.875F);
  EXPECT_THAT(mean.ownership, ::testing::Each(::testing::FloatEq(0.5F)));
}

// A sample that teaches no policy, or does not know the end of its game, has no say in these.
TEST(Merge, WhatIsNotKnownIsNotAveraged) {
  Sample a = random_samples(6, 1, 7)[0];
  a.policy = {{3, 1.0F}};
  a.ownership.assign(36, 1);
  a.weight = 1;
  Sample b = a;
  b.policy.clear();
  b.ownership.clear();
  b.weight = 9;
  const Sample mean = mean_sample(std::vector{a, b}, 6);
  ASSERT_EQ(mean.policy.size(), 1u);
  EXPECT_FLOAT_EQ(mean.policy[0].share, 1);
  EXPECT_THAT(mean.ownership, ::testing::Each(::testing::FloatEq(1)));
  EXPECT_FLOAT_EQ(mean.weight, 5);
  const Sample nothing = mean_sample(std::vector{b, b}, 6);
  EXPECT_TRUE(nothing.policy.empty());
  EXPECT_TRUE(nothing.ownership.empty());
}

TEST(Merge, WithoutWeightsAllCountTheSame) {
  Sample a = random_samples(6, 1, 8)[0];
  a.weight = 0;
  a.value = 1;
  Sample b = a;
  b.value = 0;
  const Sample mean = mean_sample(std::vector{a, b}, 6);
  EXPECT_FLOAT_EQ(mean.value, 0.5F);
  EXPECT_EQ(mean.weight, 0);
}

}  // namespace
}  // namespace turncoat::nn
