#include "rules/kernel/target.h"

#if TURNCOAT_X86

// GCC 12 takes the unset registers inside its own AVX-512 functions for a mistake (its bug 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#include <algorithm>
#include <cstring>

#include <immintrin.h>

#include "nn/integer.h"
#include "nn/winograd_tile.h"

TURNCOAT_TARGET_BEGIN("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")

namespace turncoat::nn {

namespace {

using integer::kGreatest;
using integer::kGroup;
using winograd::kIn;
using winograd::kOut;
using winograd::kPoints;
using winograd::kTiles;
using winograd::Tile;
using winograd::tile_at;
using winograd::tile_stride;
using winograd::tiles_of;
using Whole = __m256i;  // a group of channels
using Lanes = __m512;   // the same in floats

#define TURNCOAT_INLINE [[gnu::always_inline]] inline

// B^T d for one line of six, as in winograd_avx2.cpp. Sums on the way may wrap; results fit.
TURNCOAT_INLINE void into_points(const Whole* d, std::size_t stride, Whole* to, std::size_t to_stride) {
  const Whole d1 = d[stride];
  const Whole d2 = d[2 * stride];
  const Whole d3 = d[3 * stride];
  const Whole d4 = d[4 * stride];
  const Whole a = _mm256_sub_epi16(d4, _mm256_slli_epi16(d2, 2));
  const Whole b = _mm256_sub_epi16(d3, _mm256_slli_epi16(d1, 2));
  const Whole c = _mm256_sub_epi16(d4, d2);
  const Whole e = _mm256_sub_epi16(d3, d1);
  const Whole e2 = _mm256_add_epi16(e, e);
  to[0] = _mm256_add_epi16(_mm256_slli_epi16(_mm256_sub_epi16(d[0], d2), 2), c);
  to[to_stride] = _mm256_add_epi16(a, b);
  to[2 * to_stride] = _mm256_sub_epi16(a, b);
  to[3 * to_stride] = _mm256_add_epi16(c, e2);
  to[4 * to_stride] = _mm256_sub_epi16(c, e2);
  to[5 * to_stride] = _mm256_sub_epi16(_mm256_sub_epi16(d[5 * stride], d3), _mm256_add_epi16(e2, e2));
}

// a + factor * x
TURNCOAT_INLINE Lanes plus(Lanes a, float factor, Lanes x) {
  return _mm512_fmadd_ps(_mm512_set1_ps(factor), x, a);
}

// A^T m for one line of six, to four.
TURNCOAT_INLINE void out_of_points(const Lanes* m, std::size_t stride, Lanes* to, std::size_t to_stride) {
  const Lanes m1 = m[stride];
  const Lanes m2 = m[2 * stride];
  const Lanes m3 = m[3 * stride];
  const Lanes m4 = m[4 * stride];
  const Lanes a = _mm512_add_ps(m1, m2);
  const Lanes b = _mm512_sub_ps(m1, m2);
  const Lanes c = _mm512_add_ps(m3, m4);
  const Lanes d = _mm512_sub_ps(m3, m4);
  to[0] = _mm512_add_ps(_mm512_add_ps(m[0], a), c);
  to[to_stride] = plus(b, 2, d);
  to[2 * to_stride] = plus(a, 4, c);
  to[3 * to_stride] = _mm512_add_ps(plus(b, 8, d), m[5 * stride]);
}

// One tile's patch of every group of channels, as points; `to` is its row of the first point's matrix.
void gather(const std::int16_t* from, std::size_t size, std::size_t channels, const Tile& tile,
            std::int16_t* to) {
  Whole patch[kPoints];
  Whole half[kPoints];
  for (std::size_t group = 0; group < channels; group += kGroup) {
    const std::int16_t* plane = from + (tile.position * channels + group) * size * size;
    for (std::size_t i = 0; i < kIn; ++i) {
      const std::size_t row = tile.row + i - 1;  // wraps below zero, and is then too large
      for (std::size_t j = 0; j < kIn; ++j) {
        const std::size_t column = tile.column + j - 1;
        patch[i * kIn + j] =
            row < size && column < size
                ? _mm256_load_si256(reinterpret_cast<const Whole*>(plane + (row * size + column) * kGroup))
                : _mm256_setzero_si256();
      }
    }
    for (std::size_t j = 0; j < kIn; ++j) into_points(patch + j, kIn, half + j, kIn);
    for (std::size_t i = 0; i < kIn; ++i) into_points(half + i * kIn, 1, patch + i * kIn, 1);
    for (std::size_t point = 0; point < kPoints; ++point) {
      _mm256_store_si256(reinterpret_cast<Whole*>(to + point * tile_stride(channels) + group), patch[point]);
    }
  }
}

// A product of matrices: rows of left, depth pairs of numbers each, by groups of columns of right.
struct Product {
  const std::int16_t* left;
  std::size_t left_row;
  const std::int16_t* right;
  std::size_t right_group;
  std::size_t pairs;
  const float* factors;
  float* result;
  std::size_t result_row;
  std::size_t result_group;
};

// Rows x (16 * Groups) results, in registers until all is summed.
template <std::size_t Rows, std::size_t Groups>
void multiply(const Product& product) {
  __m512i sums[Rows][Groups];
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
    for (std::size_t g = 0; g < Groups; ++g) sums[r][g] = _mm512_setzero_si512();
  }
  const std::int16_t* left = product.left;
  const std::int16_t* right = product.right;
  for (std::size_t k = 0; k < product.pairs; ++k, left += 2, right += 2 * kGroup) {
    __m512i b[Groups];
#pragma GCC unroll 4
    for (std::size_t g = 0; g < Groups; ++g) b[g] = _mm512_load_si512(right + g * product.right_group);
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
      int pair = 0;
      std::memcpy(&pair, left + r * product.left_row, sizeof(pair));
      const __m512i a = _mm512_set1_epi32(pair);
#pragma GCC unroll 4
      for (std::size_t g = 0; g < Groups; ++g) sums[r][g] = _mm512_dpwssd_epi32(sums[r][g], a, b[g]);
    }
  }
#pragma GCC unroll 4
  for (std::size_t g = 0; g < Groups; ++g) {
    const Lanes factors = _mm512_load_ps(product.factors + g * kGroup);
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
      _mm512_store_ps(product.result + r * product.result_row + g * product.result_group,
                      _mm512_mul_ps(_mm512_cvtepi32_ps(sums[r][g]), factors));
    }
  }
}

// More rows would have fewer loads, but the compiler then runs out of registers: 200 instead of 317 G
// multiplications/s with 64 channels (Zen 4).
constexpr std::size_t kMostRows = 6;

template <std::size_t Groups, std::size_t Rows = kMostRows>
void multiply_strip(std::size_t rows, const Product& product) {
  if (rows == Rows) return multiply<Rows, Groups>(product);
  if constexpr (Rows > 1) multiply_strip<Groups, Rows - 1>(rows, product);
}

// All rows for one or two groups of columns. Strips as even as can be.
template <std::size_t Groups>
void multiply_rows(std::size_t rows, const Product& product) {
  const std::size_t strips = (rows + kMostRows - 1) / kMostRows;
  for (std::size_t strip = 0; strip < strips; ++strip) {
    const std::size_t begin = strip * rows / strips;
    Product part = product;
    part.left += begin * product.left_row;
    part.result += begin * product.result_row;
    multiply_strip<Groups>((strip + 1) * rows / strips - begin, part);
  }
}

// Products stand as tile, group of outputs, point, output: each group's 36 points side by side.
void multiply_points(const IntegerLayer& layer, std::size_t tiles, IntegerScratch& scratch) {
  const std::size_t group_weights = layer.pairs() * 2 * kGroup;
  for (std::size_t point = 0; point < kPoints; ++point) {
    for (std::size_t o = 0; o < layer.out();) {
      const Product product{.left = scratch.tiles() + point * tile_stride(layer.in()),
                            .left_row = layer.in(),
                            .right = layer.weights() + (point * layer.out() + o) * layer.pairs() * 2,
                            .right_group = group_weights,
                            .pairs = layer.pairs(),
                            .factors = layer.factors() + point * layer.out() + o,
                            .result = scratch.products() + o * kPoints + point * kGroup,
                            .result_row = layer.out() * kPoints,
                            .result_group = kPoints * kGroup};
      if (layer.out() - o >= 2 * kGroup) {
        multiply_rows<2>(tiles, product);
        o += 2 * kGroup;
      } else {
        multiply_rows<1>(tiles, product);
        o += kGroup;
      }
    }
  }
}

// A group of channels of a blocked tensor: two of its own groups, or one, the rest zeros.
struct Halves {
  std::size_t distance;
  bool both;

  TURNCOAT_INLINE Lanes load(const float* from) const {
    const Lanes low = _mm512_zextps256_ps512(_mm256_loadu_ps(from));
    return both ? _mm512_insertf32x8(low, _mm256_loadu_ps(from + distance), 1) : low;
  }
  TURNCOAT_INLINE void store(float* to, Lanes x) const {
    _mm256_storeu_ps(to, _mm512_castps512_ps256(x));
    if (both) _mm256_storeu_ps(to + distance, _mm512_extractf32x8_ps(x, 1));
  }
};

void scatter(const IntegerLayer& layer, const IntegerStep& step, const Tile& tile, const float* products) {
  const auto size = static_cast<std::size_t>(step.size);
  const std::size_t squares = size * size;
  const Lanes zero = _mm512_setzero_ps();
  const Lanes per_unit = _mm512_set1_ps(step.per_unit);
  const Whole greatest = _mm256_set1_epi16(kGreatest);
  Lanes half[kOut * kIn];
  Lanes result[kOut * kOut];
  for (std::size_t group = 0; group < layer.out(); group += kGroup) {
    const auto* points = reinterpret_cast<const Lanes*>(products + group * kPoints);
    for (std::size_t j = 0; j < kIn; ++j) out_of_points(points + j, kIn, half + j, kIn);
    for (std::size_t i = 0; i < kOut; ++i) out_of_points(half + i * kIn, 1, result + i * kOut, 1);
    const Halves floats{squares * kLanes, layer.outputs() - group > kLanes};
    Lanes bias = _mm512_load_ps(layer.bias() + group);
    if (step.by != nullptr) {
      const Halves vector{kLanes, floats.both};
      bias = _mm512_add_ps(bias, vector.load(step.by + tile.position * layer.outputs() + group));
    }
    const std::size_t plane = (tile.position * layer.outputs() + group) * squares;
    const std::size_t rounded = (tile.position * layer.out() + group) * squares;
    for (std::size_t i = 0; i < kOut && tile.row + i < size; ++i) {
      for (std::size_t j = 0; j < kOut && tile.column + j < size; ++j) {
        const std::size_t square = (tile.row + i) * size + tile.column + j;
        Lanes x = _mm512_add_ps(result[i * kOut + j], bias);
        if (step.relu_before_add) x = _mm512_max_ps(x, zero);
        if (step.add != nullptr) x = _mm512_add_ps(x, floats.load(step.add + plane + square * kLanes));
        if (step.relu) x = _mm512_max_ps(x, zero);
        if (step.to != nullptr) floats.store(step.to + plane + square * kLanes, x);
        if (step.rounded != nullptr) {
          // Unsigned saturation takes what is too large; nothing is negative here.
          const __m512i whole = _mm512_cvtps_epi32(_mm512_mul_ps(x, per_unit));
          _mm256_store_si256(reinterpret_cast<Whole*>(step.rounded + rounded + square * kGroup),
                             _mm256_min_epu16(_mm512_cvtusepi32_epi16(whole), greatest));
        }
      }
    }
  }
}

}  // namespace

void convolve(const IntegerLayer& layer, const IntegerStep& step, IntegerScratch& scratch) {
  const auto size = static_cast<std::size_t>(step.size);
  const std::size_t all = tiles_of(step.positions, size);
  for (std::size_t begin = 0; begin < all; begin += kTiles) {
    const std::size_t tiles = std::min(kTiles, all - begin);
    for (std::size_t t = 0; t < tiles; ++t) {
      gather(step.from, size, layer.in(), tile_at(begin + t, size), scratch.tiles() + t * layer.in());
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
