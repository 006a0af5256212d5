#include "nn/grow.h"

#include <string>

#include <gtest/gtest.h>

#include "nn/reference.h"
#include "rules/ruleset.h"

namespace turncoat::nn {
namespace {

Weights some_network(const std::string& name, int size) {
  return random_weights(*Arch::parse(name, size), 11);
}

// Positions after the first moves of a game, the first legal ones each time.
std::vector<Input> some_inputs(int size) {
  std::vector<Input> inputs;
  rules::Position position(rules::standard(size));
  for (int i = 0; i < 5; ++i) {
    inputs.emplace_back(position);
    position = position.after(*position.legal_moves().begin());
  }
  return inputs;
}

TEST(Grow, ALargerNetworkAnswersAsBefore) {
  for (const auto& [from, to] :
       {std::pair("2x16", "2x24"), std::pair("2x16", "4x16"), std::pair("1x8", "3x24"),
        std::pair("1x16-se", "2x32-se"), std::pair("2x16-bare", "3x24-bare")}) {
    const Weights small = some_network(from, 6);
    const auto large = grown(small, *Arch::parse(to, 6), 3);
    ASSERT_TRUE(large) << large.error().message;
    EXPECT_EQ(large->arch.name, to);
    for (const Input& input : some_inputs(6)) {
      const ReferenceOutput before = evaluate_reference(small, input);
      const ReferenceOutput after = evaluate_reference(*large, input);
      EXPECT_NEAR(before.output.value, after.output.value, 1e-5) << from << " to " << to;
      EXPECT_NEAR(before.output.score, after.output.score, 1e-5) << from << " to " << to;
      ASSERT_EQ(before.logits.size(), after.logits.size());
      for (std::size_t i = 0; i < before.logits.size(); ++i) {
        EXPECT_NEAR(before.logits[i], after.logits[i], 1e-4) << from << " to " << to;
      }
      ASSERT_EQ(before.ownership.size(), after.ownership.size());
      for (std::size_t i = 0; i < before.ownership.size(); ++i) {
        EXPECT_NEAR(before.ownership[i], after.ownership[i], 1e-5) << from << " to " << to;
      }
    }
  }
}

TEST(Grow, TheSameShapeIsTheSameNetwork) {
  const Weights small = some_network("2x16-gp", 8);
  const auto same = grown(small, small.arch, 3);
  ASSERT_TRUE(same);
  EXPECT_EQ(*same, small);
}

TEST(Grow, WhatDoesNotFitIsRefused) {
  const Weights network = some_network("2x16", 8);
  EXPECT_FALSE(grown(network, *Arch::parse("2x8", 8), 1)) << "narrower";
  EXPECT_FALSE(grown(network, *Arch::parse("1x16", 8), 1)) << "fewer blocks";
  EXPECT_FALSE(grown(network, *Arch::parse("2x24", 6), 1)) << "another board";
  EXPECT_FALSE(grown(network, *Arch::parse("2x24-se", 8), 1)) << "a new part in a block that is there";
  EXPECT_FALSE(grown(network, *Arch::parse("2x16-bare", 8), 1)) << "fewer answers";
  EXPECT_FALSE(grown(network, *Arch::parse("seed-004", 8), 1)) << "another kind";
  EXPECT_FALSE(grown(some_network("2x16-bare", 8), *Arch::parse("2x16", 8), 1)) << "a new answer";
  EXPECT_FALSE(grown(some_network("2x16-gp", 8), *Arch::parse("2x24-gp", 8), 1)) << "global pooling";
}

}  // namespace
}  // namespace turncoat::nn
