#include "nn/winograd.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace turncoat::nn {
namespace {

struct Shape {
  std::size_t in;
  std::size_t out;
  std::size_t size;
  std::size_t positions;
};

constexpr Shape kShapes[] = {{8, 8, 4, 1},    {16, 24, 6, 3}, {32, 16, 8, 7},
                             {24, 40, 10, 2}, {8, 16, 12, 5}, {64, 64, 8, 8}};

std::vector<float> random_numbers(std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(rng.uniform() * 2 - 1);
  return numbers;
}

// Channels last: position, row, column, channel.
struct Board {
  const Shape& shape;
  std::size_t channels;
  std::vector<double> numbers;

  Board(const Shape& of, std::size_t count)
      : shape(of), channels(count), numbers(of.positions * of.size * of.size * count) {}
  Board(const Shape& of, std::size_t count, const std::vector<float>& from) : Board(of, count) {
    numbers.assign(from.begin(), from.end());
  }
  double& at(std::size_t n, std::size_t r, std::size_t c, std::size_t channel) {
    return numbers[((n * shape.size + r) * shape.size + c) * channels + channel];
  }
};

// Calls with every pair of an output square and an input square under the kernel: n, out row and column, in
// row and column, kernel row and column.
template <class Work>
void for_each_tap(const Shape& shape, const Work& work) {
  for (std::size_t n = 0; n < shape.positions; ++n) {
    for (std::size_t square = 0; square < shape.size * shape.size; ++square) {
      for (std::size_t tap = 0; tap < 9; ++tap) {
        const std::size_t row = square / shape.size;
        const std::size_t column = square % shape.size;
        const std::size_t y = row + tap / 3 - 1;
        const std::size_t x = column + tap % 3 - 1;
        if (y < shape.size && x < shape.size) work(n, row, column, y, x, tap);
      }
    }
  }
}

KernelView<const float> plain_view(const std::vector<float>& weights, std::size_t in) {
  return {.data = weights.data(), .out = static_cast<std::ptrdiff_t>(9 * in), .in = 9, .row = 3, .column = 1};
}

void expect_near(const std::vector<float>& found, const std::vector<double>& expected, double scale) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(double{found[i]}, expected[i], 2e-5 * scale) << i;
}

class Winograd : public ::testing::TestWithParam<Shape> {
 protected:
  void SetUp() override {
    if (!winograd_supported()) GTEST_SKIP() << "this machine has no AVX2";
  }
  const Shape shape = GetParam();
  const std::vector<float> weights = random_numbers(shape.in * shape.out * 9, 1);
  const std::vector<float> input = random_numbers(shape.positions * shape.size * shape.size * shape.in, 2);
  const std::vector<float> slope = random_numbers(shape.positions * shape.size * shape.size * shape.out, 3);
  WinogradScratch scratch{std::max(shape.in, shape.out)};
};

TEST_P(Winograd, Convolves) {
  const std::vector<float> bias = random_numbers(shape.out, 4);
  const WinogradLayer layer(plain_view(weights, shape.in), shape.in, shape.out, bias);
  std::vector<float> found(slope.size());
  convolve(layer,
           {.from = input.data(),
            .to = found.data(),
            .size = static_cast<int>(shape.size),
            .positions = shape.positions,
            .layout = Layout::ChannelsLast},
           scratch);
  Board from(shape, shape.in, input);
  Board expected(shape, shape.out);
  for (std::size_t i = 0; i < expected.numbers.size(); ++i) expected.numbers[i] = double{bias[i % shape.out]};
  for_each_tap(shape, [&](auto n, auto row, auto column, auto y, auto x, auto tap) {
    for (std::size_t o = 0; o < shape.out; ++o) {
      for (std::size_t i = 0; i < shape.in; ++i) {
        expected.at(n, row, column, o) += double{weights[(o * shape.in + i) * 9 + tap]} * from.at(n, y, x, i);
      }
    }
  });
  expect_near(found, expected.numbers, 10);
}

TEST_P(Winograd, CarriesGradientsBack) {
  const WinogradLayer back(plain_view(weights, shape.in).backward(), shape.out, shape.in, {});
  std::vector<float> found(input.size());
  convolve(back,
           {.from = slope.data(),
            .to = found.data(),
            .size = static_cast<int>(shape.size),
            .positions = shape.positions,
            .layout = Layout::ChannelsLast},
           scratch);
  Board from(shape, shape.out, slope);
  Board expected(shape, shape.in);
  for_each_tap(shape, [&](auto n, auto row, auto column, auto y, auto x, auto tap) {
    for (std::size_t o = 0; o < shape.out; ++o) {
      for (std::size_t i = 0; i < shape.in; ++i) {
        expected.at(n, y, x, i) += double{weights[(o * shape.in + i) * 9 + tap]} * from.at(n, row, column, o);
      }
    }
  });
  expect_near(found, expected.numbers, 10);
}

TEST_P(Winograd, GivesTheGradientOfItsWeights) {
  WinogradGradient gradient(shape.in, shape.out);
  WinogradGradient second(shape.in, shape.out);
  // Half of the positions each: the sum must not depend on who adds what.
  const std::size_t first = shape.positions / 2;
  const std::size_t squares = shape.size * shape.size;
  const auto part = [&](std::size_t begin, std::size_t count) {
    return WinogradGradient::Step{.input = input.data() + begin * squares * shape.in,
                                  .gradient = slope.data() + begin * squares * shape.out,
                                  .size = static_cast<int>(shape.size),
                                  .positions = count,
                                  .layout = Layout::ChannelsLast};
  };
  gradient.add(part(0, first), scratch);
  second.add(part(first, shape.positions - first), scratch);
  gradient.add(second);
  std::vector<float> found(weights.size());
  gradient.write({.data = found.data(),
                  .out = static_cast<std::ptrdiff_t>(9 * shape.in),
                  .in = 9,
                  .row = 3,
                  .column = 1});

  Board from(shape, shape.in, input);
  Board to(shape, shape.out, slope);
  std::vector<double> expected(weights.size());
  for_each_tap(shape, [&](auto n, auto row, auto column, auto y, auto x, auto tap) {
    for (std::size_t o = 0; o < shape.out; ++o) {
      for (std::size_t i = 0; i < shape.in; ++i) {
        expected[(o * shape.in + i) * 9 + tap] += to.at(n, row, column, o) * from.at(n, y, x, i);
      }
    }
  });
  expect_near(found, expected, 20);
}

INSTANTIATE_TEST_SUITE_P(All, Winograd, ::testing::ValuesIn(kShapes));

}  // namespace
}  // namespace turncoat::nn
