#include "nn/blocked.h"

#include <algorithm>
#include <cmath>

namespace turncoat::nn {

void write_blocked_planes(const Input& input, int size, float* to) {
  const auto squares = static_cast<std::size_t>(size * size);
  for (std::size_t square = 0; square < squares; ++square) {
    float* lanes = to + square * kLanes;
    std::fill_n(lanes, kLanes, 0.0F);
    lanes[kPlanes - 1] = 1;
  }
  const auto mark = [&](const rules::SquareSet& set, std::size_t plane) {
    for (const rules::Square square : set) {
      to[static_cast<std::size_t>(move_index(square, size)) * kLanes + plane] = 1;
    }
  };
  mark(input.mover, 0);
  mark(input.other, 1);
  mark(input.moves, 2);
}

void pool(const float* from, const BoardShape& shape, bool with_greatest, float* to) {
  const std::size_t row = shape.channels * (with_greatest ? 2 : 1);
  for (std::size_t n = 0; n < shape.positions; ++n) {
    for (std::size_t group = 0; group < shape.channels; group += kLanes) {
      float sum[kLanes] = {};
      float greatest[kLanes];
      std::copy_n(from, kLanes, greatest);
      for (std::size_t square = 0; square < shape.squares; ++square, from += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          sum[lane] += from[lane];
          greatest[lane] = std::max(greatest[lane], from[lane]);
        }
      }
      float* means = to + n * row + group;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        means[lane] = sum[lane] / static_cast<float>(shape.squares);
        if (with_greatest) means[shape.channels + lane] = greatest[lane];
      }
    }
  }
}

void scale_add_relu(const float* from, const BoardShape& shape, const float* by, const float* add,
                    float* to) {
  for (std::size_t group = 0; group < shape.positions * shape.channels / kLanes; ++group) {
    const float* factors = by + group * kLanes;
    for (std::size_t square = 0; square < shape.squares; ++square) {
      const std::size_t at = (group * shape.squares + square) * kLanes;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        to[at + lane] = std::max(from[at + lane] * factors[lane] + add[at + lane], 0.0F);
      }
    }
  }
}

void add_channels(float* to, const BoardShape& shape, const float* by) {
  for (std::size_t group = 0; group < shape.positions * shape.channels / kLanes; ++group) {
    for (std::size_t square = 0; square < shape.squares; ++square, to += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) to[lane] += by[group * kLanes + lane];
    }
  }
}

void add_relu(float* to, std::size_t count, const float* add) {
  for (std::size_t i = 0; i < count; ++i) to[i] = std::max(to[i] + add[i], 0.0F);
}

void mix_channels(const float* from, const BoardShape& shape, std::span<const float> weight, float bias,
                  float* to) {
  for (std::size_t n = 0; n < shape.positions; ++n, to += shape.squares) {
    std::fill_n(to, shape.squares, bias);
    for (std::size_t group = 0; group < shape.channels; group += kLanes) {
      for (std::size_t square = 0; square < shape.squares; ++square, from += kLanes) {
        float sum = 0;
        for (std::size_t lane = 0; lane < kLanes; ++lane) sum += from[lane] * weight[group + lane];
        to[square] += sum;
      }
    }
  }
}

void activate(std::span<float> numbers, Activation act) {
  switch (act) {
    case Activation::None:
      return;
    case Activation::Relu:
      for (float& x : numbers) x = std::max(x, 0.0F);
      return;
    case Activation::Tanh:
      for (float& x : numbers) x = std::tanh(x);
      return;
    case Activation::Sigmoid:
      for (float& x : numbers) x = 1 / (1 + std::exp(-x));
      return;
  }
}

}  // namespace turncoat::nn
