// 3x3 convolutions by Winograd's minimal filtering F(4x4, 3x3), and their gradients: boards are cut into
// tiles of 4x4, and each tile costs 36 multiplications for every pair of channels instead of 144. Needs AVX2
// and FMA: oneDNN computes Winograd's way with AVX-512 only. One thread each; channels in whole groups of
// eight. Source: Lavin and Gray, Fast Algorithms for Convolutional Neural Networks, 2015 (the matrices
// of 4.2).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nn/blocked.h"

namespace turncoat::nn {

bool winograd_supported();

// The 3x3 kernels of a layer, anywhere in memory: distances between neighbours, in numbers. Turned around in
// rows and columns and with inputs for outputs, they carry gradients back.
template <class Number>
struct KernelView {
  Number* data = nullptr;
  std::ptrdiff_t out = 0;
  std::ptrdiff_t in = 0;
  std::ptrdiff_t row = 0;
  std::ptrdiff_t column = 0;

  Number& at(std::size_t o, std::size_t i, std::size_t r, std::size_t c) const {
    const auto distance = [](std::size_t index, std::ptrdiff_t step) {
      return static_cast<std::ptrdiff_t>(index) * step;
    };
    return data[distance(o, out) + distance(i, in) + distance(r, row) + distance(c, column)];
  }
  KernelView backward() const { return {data + 2 * row + 2 * column, in, out, -row, -column}; }
};

// The weights of one layer, transformed; immutable, shared by all workers.
class WinogradLayer {
 public:
  // `in` is rounded up to whole groups; `out` must be some. No bias is zeros.
  WinogradLayer(const KernelView<const float>& kernels, std::size_t in, std::size_t out,
                std::span<const float> bias);

  std::size_t in() const { return in_; }
  std::size_t out() const { return out_; }
  const float* weights() const { return weights_.data(); }
  const float* bias() const { return bias_.data(); }

 private:
  std::size_t in_;
  std::size_t out_;
  FloatBuffer weights_;  // point of the tile, 16 outputs (the last time perhaps 8), input, output
  FloatBuffer bias_;
};

// Where tensors stand: blocked (nn/blocked.h), or squares one after the other with all their channels.
enum class Layout { Blocked, ChannelsLast };

struct WinogradStep {
  const float* from = nullptr;
  float* to = nullptr;         // not `from`; may be `add`
  const float* add = nullptr;  // a tensor added before the last relu, or null
  const float* by = nullptr;   // a vector for each position, added to every square, or null
  bool relu_before_add = false;
  bool relu = false;
  int size = 8;
  std::size_t positions = 1;
  Layout layout = Layout::Blocked;
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

// The gradient of a layer's weights: the sum over positions of what each asks for.
class WinogradGradient {
 public:
  WinogradGradient(std::size_t in, std::size_t out);

  struct Step {
    const float* input = nullptr;
    const float* gradient = nullptr;  // of the layer's output
    int size = 8;
    std::size_t positions = 1;
    Layout layout = Layout::Blocked;
  };
  void add(const Step& step, WinogradScratch& scratch);
  void add(const WinogradGradient& other);
  // Writes the gradient of every weight.
  void write(const KernelView<float>& kernels) const;

 private:
  std::size_t in_;
  std::size_t out_;
  FloatBuffer sums_;  // point, input, output
};

}  // namespace turncoat::nn
