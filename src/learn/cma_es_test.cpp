#include "learn/cma_es.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <gmock/gmock.h>

#include "learn/genome.h"

namespace turncoat::learn {
namespace {

using Point = std::vector<double>;
using Function = std::function<double(const Point&)>;

double sphere(const Point& x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return sum;
}

// Axes of very different widths, turned against the coordinates.
double ellipsoid(const Point& x) {
  double sum = 0;
  double running = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    running += x[i];
    sum += std::pow(1000, static_cast<double>(i) / static_cast<double>(x.size() - 1)) * running * running;
  }
  return sum;
}

double rosenbrock(const Point& x) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    sum += 100 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1 - x[i], 2);
  }
  return sum;
}

struct Descent {
  Point mean;
  int points = 0;  // that were looked at
};

Descent minimise(const Function& function, Point start, double sigma, double target, int most_points,
                 std::uint64_t seed = 1) {
  constexpr int kLambda = 16;
  CmaEs strategy(start, sigma, kLambda, Rng(seed));
  Descent descent{start, 0};
  while (descent.points < most_points && function(strategy.mean()) > target) {
    const auto& points = strategy.ask();
    std::vector<int> order(points.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](int i) { return function(points[static_cast<std::size_t>(i)]); });
    strategy.tell(order);
    descent.points += kLambda;
  }
  descent.mean = strategy.mean();
  return descent;
}

TEST(CmaEs, FindsTheBottomOfASphere) {
  const auto descent = minimise(sphere, Point(10, 3.0), 1, 1e-10, 10'000);
  EXPECT_LT(sphere(descent.mean), 1e-10);
  EXPECT_LT(descent.points, 4'000);
}

TEST(CmaEs, LearnsTheShapeOfANarrowValley) {
  const auto descent = minimise(ellipsoid, Point(10, 1.0), 0.5, 1e-8, 60'000);
  EXPECT_LT(ellipsoid(descent.mean), 1e-8);
  EXPECT_LT(descent.points, 20'000);
}

TEST(CmaEs, FollowsABentValley) {
  const auto descent = minimise(rosenbrock, Point(10, 0.0), 0.3, 1e-8, 60'000);
  EXPECT_LT(rosenbrock(descent.mean), 1e-8);
  EXPECT_LT(descent.points, 20'000);
  EXPECT_NEAR(descent.mean.front(), 1, 1e-3);
}

TEST(CmaEs, LearnsFromRanksOnly) {
  const auto plain = minimise(sphere, Point(4, 2.0), 1, 1e-6, 2'000);
  const auto bent =
      minimise([](const Point& x) { return std::cbrt(sphere(x)); }, Point(4, 2.0), 1, 1e-2, 2'000);
  EXPECT_EQ(plain.mean, bent.mean);
}

TEST(CmaEs, GetsThroughNoise) {
  Rng noise(9);
  const auto noisy = [&](const Point& x) { return sphere(x) + 0.5 * normal(noise); };
  CmaEs strategy(Point(10, 2.0), 0.5, 16, Rng(2));
  for (int generation = 0; generation < 60; ++generation) {
    const auto& points = strategy.ask();
    std::vector<std::pair<double, int>> judged;
    for (std::size_t i = 0; i < points.size(); ++i)
      judged.emplace_back(noisy(points[i]), static_cast<int>(i));
    std::ranges::sort(judged);
    std::vector<int> order;
    for (const auto& [value, place] : judged) order.push_back(place);
    strategy.tell(order);
  }
  EXPECT_LT(sphere(strategy.mean()), 2);  // from 40
}

TEST(CmaEs, FollowsFromItsSeed) {
  EXPECT_EQ(minimise(rosenbrock, Point(5, 0.0), 0.3, 0, 800, 3).mean,
            minimise(rosenbrock, Point(5, 0.0), 0.3, 0, 800, 3).mean);
  EXPECT_NE(minimise(rosenbrock, Point(5, 0.0), 0.3, 0, 800, 3).mean,
            minimise(rosenbrock, Point(5, 0.0), 0.3, 0, 800, 4).mean);
}

// Whatever order it is told for however long, numbers stay numbers.
TEST(CmaEs, StandsAnOrderWithoutMeaning) {
  CmaEs strategy(Point(20, 0.0), 1, 8, Rng(1));
  Rng chance(4);
  for (int generation = 0; generation < 300; ++generation) {
    const std::size_t count = strategy.ask().size();
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = count; i > 1; --i) {
      std::swap(order[i - 1], order[chance.below(static_cast<std::uint32_t>(i))]);
    }
    strategy.tell(order);
  }
  EXPECT_TRUE(std::isfinite(sphere(strategy.mean())));
  EXPECT_TRUE(std::isfinite(strategy.sigma()));
}

}  // namespace
}  // namespace turncoat::learn
