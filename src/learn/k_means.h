// k-means: points put into k groups so that each lies near its group's mean, by Lloyd's steps from seeded
// k-means++ starts; the best of several tries. For a few hundred points.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace turncoat::learn {

struct Clusters {
  std::vector<int> of;                       // the group of each point
  std::vector<std::vector<double>> centres;  // the groups' means, in falling order of their own mean
  double inertia = 0;                        // sum of squared distances to the means
  double silhouette = 0;                     // the mean over all points, -1 to 1; 0 with one group
};

// Points of one length, at least one; k >= 1. Where fewer points differ there are fewer groups.
Clusters k_means(std::span<const std::vector<double>> points, int k, std::uint64_t seed);

// How much nearer points are to their own group than to the next one (Rousseeuw 1987); a point alone in its
// group counts 0.
double silhouette(std::span<const std::vector<double>> points, std::span<const int> group);

}  // namespace turncoat::learn
