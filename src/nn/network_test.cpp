#include "nn/network.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
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
// Of integers: tensors of nine bits.
constexpr float kIntegerTolerance = 0.03F;

bool supported(Backend backend) {
  return backend_for(backend, Processor::here()).has_value();
}

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

void expect_near(const Output& a, const Output& b, const std::string& place, float tolerance = kTolerance) {
  EXPECT_NEAR(a.value, b.value, tolerance) << place;
  EXPECT_NEAR(a.score, b.score, tolerance) << place;
  ASSERT_EQ(a.policy.size(), b.policy.size());
  for (std::size_t i = 0; i < a.policy.size(); ++i) {
    EXPECT_NEAR(a.policy[i], b.policy[i], tolerance) << place << " move " << i;
  }
}

using Case = std::tuple<std::string, int, Backend>;

class NetworkAgainstReference : public ::testing::TestWithParam<Case> {};

TEST_P(NetworkAgainstReference, Agrees) {
  const auto& [name, size, backend] = GetParam();
  if (!supported(backend)) GTEST_SKIP() << "not on this processor";
  const auto network = random_network(name, size, backend);
  Evaluator evaluator(network);
  // The plain loops take a second for a few positions of the largest shape.
  const std::size_t count = network->arch().macs() > 20'000'000 ? 2 : 7;
  const std::vector<rules::Position> positions = some_positions(size, count, 1);
  std::vector<Output> outputs(positions.size());
  evaluator.evaluate(positions, outputs);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const ReferenceOutput reference = evaluate_reference(network->weights(), Input(positions[i]));
    expect_near(outputs[i], reference.output, positions[i].to_string(),
                backend == Backend::Integer ? kIntegerTolerance : kTolerance);
  }
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const Backend backend : {Backend::OneDnn, Backend::Winograd, Backend::Integer}) {
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
                     (std::get<2>(info.param) == Backend::OneDnn     ? "_onednn"
                      : std::get<2>(info.param) == Backend::Winograd ? "_winograd"
                                                                     : "_integer");
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

// Trained weights are less even than random ones.
TEST(NetworkInIntegers, PlaysTheShippedNetworkAsFloatsDo) {
  if (!supported(Backend::Integer)) GTEST_SKIP() << "not on this processor";
  for (const int size : {6, 8}) {
    const auto path =
        std::filesystem::path(TURNCOAT_TEST_DATA) / "../../models" / fmt::format("zero-{}.net", size);
    const auto floats = Network::load(path, Backend::Winograd);
    const auto integers = Network::load(path, Backend::Integer);
    ASSERT_TRUE(floats.has_value() && integers.has_value());
    const std::vector<rules::Position> positions = some_positions(size, 600, 5);
    std::vector<Output> expected(positions.size());
    std::vector<Output> found(positions.size());
    Evaluator(*floats).evaluate(positions, expected);
    Evaluator(*integers).evaluate(positions, found);
    double squares = 0;
    double divergence = 0;
    std::size_t same = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      expect_near(found[i], expected[i], positions[i].to_string(), 0.06F);
      const double error = double{found[i].value} - double{expected[i].value};
      squares += error * error;
      for (std::size_t move = 0; move < found[i].policy.size(); ++move) {
        const double share = double{expected[i].policy[move]};
        if (share > 0) divergence += share * std::log(share / double{found[i].policy[move]});
      }
      same += std::ranges::max_element(found[i].policy) - found[i].policy.begin() ==
                      std::ranges::max_element(expected[i].policy) - expected[i].policy.begin()
                  ? 1
                  : 0;
    }
    const auto count = static_cast<double>(positions.size());
    EXPECT_LT(std::sqrt(squares / count), 0.006) << size;
    EXPECT_LT(divergence / count, 5e-4) << size;
    EXPECT_GT(static_cast<double>(same) / count, 0.98) << size;
  }
}

// Sums of integers are exact, so here nothing is left to rounding but the heads.
TEST(NetworkInIntegers, AnswersDoNotDependOnTheBatchOrTheLoading) {
  if (!supported(Backend::Integer)) GTEST_SKIP() << "not on this processor";
  const std::vector<rules::Position> positions = some_positions(8, 70, 2);
  std::vector<Output> together(positions.size());
  Evaluator(random_network("2x24-gp", 8, Backend::Integer)).evaluate(positions, together);
  std::vector<Output> again(positions.size());
  Evaluator evaluator(random_network("2x24-gp", 8, Backend::Integer));
  evaluator.evaluate(positions, again);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    EXPECT_EQ(again[i].value, together[i].value);
    EXPECT_EQ(again[i].policy, together[i].policy);
    Output alone;
    evaluator.evaluate(std::span(&positions[i], 1), std::span(&alone, 1));
    expect_near(alone, together[i], fmt::format("{}", i));
  }
}

TEST(BackendFor, TakesWhatTheProcessorHas) {
  const Processor old;
  const Processor newer{.winograd = true};
  const Processor newest{.winograd = true, .integer = true};
  EXPECT_EQ(backend_for(Backend::Auto, old), Backend::OneDnn);
  EXPECT_EQ(backend_for(Backend::Winograd, old), Backend::OneDnn);
  EXPECT_EQ(backend_for(Backend::Auto, newer), Backend::Winograd);
  // Integers answer a little differently, so they never come unasked.
  EXPECT_EQ(backend_for(Backend::Auto, newest), Backend::Winograd);
  EXPECT_EQ(backend_for(Backend::Integer, newest), Backend::Integer);
  EXPECT_EQ(backend_for(Backend::Reference, old), Backend::Reference);
  for (const Processor& processor : {old, newer}) {
    const auto refused = backend_for(Backend::Integer, processor);
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().message.find("AVX-512 VNNI"), std::string::npos);
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
