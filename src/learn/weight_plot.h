// A picture of a model's square weights (eval/square_weights.h): every square's curve through the game,
// coloured by cluster, the board in the same colours, and a heat map of every stage. SVG, readable on light
// and dark pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "eval/square_weights.h"
#include "learn/k_means.h"

namespace turncoat::learn {

inline constexpr int kMostPlotClusters = 12;  // as many colours can be told apart

// The curve of each square, row by row: its weight at every stage. What the clusters are made from.
std::vector<std::vector<double>> weight_curves(const eval::SquareWeights& weights);

// 0: A, 1: B, ...; in falling order of the mean weight.
char cluster_letter(int cluster);
// The names of a cluster's squares, row by row.
std::vector<std::string> cluster_squares(const Clusters& clusters, int cluster, int size);
double mean_weight(const Clusters& clusters, int cluster);

// `clusters` are of weight_curves(weights), at most kMostPlotClusters. `name` is the model's.
std::string draw_weights(const eval::SquareWeights& weights, const Clusters& clusters, std::string_view name);

}  // namespace turncoat::learn
