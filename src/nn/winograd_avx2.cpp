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
using winograd::Tile;
using winograd::tile_at;
using winograd::tile_stride;
using winograd::tiles_of;
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

// A y for one line of four, to six: out_of_points the other way round, for gradients.
TURNCOAT_INLINE void back_to_points(const Lanes* y, std::size_t stride, Lanes* to, std::size_t to_stride) {
  const Lanes y0 = y[0];
  const Lanes y1 = y[stride];
  const Lanes y2 = y[2 * stride];
  const Lanes y3 = y[3 * stride];
  const Lanes a = _mm256_add_ps(y0, y2);
  const Lanes b = _mm256_add_ps(y1, y3);
  const Lanes c = plus(y0, 4, y2);
  const Lanes d = times(2, plus(y1, 4, y3));
  to[0] = y0;
  to[to_stride] = _mm256_add_ps(a, b);
  to[2 * to_stride] = _mm256_sub_ps(a, b);
  to[3 * to_stride] = _mm256_add_ps(c, d);
  to[4 * to_stride] = _mm256_sub_ps(c, d);
  to[5 * to_stride] = y3;
}

// A tensor in memory: where a group of channels of one position begins, and how far its squares are apart.
struct Place {
  std::size_t size;
  std::size_t channels;
  Layout layout;

  std::size_t group(std::size_t position, std::size_t channel) const {
    const std::size_t begin = position * channels * size * size;
    return begin + (layout == Layout::Blocked ? channel * size * size : channel);
  }
  std::size_t stride() const { return layout == Layout::Blocked ? kLanes : channels; }
};

// One tile's patch of every group of channels, as points; `to` is its row of the first point's matrix.
void gather(const float* from, const Place& place, const Tile& tile, float* to) {
  const std::size_t size = place.size;
  const std::size_t stride = place.stride();
  Lanes patch[kPoints];
  Lanes half[kPoints];
  for (std::size_t group = 0; group < place.channels; group += kLanes) {
    const float* plane = from + place.group(tile.position, group);
    for (std::size_t i = 0; i < kIn; ++i) {
      const std::size_t row = tile.row + i - 1;  // wraps below zero, and is then too large
      for (std::size_t j = 0; j < kIn; ++j) {
        const std::size_t column = tile.column + j - 1;
        patch[i * kIn + j] = row < size && column < size
                                 ? _mm256_loadu_ps(plane + (row * size + column) * stride)
                                 : _mm256_setzero_ps();
      }
    }
    for (std::size_t j = 0; j < kIn; ++j) into_points(patch + j, kIn, half + j, kIn);
    for (std::size_t i = 0; i < kIn; ++i) into_points(half + i * kIn, 1, patch + i * kIn, 1);
    for (std::size_t point = 0; point < kPoints; ++point) {
      _mm256_store_ps(to + point * tile_stride(place.channels) + group, patch[point]);
    }
  }
}

// The same for the gradient of a tile of results.
void gather_gradient(const float* from, const Place& place, const Tile& tile, float* to) {
  const std::size_t size = place.size;
  const std::size_t stride = place.stride();
  Lanes results[kOut * kOut];
  Lanes half[kOut * kIn];
  Lanes points[kPoints];
  for (std::size_t group = 0; group < place.channels; group += kLanes) {
    const float* plane = from + place.group(tile.position, group);
    for (std::size_t i = 0; i < kOut; ++i) {
      for (std::size_t j = 0; j < kOut; ++j) {
        const std::size_t row = tile.row + i;
        const std::size_t column = tile.column + j;
        results[i * kOut + j] = row < size && column < size
                                    ? _mm256_loadu_ps(plane + (row * size + column) * stride)
                                    : _mm256_setzero_ps();
      }
    }
    for (std::size_t i = 0; i < kOut; ++i) back_to_points(results + i * kOut, 1, half + i * kIn, 1);
    for (std::size_t j = 0; j < kIn; ++j) back_to_points(half + j, kIn, points + j, kIn);
    for (std::size_t point = 0; point < kPoints; ++point) {
      _mm256_store_ps(to + point * tile_stride(place.channels) + group, points[point]);
    }
  }
}

// A product of matrices: left[row * left_row + k * left_k] * right[k * right_k + column], k below depth. The
// groups of eight columns of the result stand result_group apart.
struct Product {
  const float* left;
  std::size_t left_row;
  std::size_t left_k;
  const float* right;
  std::size_t right_k;
  std::size_t depth;
  float* result;
  std::size_t result_row;
  std::size_t result_group;
};

// Rows x (8 * Groups) results, in registers until all is summed.
template <std::size_t Rows, std::size_t Groups, bool Adds>
void multiply(const Product& product) {
  Lanes sums[Rows][Groups];
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t g = 0; g < Groups; ++g) {
      sums[r][g] = Adds ? _mm256_load_ps(product.result + r * product.result_row + g * product.result_group)
                        : _mm256_setzero_ps();
    }
  }
  const float* left = product.left;
  const float* right = product.right;
  for (std::size_t k = 0; k < product.depth; ++k, left += product.left_k, right += product.right_k) {
    Lanes b[Groups];
    for (std::size_t g = 0; g < Groups; ++g) b[g] = _mm256_load_ps(right + g * kLanes);
    for (std::size_t r = 0; r < Rows; ++r) {
      const Lanes a = _mm256_broadcast_ss(left + r * product.left_row);
      for (std::size_t g = 0; g < Groups; ++g) sums[r][g] = _mm256_fmadd_ps(a, b[g], sums[r][g]);
    }
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t g = 0; g < Groups; ++g) {
      _mm256_store_ps(product.result + r * product.result_row + g * product.result_group, sums[r][g]);
    }
  }
}

template <std::size_t Groups, bool Adds>
void multiply_strip(std::size_t rows, const Product& product) {
  switch (rows) {
    case 1:
      return multiply<1, Groups, Adds>(product);
    case 2:
      return multiply<2, Groups, Adds>(product);
    case 3:
      return multiply<3, Groups, Adds>(product);
    case 4:
      return multiply<4, Groups, Adds>(product);
    case 5:
      return multiply<5, Groups, Adds>(product);
    default:
      return multiply<6, Groups, Adds>(product);
  }
}

// All rows, at most six at a time, for one panel of 8 or 16 columns. Strips as even as can be: a short last
// one would leave the multipliers waiting.
template <bool Adds>
void multiply_rows(std::size_t rows, std::size_t columns, const Product& product) {
  constexpr std::size_t kMostRows = 6;
  const std::size_t strips = (rows + kMostRows - 1) / kMostRows;
  for (std::size_t strip = 0; strip < strips; ++strip) {
    const std::size_t begin = strip * rows / strips;
    Product part = product;
    part.left += begin * product.left_row;
    part.result += begin * product.result_row;
    const std::size_t count = (strip + 1) * rows / strips - begin;
    if (columns >= kPanel) {
      multiply_strip<2, Adds>(count, part);
    } else {
      multiply_strip<1, Adds>(count, part);
    }
  }
}

// Products stand as tile, group of outputs, point, output: each group's 36 points side by side.
void multiply_points(const WinogradLayer& layer, std::size_t tiles, WinogradScratch& scratch) {
  const std::size_t in = layer.in();
  const std::size_t out = layer.out();
  for (std::size_t point = 0; point < kPoints; ++point) {
    for (std::size_t panel = 0; panel < out; panel += kPanel) {
      const std::size_t columns = std::min(kPanel, out - panel);
      multiply_rows<false>(tiles, columns,
                           {.left = scratch.tiles() + point * tile_stride(in),
                            .left_row = in,
                            .left_k = 1,
                            .right = layer.weights() + point * in * out + panel * in,
                            .right_k = columns,
                            .depth = in,
                            .result = scratch.products() + panel * kPoints + point * kLanes,
                            .result_row = out * kPoints,
                            .result_group = kPoints * kLanes});
    }
  }
}

void scatter(const WinogradLayer& layer, const WinogradStep& step, const Place& place, const Tile& tile,
             const float* products) {
  const std::size_t size = place.size;
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
    const std::size_t plane = place.group(tile.position, group);
    for (std::size_t i = 0; i < kOut && tile.row + i < size; ++i) {
      for (std::size_t j = 0; j < kOut && tile.column + j < size; ++j) {
        const std::size_t at = plane + ((tile.row + i) * size + tile.column + j) * place.stride();
        Lanes x = _mm256_add_ps(result[i * kOut + j], bias);
        if (step.relu_before_add) x = _mm256_max_ps(x, zero);
        if (step.add != nullptr) x = _mm256_add_ps(x, _mm256_loadu_ps(step.add + at));
        if (step.relu) x = _mm256_max_ps(x, zero);
        _mm256_storeu_ps(step.to + at, x);
      }
    }
  }
}

}  // namespace

void convolve(const WinogradLayer& layer, const WinogradStep& step, WinogradScratch& scratch) {
  const auto size = static_cast<std::size_t>(step.size);
  const Place from{size, layer.in(), step.layout};
  const Place to{size, layer.out(), step.layout};
  const std::size_t all = tiles_of(step.positions, size);
  for (std::size_t begin = 0; begin < all; begin += kTiles) {
    const std::size_t tiles = std::min(kTiles, all - begin);
    for (std::size_t t = 0; t < tiles; ++t) {
      gather(step.from, from, tile_at(begin + t, size), scratch.tiles() + t * layer.in());
    }
    multiply_points(layer, tiles, scratch);
    for (std::size_t t = 0; t < tiles; ++t) {
      scatter(layer, step, to, tile_at(begin + t, size), scratch.products() + t * layer.out() * kPoints);
    }
  }
}

void WinogradGradient::add(const Step& step, WinogradScratch& scratch) {
  const auto size = static_cast<std::size_t>(step.size);
  const Place input{size, in_, step.layout};
  const Place gradient{size, out_, step.layout};
  const std::size_t all = tiles_of(step.positions, size);
  for (std::size_t begin = 0; begin < all; begin += kTiles) {
    const std::size_t tiles = std::min(kTiles, all - begin);
    for (std::size_t t = 0; t < tiles; ++t) {
      const Tile tile = tile_at(begin + t, size);
      gather(step.input, input, tile, scratch.tiles() + t * in_);
      gather_gradient(step.gradient, gradient, tile, scratch.products() + t * out_);
    }
    for (std::size_t point = 0; point < kPoints; ++point) {
      for (std::size_t panel = 0; panel < out_; panel += kPanel) {
        multiply_rows<true>(in_, std::min(kPanel, out_ - panel),
                            {.left = scratch.tiles() + point * tile_stride(in_),
                             .left_row = 1,
                             .left_k = in_,
                             .right = scratch.products() + point * tile_stride(out_) + panel,
                             .right_k = out_,
                             .depth = tiles,
                             .result = sums_.data() + point * in_ * out_ + panel,
                             .result_row = out_,
                             .result_group = kLanes});
      }
    }
  }
}

}  // namespace turncoat::nn

TURNCOAT_TARGET_END

#endif
