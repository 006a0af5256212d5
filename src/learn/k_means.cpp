#include "learn/k_means.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/check.h"
#include "base/rng.h"

namespace turncoat::learn {

namespace {

using Point = std::vector<double>;

constexpr std::uint64_t kTries = 50;
constexpr int kMostSteps = 200;

double squared_distance(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

double mean_of(const Point& point) {
  return std::accumulate(point.begin(), point.end(), 0.0) / static_cast<double>(point.size());
}

std::size_t nearest(const std::vector<Point>& centres, const Point& point) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < centres.size(); ++c) {
    if (squared_distance(centres[c], point) < squared_distance(centres[best], point)) best = c;
  }
  return best;
}

// k-means++: every further centre is a point, the likelier the farther it is from those there are.
std::vector<Point> first_centres(std::span<const Point> points, std::size_t k, Rng& rng) {
  std::vector<Point> centres{points[rng.below(static_cast<std::uint32_t>(points.size()))]};
  std::vector<double> distance(points.size());
  while (centres.size() < k) {
    double total = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      distance[i] = squared_distance(centres[nearest(centres, points[i])], points[i]);
      total += distance[i];
    }
    if (total == 0) break;
    double draw = rng.uniform() * total;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (distance[i] == 0) continue;
      chosen = i;
      draw -= distance[i];
      if (draw < 0) break;
    }
    centres.push_back(points[chosen]);
  }
  return centres;
}

// The means of the groups; a group that lost all its points keeps its centre.
void move_centres(std::span<const Point> points, const std::vector<int>& of, std::vector<Point>& centres) {
  for (std::size_t c = 0; c < centres.size(); ++c) {
    Point sum(points.front().size(), 0.0);
    int count = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (of[i] != static_cast<int>(c)) continue;
      ++count;
      for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += points[i][d];
    }
    if (count == 0) continue;
    for (double& value : sum) value /= count;
    centres[c] = std::move(sum);
  }
}

Clusters one_try(std::span<const Point> points, std::size_t k, Rng& rng) {
  Clusters clusters;
  clusters.centres = first_centres(points, k, rng);
  clusters.of.assign(points.size(), -1);
  for (int step = 0; step < kMostSteps; ++step) {
    bool moved = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto group = static_cast<int>(nearest(clusters.centres, points[i]));
      moved = moved || group != clusters.of[i];
      clusters.of[i] = group;
    }
    if (!moved) break;
    move_centres(points, clusters.of, clusters.centres);
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    clusters.inertia +=
        squared_distance(points[i], clusters.centres[static_cast<std::size_t>(clusters.of[i])]);
  }
  return clusters;
}

// Leaves groups without points out and puts the others in falling order of their means.
void put_in_order(Clusters& clusters) {
  std::vector<std::size_t> order;
  for (std::size_t c = 0; c < clusters.centres.size(); ++c) {
    if (std::ranges::find(clusters.of, static_cast<int>(c)) != clusters.of.end()) order.push_back(c);
  }
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return mean_of(clusters.centres[a]) > mean_of(clusters.centres[b]);
  });
  std::vector<Point> centres;
  std::vector<int> place(clusters.centres.size(), -1);
  for (const std::size_t c : order) {
    place[c] = static_cast<int>(centres.size());
    centres.push_back(std::move(clusters.centres[c]));
  }
  clusters.centres = std::move(centres);
  for (int& group : clusters.of) group = place[static_cast<std::size_t>(group)];
}

}  // namespace

Clusters k_means(std::span<const Point> points, int k, std::uint64_t seed) {
  TURNCOAT_CHECK(!points.empty() && k >= 1, "k-means needs points and groups");
  Clusters best;
  best.inertia = std::numeric_limits<double>::infinity();
  for (std::uint64_t attempt = 0; attempt < kTries; ++attempt) {
    Rng rng = Rng::stream(seed, attempt);
    Clusters found = one_try(points, static_cast<std::size_t>(k), rng);
    if (found.inertia < best.inertia) best = std::move(found);
  }
  put_in_order(best);
  best.silhouette = silhouette(points, best.of);
  return best;
}

double silhouette(std::span<const Point> points, std::span<const int> group) {
  const int groups = 1 + *std::ranges::max_element(group);
  if (groups < 2) return 0;
  double total = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<double> distance(static_cast<std::size_t>(groups), 0.0);
    std::vector<int> count(static_cast<std::size_t>(groups), 0);
    for (std::size_t j = 0; j < points.size(); ++j) {
      if (i == j) continue;
      distance[static_cast<std::size_t>(group[j])] += std::sqrt(squared_distance(points[i], points[j]));
      ++count[static_cast<std::size_t>(group[j])];
    }
    const auto own = static_cast<std::size_t>(group[i]);
    if (count[own] == 0) continue;
    double other = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < count.size(); ++c) {
      if (c != own && count[c] > 0) other = std::min(other, distance[c] / count[c]);
    }
    const double within = distance[own] / count[own];
    if (std::max(within, other) > 0) total += (other - within) / std::max(within, other);
  }
  return total / static_cast<double>(points.size());
}

}  // namespace turncoat::learn
