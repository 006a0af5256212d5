// A 3x3 convolution over blocked tensors (nn/blocked.h) by Winograd's minimal filtering F(4x4, 3x3): boards
// are cut into tiles of 4x4, and each tile costs 36 multiplications for every pair of channels instead of
// 144. Needs AVX2 and FMA: oneDNN computes Winograd's way with AVX-512 only. Source: Lavin and Gray, Fast
// Algorithms for Convolutional Neural Networks, 2015 (the matrices of 4.2).
#pragma once

#include <cstddef>
#include <vector>

#include "nn/blocked.h"
#include "nn/weights.h"

namespace turncoat::nn {

bool winograd_supported();

// The weights of one layer, transformed; immutable, shared by all workers.
class WinogradLayer {
 public:
  // Requires a 3x3 layer with whole groups of output channels.
  WinogradLayer(const Layer& layer, const LayerWeights& numbers);

  std::size_t in() const { return in_; }
  std::size_t out() const { return out_; }
  const float* weights() const { return weights_.data(); }
  const float* bias() const { return bias_.data(); }

 private:
  std::size_t in_;  // whole groups
  std::size_t out_;
  FloatBuffer weights_;  // point of the tile, 16 outputs (the last time perhaps 8), input, output
  FloatBuffer bias_;
};

struct WinogradStep {
  const float* from = nullptr;
  float* to = nullptr;         // not `from`; may be `add`
  const float* add = nullptr;  // a tensor added before the last relu, or null
  const float* by = nullptr;   // a vector for each position, added to every square, or null
  bool relu_before_add = false;
  bool relu = false;
  int size = 8;
  std::size_t positions = 1;
};

// One worker's memory.
class WinogradScratch {
 public:
  // Enough for layers of up to so many channels.
  explicit WinogradScratch(std::size_t most_channels);

  float* tiles() { return tiles_.data(); }
  float* products() { return products_.data(); }

 private:
  FloatBuffer tiles_;
  FloatBuffer products_;
};

void convolve(const WinogradLayer& layer, const WinogradStep& step, WinogradScratch& scratch);

}  // namespace turncoat::nn
