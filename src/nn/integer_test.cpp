#include "nn/integer.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace turncoat::nn {
namespace {

using integer::kGreatest;
using integer::kGroup;
using integer::whole_groups;

struct Shape {
  std::size_t size;
  std::size_t in;
  std::size_t out;
  std::size_t positions;
};

// All sizes of boards, groups that are not full, more tiles than are in work at once.
constexpr Shape kShapes[] = {{4, 8, 8, 3},    {6, 16, 24, 2}, {8, 4, 16, 5}, {8, 32, 32, 9},
                             {8, 24, 40, 13}, {10, 48, 8, 3}, {12, 8, 48, 4}};

std::vector<float> random_numbers(std::size_t count, double size, Rng& rng) {
  std::vector<float> numbers(count);
  for (float& x : numbers) x = static_cast<float>((2 * rng.uniform() - 1) * size);
  return numbers;
}

class Integer : public ::testing::TestWithParam<Shape> {
 protected:
  void SetUp() override {
    if (!integer_supported()) GTEST_SKIP() << "no AVX-512 VNNI here";
    Rng rng(5);
    weights =
        random_numbers(shape.out * shape.in * 9, 1 / std::sqrt(9.0 * static_cast<double>(shape.in)), rng);
    bias = random_numbers(shape.out, 0.5, rng);
    from.resize(shape.positions * whole_groups(shape.in) * squares());
    for (std::int16_t& x : from) {
      // Often the greatest there is: sums must fit even then.
      x = static_cast<std::int16_t>(rng.below(2) == 0 ? kGreatest : static_cast<int>(rng.below(kGreatest)));
    }
    add = random_numbers(shape.positions * shape.out * squares(), 1, rng);
    by = random_numbers(shape.positions * shape.out, 1, rng);
  }

  std::size_t squares() const { return shape.size * shape.size; }
  std::size_t rounded_index(std::size_t n, std::size_t c, std::size_t square, std::size_t channels) const {
    return ((n * whole_groups(channels) / kGroup + c / kGroup) * squares() + square) * kGroup + c % kGroup;
  }
  std::size_t blocked_at(std::size_t n, std::size_t c, std::size_t square) const {
    return n * shape.out * squares() + blocked_index(c, square, squares());
  }
  double expected(std::size_t n, std::size_t o, std::size_t square) const {
    double sum = double{bias[o]};
    for (std::size_t i = 0; i < shape.in; ++i) {
      for (std::size_t tap = 0; tap < 9; ++tap) {
        const std::size_t row = square / shape.size + tap / 3 - 1;
        const std::size_t column = square % shape.size + tap % 3 - 1;
        if (row >= shape.size || column >= shape.size) continue;
        sum += double{weights[(o * shape.in + i) * 9 + tap]} * double{kUnit} *
               from[rounded_index(n, i, row * shape.size + column, shape.in)];
      }
    }
    return sum;
  }
  IntegerLayer layer() const {
    const KernelView<const float> kernels{.data = weights.data(),
                                          .out = static_cast<std::ptrdiff_t>(9 * shape.in),
                                          .in = 9,
                                          .row = 3,
                                          .column = 1};
    return {WinogradLayer(kernels, shape.in, shape.out, bias), shape.in, kUnit};
  }

  static constexpr float kUnit = 1.0F / kGreatest;
  // What rounding the weights may cost; the inputs are taken as they are.
  static constexpr double kTolerance = 2e-3;
  Shape shape = GetParam();
  std::vector<float> weights;
  std::vector<float> bias;
  std::vector<float> add;
  std::vector<float> by;
  std::vector<std::int16_t> from;
};

TEST_P(Integer, ConvolvesAsPlainLoopsDo) {
  IntegerBuffer input(from.size());
  std::ranges::copy(from, input.data());
  IntegerBuffer rounded(shape.positions * whole_groups(shape.out) * squares());
  std::vector<float> found(add.size());
  IntegerScratch scratch(std::max(shape.in, shape.out));
  constexpr float kPerUnit = 100;
  IntegerStep step{.from = input.data(),
                   .to = found.data(),
                   .rounded = rounded.data(),
                   .per_unit = kPerUnit,
                   .add = add.data(),
                   .by = by.data(),
                   .relu_before_add = true,
                   .relu = true,
                   .size = static_cast<int>(shape.size),
                   .positions = shape.positions};
  convolve(layer(), step, scratch);
  for (std::size_t n = 0; n < shape.positions; ++n) {
    for (std::size_t o = 0; o < shape.out; ++o) {
      for (std::size_t square = 0; square < squares(); ++square) {
        const std::size_t at = blocked_at(n, o, square);
        const double inner = std::max(expected(n, o, square) + double{by[n * shape.out + o]}, 0.0);
        ASSERT_NEAR(double{found[at]}, std::max(inner + double{add[at]}, 0.0), kTolerance)
            << n << " " << o << " " << square;
        const long whole = std::min(std::lrint(found[at] * kPerUnit), long{kGreatest});
        ASSERT_EQ(rounded.data()[rounded_index(n, o, square, shape.out)], whole);
      }
    }
  }

  // One answer alone gives the same.
  IntegerBuffer again(rounded.size());
  step.to = nullptr;
  step.rounded = again.data();
  convolve(layer(), step, scratch);
  EXPECT_TRUE(std::equal(again.data(), again.data() + again.size(), rounded.data()));
  std::vector<float> alone(found.size());
  step.to = alone.data();
  step.rounded = nullptr;
  convolve(layer(), step, scratch);
  EXPECT_EQ(alone, found);
}

INSTANTIATE_TEST_SUITE_P(All, Integer, ::testing::ValuesIn(kShapes));

// Weights of one sign and inputs as large as can be: the largest sums there are.
TEST(IntegerLayer, SumsFit) {
  if (!integer_supported()) GTEST_SKIP() << "no AVX-512 VNNI here";
  constexpr std::size_t kChannels = 512;
  constexpr std::size_t kSquares = 64;
  const std::vector<float> bias(kChannels, 0);
  for (const float sign : {1.0F, -1.0F}) {
    const std::vector<float> weights(kChannels * kChannels * 9, sign);
    const KernelView<const float> kernels{
        .data = weights.data(), .out = 9 * kChannels, .in = 9, .row = 3, .column = 1};
    const IntegerLayer layer(WinogradLayer(kernels, kChannels, kChannels, bias), kChannels, 1);
    IntegerBuffer from(kChannels * kSquares);
    // The pattern that makes the point with the largest factors largest: nothing outside rows and columns
    // 1, 2.
    for (std::size_t square = 0; square < kSquares; ++square) {
      const bool inside = square / 8 < 2 && square % 8 < 2;
      for (std::size_t c = 0; c < kChannels; ++c) {
        from.data()[(c / kGroup * kSquares + square) * kGroup + c % kGroup] = inside ? kGreatest : 0;
      }
    }
    std::vector<float> to(kChannels * kSquares);
    IntegerScratch scratch(kChannels);
    convolve(layer, {.from = from.data(), .to = to.data()}, scratch);
    const double most = 4.0 * kGreatest * kChannels;
    EXPECT_NEAR(double{to[blocked_index(7, 0, kSquares)]}, double{sign} * most, 1e-2 * most);
    EXPECT_NEAR(double{to[blocked_index(7, 63, kSquares)]}, 0, 1e-2 * most);
  }
}

TEST(RoundTensor, CutsAtBothEnds) {
  const BoardShape shape{.channels = 24, .squares = 4, .positions = 2};
  std::vector<float> from(shape.size());
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<float>(i) - 50;
  std::vector<std::int16_t> to(whole_groups(shape.channels) * shape.squares * shape.positions, -1);
  round_tensor(from.data(), shape, 4.1F, to.data());
  for (std::size_t n = 0; n < 2; ++n) {
    for (std::size_t c = 0; c < 24; ++c) {
      for (std::size_t square = 0; square < 4; ++square) {
        const float x = from[n * 96 + blocked_index(c, square, 4)] * 4.1F;
        EXPECT_EQ((to[((n * 2 + c / kGroup) * 4 + square) * kGroup + c % kGroup]),
                  x < 0 ? 0 : std::min<long>(std::lround(x), kGreatest));
      }
    }
  }
}

}  // namespace
}  // namespace turncoat::nn
