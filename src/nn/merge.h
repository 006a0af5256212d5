// Samples of one position as one: what several games, searches and results say of it, averaged. Positions
// that are turned or mirrored count as one; the result stands as the smallest of its eight images.
#pragma once

#include <compare>
#include <cstddef>
#include <span>

#include "nn/sample.h"
#include "rules/symmetry.h"

namespace turncoat::nn {

// A position without its orientation.
struct BoardKey {
  rules::SquareSet mover;
  rules::SquareSet other;

  friend bool operator==(const BoardKey&, const BoardKey&) = default;
};

struct BoardKeyHash {
  std::size_t operator()(const BoardKey& key) const;
};

// The smallest of the sample's eight images.
BoardKey board_key(const Sample& sample, int size);

// The mean of the samples, by their weights; the policy's and the owners' over those that have any. Its
// weight is the mean of theirs: a position counts once, however often it was met. Requires one board key and
// a sample.
Sample mean_sample(std::span<const Sample> samples, int size);

}  // namespace turncoat::nn
