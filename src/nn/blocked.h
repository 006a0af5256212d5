// Tensors as fast inference keeps them: batch, then groups of eight channels, then squares, then the eight
// channels; and the small operations on them that need no library. Channels are rounded up to whole groups.
// Not a tensor library: callers know all sizes.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

#include "nn/input.h"

namespace turncoat::nn {

inline constexpr std::size_t kLanes = 8;

constexpr std::size_t rounded_up(std::size_t channels) {
  return (channels + kLanes - 1) / kLanes * kLanes;
}

// Where the channel of a square stands in the tensor of one position.
constexpr std::size_t blocked_index(std::size_t channel, std::size_t square, std::size_t squares) {
  return (channel / kLanes * squares + square) * kLanes + channel % kLanes;
}

// Zeroed, and aligned for every vector unit.
template <class Number>
class Buffer {
 public:
  explicit Buffer(std::size_t count)
      : data_(static_cast<Number*>(::operator new(count * sizeof(Number), kAlignment))), count_(count) {
    std::uninitialized_fill_n(data_.get(), count, Number{});
  }
  Number* data() { return data_.get(); }
  const Number* data() const { return data_.get(); }
  std::size_t size() const { return count_; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Free {
    void operator()(Number* data) const { ::operator delete(data, kAlignment); }
  };
  std::unique_ptr<Number[], Free> data_;
  std::size_t count_;
};
using FloatBuffer = Buffer<float>;

struct BoardShape {
  std::size_t channels;  // whole groups
  std::size_t squares;
  std::size_t positions;

  std::size_t size() const { return channels * squares * positions; }
};

// The planes of one position, as one group of channels.
void write_blocked_planes(const Input& input, int size, float* to);

// Means of all channels, and behind them the greatest values when asked; as many vectors as positions.
void pool(const float* from, const BoardShape& shape, bool with_greatest, float* to);

// to = relu(from * by + add) with a factor by[position][channel].
void scale_add_relu(const float* from, const BoardShape& shape, const float* by, const float* add, float* to);

// to += by[position][channel].
void add_channels(float* to, const BoardShape& shape, const float* by);

// to = relu(to + add).
void add_relu(float* to, std::size_t count, const float* add);

// A 1x1 convolution to one channel; `to` has positions x squares numbers.
void mix_channels(const float* from, const BoardShape& shape, std::span<const float> weight, float bias,
                  float* to);

void activate(std::span<float> numbers, Activation act);

}  // namespace turncoat::nn
