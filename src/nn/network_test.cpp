#include "nn/network.h"

#include <cmath>
#include <string>
#include <thread>
#include <tuple>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "nn/reference.h"
#include "rules/ruleset.h"

namespace turncoat::nn {
namespace {

constexpr float kTolerance = 1e-4F;

// Positions of random games, passes and ends among them.
std::vector<rules::Position> some_positions(int size, std::size_t count, std::uint64_t seed) {
  std::vector<rules::Position> positions;
  Rng rng(seed);
  rules::Position position(rules::standard(size));
  while (positions.size() < count) {
    positions.push_back(position);
    if (position.is_over()) {
      position = rules::Position(rules::standard(size));
      continue;
    }
    std::vector<rules::Move> moves;
    for (const rules::Square square : position.legal_moves()) moves.emplace_back(square);
    position = position.after(moves.empty() ? rules::Move::pass()
                                            : moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return positions;
}

std::shared_ptr<const Network> random_network(const std::string& name, int size, Backend backend) {
  return std::make_shared<const Network>(random_weights(*Arch::parse(name, size), 7), backend);
}

void expect_near(const Output& a, const Output& b, const std::string& place) {
  EXPECT_NEAR(a.value, b.value, kTolerance) << place;
  EXPECT_NEAR(a.score, b.score, kTolerance) << place;
  ASSERT_EQ(a.policy.size(), b.policy.size());
  for (std::size_t i = 0; i < a.policy.size(); ++i) {
    EXPECT_NEAR(a.policy[i], b.policy[i], kTolerance) << place << " move " << i;
  }
}

using Case = std::tuple<std::string, int, Backend>;

class NetworkAgainstReference : public ::testing::TestWithParam<Case> {};

TEST_P(NetworkAgainstReference, Agrees) {
  const auto& [name, size, backend] = GetParam();
  const auto network = random_network(name, size, backend);
  Evaluator evaluator(network);
  // The plain loops take a second for a few positions of the largest shape.
  const std::size_t count = network->arch().macs() > 20'000'000 ? 2 : 7;
  const std::vector<rules::Position> positions = some_positions(size, count, 1);
  std::vector<Output> outputs(positions.size());
  evaluator.evaluate(positions, outputs);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const ReferenceOutput reference = evaluate_reference(network->weights(), Input(positions[i]));
    expect_near(outputs[i], reference.output, positions[i].to_string());
  }
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const Backend backend : {Backend::OneDnn, Backend::Winograd}) {
    for (const int size : {4, 6, 8, 10, 12}) cases.emplace_back("2x16", size, backend);
    for (const char* name : {"1x8", "2x24-se", "3x32-gp", "2x40-gp-bare", "1x64-se-bare", "seed-004"}) {
      cases.emplace_back(name, 8, backend);
    }
    cases.emplace_back("seed-004", 6, backend);
    cases.emplace_back("2x32-se", 10, backend);
  }
  return cases;
}

std::string case_name(const ::testing::TestParamInfo<Case>& info) {
  std::string name = std::get<0>(info.param) + "_" + std::to_string(std::get<1>(info.param)) +
                     (std::get<2>(info.param) == Backend::OneDnn ? "_onednn" : "_winograd");
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, NetworkAgainstReference, ::testing::ValuesIn(all_cases()), case_name);

TEST(Network, AnswersDoNotDependOnTheBatch) {
  const auto network = random_network("2x16-gp", 8, Backend::Auto);
  const std::vector<rules::Position> positions = some_positions(8, 70, 2);
  std::vector<Output> alone(positions.size());
  Evaluator evaluator(network);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    evaluator.evaluate(std::span(&positions[i], 1), std::span(&alone[i], 1));
  }
  for (const std::size_t batch : {2U, 3U, 8U, 17U, 32U, 70U}) {
    std::vector<Output> outputs(batch);
    evaluator.evaluate(std::span(positions).first(batch), outputs);
    for (std::size_t i = 0; i < batch; ++i)
      expect_near(outputs[i], alone[i], fmt::format("{} of {}", i, batch));
  }
}

TEST(Network, PolicyIsADistributionOverLegalMoves) {
  const auto network = random_network("1x16", 4, Backend::Auto);
  Evaluator evaluator(network);
  bool passed = false;
  for (const rules::Position& position : some_positions(4, 200, 3)) {
    Output output;
    evaluator.evaluate(std::span(&position, 1), std::span(&output, 1));
    const rules::SquareSet legal = position.legal_moves();
    float sum = 0;
    for (int i = 0; i < 16; ++i) {
      const float share = output.policy[static_cast<std::size_t>(i)];
      EXPECT_EQ(share > 0, legal.contains(move_at(i, 4).square()));
      sum += share;
    }
    EXPECT_EQ(output.policy[16], legal.empty() ? 1.0F : 0.0F);
    EXPECT_NEAR(sum + output.policy[16], 1, 1e-5);
    EXPECT_LE(std::abs(output.value), 1);
    passed = passed || legal.empty();
  }
  EXPECT_TRUE(passed);
}

TEST(Network, IsSharedByThreads) {
  const auto network = random_network("2x32", 8, Backend::Auto);
  const std::vector<rules::Position> positions = some_positions(8, 24, 4);
  std::vector<Output> expected(positions.size());
  Evaluator(network).evaluate(positions, expected);
  std::vector<std::vector<Output>> found(3, std::vector<Output>(positions.size()));
  {
    std::vector<std::jthread> threads;
    for (std::vector<Output>& outputs : found) {
      threads.emplace_back([&] {
        Evaluator evaluator(network);
        for (int round = 0; round < 3; ++round) evaluator.evaluate(positions, outputs);
      });
    }
  }
  for (const std::vector<Output>& outputs : found) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      EXPECT_EQ(outputs[i].value, expected[i].value);
      EXPECT_EQ(outputs[i].policy, expected[i].policy);
    }
  }
}

}  // namespace
}  // namespace turncoat::nn
