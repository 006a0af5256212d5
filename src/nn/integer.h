// 3x3 convolutions in integers, by the same F(4x4, 3x3) as nn/winograd.h: tensors between layers have nine
// bits, so that the points of a tile fit 16 bits without rounding; weights are rounded point by point, 16
// bits as far as sums cannot leave 32. All sums are exact. Needs AVX-512 with VNNI, which multiplies and adds
// twice as many 16-bit integers at once as it does floats. One thread each. Tensors: position, group of
// kGroup channels, square, channel; never negative.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "nn/blocked.h"
#include "nn/winograd.h"

namespace turncoat::nn {

bool integer_supported();

namespace integer {

inline constexpr std::size_t kGroup = 16;
// The greatest number in a tensor: a point of the tile is at most 68 times as large, and has 16 bits.
inline constexpr int kGreatest = 32767 / 68;

constexpr std::size_t whole_groups(std::size_t channels) {
  return (channels + kGroup - 1) / kGroup * kGroup;
}

}  // namespace integer

using IntegerBuffer = Buffer<std::int16_t>;

// The weights of one layer, transformed and rounded; immutable, shared by all workers.
class IntegerLayer {
 public:
  // `in` as in the network. One in the tensor that the layer reads stands for `unit`.
  IntegerLayer(const WinogradLayer& layer, std::size_t in, float unit);

  std::size_t in() const { return in_; }    // whole groups
  std::size_t out() const { return out_; }  // whole groups
  std::size_t outputs() const { return outputs_; }
  std::size_t pairs() const { return pairs_; }
  const std::int16_t* weights() const { return weights_.data(); }
  const float* factors() const { return factors_.data(); }
  const float* bias() const { return bias_.data(); }

 private:
  std::size_t in_;
  std::size_t out_;
  std::size_t outputs_;    // whole groups of kLanes
  std::size_t pairs_;      // of inputs that are not padding
  IntegerBuffer weights_;  // point, group of outputs, pair of inputs, output, input of the pair
  FloatBuffer factors_;    // point, output: what one in a sum stands for
  FloatBuffer bias_;
};

struct IntegerStep {
  const std::int16_t* from = nullptr;
  float* to = nullptr;              // blocked (nn/blocked.h), or null; may be `add`
  std::int16_t* rounded = nullptr;  // the result in units of 1 / `per_unit`, or null; not `from`
  float per_unit = 1;
  const float* add = nullptr;  // blocked, added before the last relu, or null
  const float* by = nullptr;   // a vector for each position, added to every square, or null
  bool relu_before_add = false;
  bool relu = false;
  int size = 8;
  std::size_t positions = 1;
};

// One worker's memory.
class IntegerScratch {
 public:
  // Enough for layers of up to so many channels.
  explicit IntegerScratch(std::size_t most_channels);

  std::int16_t* tiles() { return tiles_.data(); }
  float* products() { return products_.data(); }

 private:
  IntegerBuffer tiles_;
  FloatBuffer products_;
};

void convolve(const IntegerLayer& layer, const IntegerStep& step, IntegerScratch& scratch);

// A blocked tensor in units of 1 / `per_unit`. What is too large or negative becomes the nearest number there
// is.
void round_tensor(const float* from, const BoardShape& shape, float per_unit, std::int16_t* to);

}  // namespace turncoat::nn
