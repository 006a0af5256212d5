#include "nn/winograd.h"

#include <algorithm>

#include "base/check.h"
#include "nn/winograd_tile.h"
#include "rules/kernel/target.h"

namespace turncoat::nn {

namespace {

using winograd::kIn;
using winograd::kPanel;
using winograd::kPoints;

constexpr std::size_t kSide = 3;
constexpr double kG[kIn][kSide] = {{1.0 / 4, 0, 0},
                                   {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                                   {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                   {1.0 / 24, 1.0 / 12, 1.0 / 6},
                                   {1.0 / 24, -1.0 / 12, 1.0 / 6},
                                   {0, 0, 1}};

// Several kernels at once, side by side, for the sake of speed; doubles, as here exactness is cheap.
using Numbers = double[kLanes];

// G g G^T.
void into_points(const Numbers (&kernel)[kSide][kSide], Numbers (&points)[kIn][kIn]) {
  for (std::size_t i = 0; i < kIn; ++i) {
    Numbers row[kSide];
    for (std::size_t c = 0; c < kSide; ++c) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        row[c][lane] =
            kG[i][0] * kernel[0][c][lane] + kG[i][1] * kernel[1][c][lane] + kG[i][2] * kernel[2][c][lane];
      }
    }
    for (std::size_t j = 0; j < kIn; ++j) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        points[i][j][lane] = kG[j][0] * row[0][lane] + kG[j][1] * row[1][lane] + kG[j][2] * row[2][lane];
      }
    }
  }
}

// G^T p G, the way back for gradients.
void out_of_points(const Numbers (&points)[kIn][kIn], Numbers (&kernel)[kSide][kSide]) {
  for (std::size_t r = 0; r < kSide; ++r) {
    Numbers row[kIn] = {};
    for (std::size_t j = 0; j < kIn; ++j) {
      for (std::size_t i = 0; i < kIn; ++i) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) row[j][lane] += kG[i][r] * points[i][j][lane];
      }
    }
    for (std::size_t c = 0; c < kSide; ++c) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) kernel[r][c][lane] = 0;
      for (std::size_t j = 0; j < kIn; ++j) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) kernel[r][c][lane] += kG[j][c] * row[j][lane];
      }
    }
  }
}

}  // namespace

bool winograd_supported() {
#if TURNCOAT_X86
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

WinogradLayer::WinogradLayer(const KernelView<const float>& kernels, std::size_t in, std::size_t out,
                             std::span<const float> bias)
    : in_(rounded_up(in)), out_(out), weights_(kPoints * in_ * out_), bias_(out_) {
  TURNCOAT_CHECK(out_ % kLanes == 0, "whole groups of outputs");
  std::copy(bias.begin(), bias.end(), bias_.data());
  Numbers kernel[kSide][kSide];
  Numbers points[kIn][kIn];
  for (std::size_t begin = 0; begin < out_; begin += kLanes) {
    const std::size_t panel = begin / kPanel * kPanel;
    const std::size_t width = std::min(kPanel, out_ - panel);
    for (std::size_t i = 0; i < in; ++i) {
      for (std::size_t r = 0; r < kSide; ++r) {
        for (std::size_t c = 0; c < kSide; ++c) {
          for (std::size_t lane = 0; lane < kLanes; ++lane) {
            kernel[r][c][lane] = double{kernels.at(begin + lane, i, r, c)};
          }
        }
      }
      into_points(kernel, points);
      float* to = weights_.data() + panel * in_ + i * width + (begin - panel);
      for (std::size_t point = 0; point < kPoints; ++point, to += in_ * out_) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          to[lane] = static_cast<float>(points[point / kIn][point % kIn][lane]);
        }
      }
    }
  }
}

WinogradScratch::WinogradScratch(std::size_t most_channels)
    : tiles_(kPoints * winograd::tile_stride(most_channels)),
      products_(kPoints * winograd::tile_stride(most_channels)) {}

WinogradGradient::WinogradGradient(std::size_t in, std::size_t out)
    : in_(in), out_(out), sums_(kPoints * in * out) {
  TURNCOAT_CHECK(in % kLanes == 0 && out % kLanes == 0, "whole groups of channels");
}

void WinogradGradient::add(const WinogradGradient& other) {
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_.data()[i] += other.sums_.data()[i];
}

void WinogradGradient::write(const KernelView<float>& kernels) const {
  Numbers kernel[kSide][kSide];
  Numbers points[kIn][kIn];
  for (std::size_t begin = 0; begin < out_; begin += kLanes) {
    for (std::size_t i = 0; i < in_; ++i) {
      const float* from = sums_.data() + i * out_ + begin;
      for (std::size_t point = 0; point < kPoints; ++point, from += in_ * out_) {
        for (std::size_t lane = 0; lane < kLanes; ++lane)
          points[point / kIn][point % kIn][lane] = double{from[lane]};
      }
      out_of_points(points, kernel);
      for (std::size_t r = 0; r < kSide; ++r) {
        for (std::size_t c = 0; c < kSide; ++c) {
          for (std::size_t lane = 0; lane < kLanes; ++lane) {
            kernels.at(begin + lane, i, r, c) = static_cast<float>(kernel[r][c][lane]);
          }
        }
      }
    }
  }
}

#if !TURNCOAT_X86
void convolve(const WinogradLayer&, const WinogradStep&, WinogradScratch&) {
  TURNCOAT_CHECK(winograd_supported(), "asked only where it is supported");
}
void WinogradGradient::add(const Step&, WinogradScratch&) {
  TURNCOAT_CHECK(winograd_supported(), "asked only where it is supported");
}
#endif

}  // namespace turncoat::nn
