#include "nn/winograd.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "nn/winograd_tile.h"
#include "rules/kernel/target.h"

namespace turncoat::nn {

namespace {

using winograd::kIn;
using winograd::kPanel;
using winograd::kPoints;

// G g G^T in double precision: the weights are transformed once, so exactness is free.
std::array<double, kPoints> transformed(const float* kernel) {
  constexpr double kG[kIn][3] = {{1.0 / 4, 0, 0},
                                 {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                                 {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                 {1.0 / 24, 1.0 / 12, 1.0 / 6},
                                 {1.0 / 24, -1.0 / 12, 1.0 / 6},
                                 {0, 0, 1}};
  std::array<double, kPoints> points{};
  for (std::size_t i = 0; i < kIn; ++i) {
    for (std::size_t j = 0; j < kIn; ++j) {
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t l = 0; l < 3; ++l) {
          points[i * kIn + j] += kG[i][k] * double{kernel[k * 3 + l]} * kG[j][l];
        }
      }
    }
  }
  return points;
}

}  // namespace

bool winograd_supported() {
#if TURNCOAT_X86
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

WinogradLayer::WinogradLayer(const Layer& layer, const LayerWeights& numbers)
    : in_(rounded_up(static_cast<std::size_t>(layer.in))),
      out_(static_cast<std::size_t>(layer.out)),
      weights_(kPoints * in_ * out_),
      bias_(out_) {
  TURNCOAT_CHECK(layer.kernel == 3 && out_ % kLanes == 0, "a 3x3 layer with whole groups of outputs");
  std::copy(numbers.bias.begin(), numbers.bias.end(), bias_.data());
  const auto in = static_cast<std::size_t>(layer.in);
  for (std::size_t o = 0; o < out_; ++o) {
    const std::size_t panel = o / kPanel * kPanel;
    const std::size_t width = std::min(kPanel, out_ - panel);
    for (std::size_t i = 0; i < in; ++i) {
      const std::array<double, kPoints> points = transformed(&numbers.weight[(o * in + i) * 9]);
      for (std::size_t point = 0; point < kPoints; ++point) {
        weights_.data()[point * in_ * out_ + panel * in_ + i * width + (o - panel)] =
            static_cast<float>(points[point]);
      }
    }
  }
}

WinogradScratch::WinogradScratch(std::size_t most_channels)
    : tiles_(kPoints * winograd::tile_stride(most_channels)),
      products_(kPoints * winograd::kTiles * most_channels) {}

#if !TURNCOAT_X86
void convolve(const WinogradLayer&, const WinogradStep&, WinogradScratch&) {
  TURNCOAT_CHECK(winograd_supported(), "asked only where it is supported");
}
#endif

}  // namespace turncoat::nn
