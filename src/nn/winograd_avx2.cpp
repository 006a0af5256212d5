#include "rules/kernel/target.h"

#if TURNCOAT_X86

#include <algorithm>

#include <immintrin.h>

#include "nn/winograd.h"
#include "nn/winograd_tile.h"

TURNCOAT_TARGET_BEGIN("avx2,fma")

namespace turncoat::nn {

namespace {

using winograd::kIn;
using winograd::kOut;
using winograd::kPanel;
using winograd::kPoints;
using winograd::kTiles;
using winograd::tile_stride;
using Lanes = __m256;

#define TURNCOAT_INLINE [[gnu::always_inline]] inline

TURNCOAT_INLINE Lanes times(float factor, Lanes x) {
  return _mm256_mul_ps(_mm256_set1_ps(factor), x);
}
// a + factor * x
TURNCOAT_INLINE Lanes plus(Lanes a, float factor, Lanes x) {
  return _mm256_fmadd_ps(_mm256_set1_ps(factor), x, a);
}

// B^T d for one line of six: what the input transform does to rows, then to columns.
TURNCOAT_INLINE void into_points(const Lanes* d, std::size_t stride, Lanes* to, std::size_t to_stride) {
  const Lanes d0 = d[0];
  const Lanes d1 = d[stride];
  const Lanes d2 = d[2 * stride];
  const Lanes d3 = d[3 * stride];
  const Lanes d4 = d[4 * stride];
  const Lanes d5 = d[5 * stride];
  const Lanes a = plus(d4, -4, d2);
  const Lanes b = plus(d3, -4, d1);
  const Lanes c = _mm256_sub_ps(d4, d2);
  const Lanes e = times(2, _mm256_sub_ps(d3, d1));
  to[0] = plus(plus(d4, -5, d2), 4, d0);
  to[to_stride] = _mm256_add_ps(a, b);
  to[2 * to_stride] = _mm256_sub_ps(a, b);
  to[3 * to_stride] = _mm256_add_ps(c, e);
  to[4 * to_stride] = _mm256_sub_ps(c, e);
  to[5 * to_stride] = plus(plus(d5, -5, d3), 4, d1);
}

// A^T m for one line of six, to four.
TURNCOAT_INLINE void out_of_points(const Lanes* m, std::size_t stride, Lanes* to, std::size_t to_stride) {
  const Lanes m1 = m[stride];
  const Lanes m2 = m[2 * stride];
  const Lanes m3 = m[3 * stride];
  const Lanes m4 = m[4 * stride];
  const Lanes a = _mm256_add_ps(m1, m2);
  const Lanes b = _mm256_sub_ps(m1, m2);
  const Lanes c = _mm256_add_ps(m3, m4);
  const Lanes d = _mm256_sub_ps(m3, m4);
  to[0] = _mm256_add_ps(_mm256_add_ps(m[0], a), c);
  to[to_stride] = plus(b, 2, d);
  to[2 * to_stride] = plus(a, 4, c);
  to[3 * to_stride] = _mm256_add_ps(plus(b, 8, d), m[5 * stride]);
}

// A tile's place: its position in the batch and its upper left square.
struct Tile {
  std::size_t position;
  std::size_t row;
  std::size_t column;
};

Tile tile_at(std::size_t number, std::size_t size) {
  const std::size_t side = (size + kOut - 1) / kOut;
  const std::size_t in_board = number % (side * side);
  return {number / (side * side), in_board / side * kOut, in_board % side * kOut};
}

// One tile's patch of every group of input channels; `to` is its row of the first point's matrix.
void gather(const WinogradStep& step, const Tile& tile, std::size_t channels, float* to) {
  const auto size = static_cast<std::size_t>(step.size);
  Lanes patch[kPoints];
  Lanes half[kPoints];
  for (std::size_t group = 0; group < channels; group += kLanes) {
    const float* from = step.from + (tile.position * channels + group) * size * size;
    for (std::size_t i = 0; i < kIn; ++i) {
      const std::size_t row = tile.row + i - 1;  // wraps below zero, and is then too large
      for (std::size_t j = 0; j < kIn; ++j) {
        const std::size_t column = tile.column + j - 1;
        patch[i * kIn + j] = row < size && column < size
                                 ? _mm256_load_ps(from + (row * size + column) * kLanes)
                                 : _mm256_setzero_ps();
      }
    }
    for (std::size_t j = 0; j < kIn; ++j) into_points(patch + j, kIn, half + j, kIn);
    for (std::size_t i = 0; i < kIn; ++i) into_points(half + i * kIn, 1, patch + i * kIn, 1);
    for (std::size_t point = 0; point < kPoints; ++point) {
      _mm256_store_ps(to + point * tile_stride(channels) + group, patch[point]);
    }
  }
}

// Rows x (8 * Columns) results of one point: the sums over all inputs stay in registers.
template <std::size_t Rows, std::size_t Columns>
void multiply(const float* tiles, std::size_t in, const float* weights, float* products,
              std::size_t row_stride) {
  Lanes sums[Rows][Columns];
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t c = 0; c < Columns; ++c) sums[r][c] = _mm256_setzero_ps();
  }
  for (std::size_t i = 0; i < in; ++i, weights += Columns * kLanes) {
    Lanes w[Columns];
    for (std::size_t c = 0; c < Columns; ++c) w[c] = _mm256_load_ps(weights + c * kLanes);
    for (std::size_t r = 0; r < Rows; ++r) {
      const Lanes x = _mm256_broadcast_ss(tiles + r * in + i);
      for (std::size_t c = 0; c < Columns; ++c) sums[r][c] = _mm256_fmadd_ps(x, w[c], sums[r][c]);
    }
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t c = 0; c < Columns; ++c) {
      _mm256_store_ps(products + r * row_stride + c * kPoints * kLanes, sums[r][c]);
    }
  }
}

template <std::size_t Columns>
void multiply_rows(std::size_t rows, const float* tiles, std::size_t in, const float* weights,
                   float* products, std::size_t row_stride) {
  switch (rows) {
    case 1:
      return multiply<1, Columns>(tiles, in, weights, products, row_stride);
    case 2:
      return multiply<2, Columns>(tiles, in, weights, products, row_stride);
    case 3:
      return multiply<3, Columns>(tiles, in, weights, products, row_stride);
    case 4:
      return multiply<4, Columns>(tiles, in, weights, products, row_stride);
    case 5:
      return multiply<5, Columns>(tiles, in, weights, products, row_stride);
    default:
      return multiply<6, Columns>(tiles, in, weights, products, row_stride);
  }
}

// Products stand as tile, group of outputs, point, output: each group's 36 points side by side.
void multiply_points(const WinogradLayer& layer, std::size_t tiles, WinogradScratch& scratch) {
  constexpr std::size_t kMostRows = 6;
  const std::size_t in = layer.in();
  const std::size_t out = layer.out();
  const std::size_t row_stride = out * kPoints;
  const std::size_t strips = (tiles + kMostRows - 1) / kMostRows;
  for (std::size_t point = 0; point < kPoints; ++point) {
    const float* from = scratch.tiles() + point * tile_stride(in);
    for (std::size_t panel = 0; panel < out; panel += kPanel) {
      const float* weights = layer.weights() + point * in * out + panel * in;
      float* to = scratch.products() + panel * kPoints + point * kLanes;
      // Strips as even as can be: a short last one would leave the multipliers waiting.
      for (std::size_t strip = 0; strip < strips; ++strip) {
        const std::size_t begin = strip * tiles / strips;
        const std::size_t rows = (strip + 1) * tiles / strips - begin;
        if (out - panel >= kPanel) {
          multiply_rows<2>(rows, from + begin * in, in, weights, to + begin * row_stride, row_stride);
        } else {
          multiply_rows<1>(rows, from + begin * in, in, weights, to + begin * row_stride, row_stride);
        }
      }
    }
  }
}

void scatter(const WinogradLayer& layer, const WinogradStep& step, const Tile& tile, const float* products) {
  const auto size = static_cast<std::size_t>(step.size);
  const Lanes zero = _mm256_setzero_ps();
  Lanes half[kOut * kIn];
  Lanes result[kOut * kOut];
  for (std::size_t group = 0; group < layer.out(); group += kLanes) {
    const auto* points = reinterpret_cast<const Lanes*>(products + group * kPoints);
    for (std::size_t j = 0; j < kIn; ++j) out_of_points(points + j, kIn, half + j, kIn);
    for (std::size_t i = 0; i < kOut; ++i) out_of_points(half + i * kIn, 1, result + i * kOut, 1);
    Lanes bias = _mm256_load_ps(layer.bias() + group);
    if (step.by != nullptr) {
      bias = _mm256_add_ps(bias, _mm256_loadu_ps(step.by + tile.position * layer.out() + group));
    }
    const std::size_t plane = (tile.position * layer.out() + group) * size * size;
    for (std::size_t i = 0; i < kOut && tile.row + i < size; ++i) {
      for (std::size_t j = 0; j < kOut && tile.column + j < size; ++j) {
        const std::size_t at = plane + ((tile.row + i) * size + tile.column + j) * kLanes;
        Lanes x = _mm256_add_ps(result[i * kOut + j], bias);
        if (step.relu_before_add) x = _mm256_max_ps(x, zero);
        if (step.add != nullptr) x = _mm256_add_ps(x, _mm256_load_ps(step.add + at));
        if (step.relu) x = _mm256_max_ps(x, zero);
        _mm256_store_ps(step.to + at, x);
      }
    }
  }
}

}  // namespace

void convolve(const WinogradLayer& layer, const WinogradStep& step, WinogradScratch& scratch) {
  const auto size = static_cast<std::size_t>(step.size);
  const std::size_t side = (size + kOut - 1) / kOut;
  const std::size_t all = step.positions * side * side;
  for (std::size_t begin = 0; begin < all; begin += kTiles) {
    const std::size_t tiles = std::min(kTiles, all - begin);
    for (std::size_t t = 0; t < tiles; ++t) {
      gather(step, tile_at(begin + t, size), layer.in(), scratch.tiles() + t * layer.in());
    }
    multiply_points(layer, tiles, scratch);
    for (std::size_t t = 0; t < tiles; ++t) {
      scatter(layer, step, tile_at(begin + t, size), scratch.products() + t * layer.out() * kPoints);
    }
  }
}

}  // namespace turncoat::nn

TURNCOAT_TARGET_END

#endif
