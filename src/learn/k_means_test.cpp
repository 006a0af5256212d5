#include "learn/k_means.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "learn/weight_plot.h"

namespace turncoat::learn {
namespace {

using Point = std::vector<double>;

// Curves around three made-up shapes: rising, falling, flat.
std::vector<Point> made_up_curves(double noise) {
  Rng rng(4);
  std::vector<Point> curves;
  for (int i = 0; i < 30; ++i) {
    Point curve;
    for (int t = 0; t < 20; ++t) {
      const double shape = i % 3 == 0 ? 0.1 * t : i % 3 == 1 ? -0.1 * t : -0.5;
      curve.push_back(shape + noise * (rng.uniform() - 0.5));
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

TEST(KMeans, FindsTheShapesBehindCurves) {
  const Clusters clusters = k_means(made_up_curves(0.3), 3, 1);
  ASSERT_EQ(clusters.centres.size(), 3U);
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(clusters.of[i], i % 3 == 0 ? 0 : i % 3 == 1 ? 2 : 1) << "in falling order of the mean";
  }
  EXPECT_NEAR(clusters.centres[0][19], 1.9, 0.1);
  EXPECT_GT(clusters.silhouette, 0.8);
  EXPECT_GT(clusters.silhouette, k_means(made_up_curves(0.3), 5, 1).silhouette)
      << "three is the right number";
}

TEST(KMeans, FollowsTheSeed) {
  const auto points = made_up_curves(4);
  EXPECT_EQ(k_means(points, 6, 7).of, k_means(points, 6, 7).of);
}

TEST(KMeans, MakesFewerGroupsOfFewerPoints) {
  const std::vector<Point> points{{1, 1}, {1, 1}, {5, 5}, {5, 5}, {5, 5}};
  const Clusters clusters = k_means(points, 4, 1);
  EXPECT_THAT(clusters.of, testing::ElementsAre(1, 1, 0, 0, 0));
  EXPECT_DOUBLE_EQ(clusters.silhouette, 1);
  EXPECT_DOUBLE_EQ(clusters.inertia, 0);
  EXPECT_EQ(k_means(points, 1, 1).silhouette, 0);
}

// Two pairs a distance of 10 apart, each 1 wide: within 1, to the other pair 10 and 11 or 9 and 10.
TEST(Silhouette, IsTheTextbooks) {
  const std::vector<Point> points{{0}, {1}, {10}, {11}};
  const std::vector<int> groups{0, 0, 1, 1};
  EXPECT_NEAR(silhouette(points, groups), (9.5 / 10.5 + 8.5 / 9.5) / 2, 1e-12);
  EXPECT_EQ(silhouette(std::vector<Point>{{0}, {5}}, std::vector<int>{0, 1}), 0) << "each alone";
}

RC_GTEST_PROP(KMeans, PutsEveryPointToItsNearestCentre, ()) {
  const auto count = *rc::gen::inRange(1, 25);
  std::vector<Point> points;
  for (int i = 0; i < count; ++i) {
    points.push_back(
        {static_cast<double>(*rc::gen::inRange(-9, 10)), static_cast<double>(*rc::gen::inRange(-9, 10))});
  }
  const Clusters clusters = k_means(points, *rc::gen::inRange(1, 8), 1);
  const auto distance = [](const Point& a, const Point& b) { return std::hypot(a[0] - b[0], a[1] - b[1]); };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& own = clusters.centres.at(static_cast<std::size_t>(clusters.of[i]));
    for (const Point& centre : clusters.centres) {
      RC_ASSERT(distance(points[i], own) <= distance(points[i], centre) + 1e-9);
    }
  }
  RC_ASSERT(clusters.silhouette >= -1 && clusters.silhouette <= 1);
}

eval::SquareWeights some_weights(int size) {
  eval::SquareWeights weights{size, "made <up>", {}};
  for (int move = 1; move <= size * size - 4; ++move) {
    eval::SquareWeights::Stage stage{move, move + 4, {}};
    for (int i = 0; i < size * size; ++i) stage.weights.push_back(i % 3 - 1.0 + 0.01 * move * (i % 5));
    weights.stages.push_back(std::move(stage));
  }
  return weights;
}

TEST(WeightPlot, HasACurveAndASquareForEverySquareAndAHeatMapForEveryMove) {
  for (const int size : {4, 6, 16}) {
    const auto weights = some_weights(size);
    const auto clusters = k_means(weight_curves(weights), 6, 1);
    const std::string svg = draw_weights(weights, clusters, "mo&del");
    const auto count = [&](std::string_view what) {
      std::size_t found = 0;
      for (std::size_t at = svg.find(what); at != std::string::npos; at = svg.find(what, at + 1)) ++found;
      return found;
    };
    EXPECT_EQ(count("class=\"curve "), static_cast<std::size_t>(size * size));
    EXPECT_EQ(count("class=\"letter\""), static_cast<std::size_t>(size * size));
    EXPECT_EQ(count("class=\"mean "), clusters.centres.size());
    EXPECT_EQ(count("class=\"small\""), weights.stages.size());
    EXPECT_EQ(count("mo&amp;del"), 2U);
    EXPECT_EQ(count("made &lt;up&gt;"), 1U);
    EXPECT_EQ(count("prefers-color-scheme:dark"), 1U);
    EXPECT_EQ(count("nan"), 0U);
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
  }
}

}  // namespace
}  // namespace turncoat::learn
