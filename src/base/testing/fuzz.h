// fuzz: a reader under twenty thousand mutations of its samples at a fixed seed, as a test.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/testing/mutate.h"

namespace turncoat::fuzzing {

// `check` returns whether the text was read; it fails the test itself where a promise is broken.
inline void fuzz(const std::vector<std::string>& samples,
                 const std::function<bool(const std::string&)>& check) {
  for (const std::string& sample : samples) {
    ASSERT_TRUE(check(sample)) << "a sample itself is refused: " << ::testing::PrintToString(sample);
  }
  int read = 0;
  for (int round = 0; round < kMutations; ++round) {
    Rng rng = Rng::stream(2026, static_cast<std::uint64_t>(round));
    const std::string text = mutate(samples[rng.below(static_cast<std::uint32_t>(samples.size()))], rng);
    if (check(text)) ++read;
    if (::testing::Test::HasFailure()) {
      FAIL() << "round " << round << ", text: " << ::testing::PrintToString(text);
    }
  }
  // Both ways must have been walked, or the samples are no good.
  EXPECT_GT(read, kMutations / 1000);
  EXPECT_LT(read, kMutations);
}

}  // namespace turncoat::fuzzing
