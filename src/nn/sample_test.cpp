#include "nn/sample.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "nn/testing/random_samples.h"

namespace turncoat::nn {
namespace {

using testing::random_samples;

TEST(Sample, BytesAreReadBackExactly) {
  for (const int size : {4, 6, 8, 10, 12}) {
    std::string bytes;
    const std::vector<Sample> samples = random_samples(size, 100, 1);
    for (const Sample& sample : samples) put_sample(bytes, sample, size);
    ByteCursor cursor{bytes};
    for (const Sample& sample : samples) EXPECT_EQ(read_sample(cursor, size), sample);
    EXPECT_FALSE(cursor.failed);
    EXPECT_TRUE(cursor.rest.empty());
  }
}

TEST(Sample, SymmetriesTurnEverythingTogether) {
  for (const int size : {4, 6, 8, 12}) {
    for (const Sample& sample : random_samples(size, 40, 2)) {
      const Input input = input_of(sample, size);
      for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
        const Sample image = transformed(sample, symmetry, size);
        ASSERT_TRUE(check_sample(image, size));
        // The moves of the turned board are the turned moves, and the policy stands on them.
        const Input turned = input_of(image, size);
        EXPECT_EQ(turned.moves, symmetry(input.moves, size));
        for (const MoveShare& move : image.policy) {
          EXPECT_TRUE(turned.moves.empty() ? move.move == size * size
                                           : turned.moves.contains(move_at(move.move, size).square()));
        }
        for (std::size_t i = 0; i < sample.ownership.size(); ++i) {
          const rules::Square square = move_at(static_cast<int>(i), size).square();
          EXPECT_EQ(image.ownership[static_cast<std::size_t>(move_index(symmetry(square, size), size))],
                    sample.ownership[i]);
        }
        EXPECT_EQ(image.value, sample.value);
        EXPECT_EQ(transformed(image, symmetry.inverse(), size), sample);
      }
    }
  }
}

TEST(Sample, EightDifferentImages) {
  const std::vector<Sample> samples = random_samples(8, 20, 3);
  std::vector<std::string> images;
  for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
    put_sample(images.emplace_back(), transformed(samples.back(), symmetry, 8), 8);
  }
  std::sort(images.begin(), images.end());
  EXPECT_EQ(std::unique(images.begin(), images.end()), images.end());
}

TEST(Sample, NonsenseIsNamed) {
  const Sample good = random_samples(6, 5, 4)[4];
  ASSERT_TRUE(check_sample(good, 6));
  const auto refused = [&](auto&& change) {
    Sample sample = good;
    change(sample);
    return !check_sample(sample, 6).has_value();
  };
  EXPECT_TRUE(refused([](Sample& s) { s.mover.insert({6, 0}); }));
  EXPECT_TRUE(refused([](Sample& s) { s.mover = s.other; }));
  EXPECT_TRUE(refused([](Sample& s) { s.policy[0].move = 37; }));
  EXPECT_TRUE(refused([](Sample& s) { s.policy[0].move = 36; }));
  EXPECT_TRUE(refused([](Sample& s) { s.policy[0].share += 0.5F; }));
  EXPECT_TRUE(refused([](Sample& s) { s.policy[0].share = std::numeric_limits<float>::quiet_NaN(); }));
  EXPECT_TRUE(refused([](Sample& s) { s.policy.push_back(s.policy[0]); }));
  EXPECT_TRUE(refused([](Sample& s) { s.value = 1.5F; }));
  EXPECT_TRUE(refused([](Sample& s) { s.value = std::numeric_limits<float>::quiet_NaN(); }));
  EXPECT_TRUE(refused([](Sample& s) { s.score = -2; }));
  EXPECT_TRUE(refused([](Sample& s) { s.weight = -1; }));
  EXPECT_TRUE(refused([](Sample& s) { s.weight = std::numeric_limits<float>::infinity(); }));
  EXPECT_TRUE(refused([](Sample& s) { s.ownership.assign(35, 0); }));
  EXPECT_TRUE(refused([](Sample& s) { s.ownership.assign(36, 2); }));
  EXPECT_FALSE(refused([](Sample& s) { s.policy.clear(); }));
}

}  // namespace
}  // namespace turncoat::nn
