#include "nn/integer.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "nn/winograd_tile.h"
#include "rules/kernel/target.h"

namespace turncoat::nn {

namespace {

using integer::kGreatest;
using integer::kGroup;
using integer::whole_groups;
using winograd::kIn;
using winograd::kPanel;
using winograd::kPoints;

// The input transform of one line: sums of its positive and of its negative factors.
constexpr double kPlus[kIn] = {5, 2, 5, 3, 3, 5};
constexpr double kMinus[kIn] = {5, 8, 5, 3, 3, 5};

// The greatest absolute value that a point can have.
constexpr double greatest_at(std::size_t point) {
  const std::size_t i = point / kIn;
  const std::size_t j = point % kIn;
  return kGreatest *
         std::max(kPlus[i] * kPlus[j] + kMinus[i] * kMinus[j], kPlus[i] * kMinus[j] + kMinus[i] * kPlus[j]);
}
static_assert(greatest_at(kIn + 1) <= 32767, "a point fits 16 bits");

}  // namespace

bool integer_supported() {
#if TURNCOAT_X86
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vnni") && winograd_supported();
#else
  return false;
#endif
}

IntegerLayer::IntegerLayer(const WinogradLayer& layer, std::size_t in, float unit)
    : in_(whole_groups(in)),
      out_(whole_groups(layer.out())),
      outputs_(layer.out()),
      pairs_((in + 1) / 2),
      weights_(kPoints * out_ * pairs_ * 2),
      factors_(kPoints * out_),
      bias_(out_) {
  static_assert(kPanel == kGroup, "a panel of outputs is a group");
  constexpr double kMostWeight = 32767;
  constexpr double kMostSum = 2147483647;
  std::copy_n(layer.bias(), outputs_, bias_.data());
  for (std::size_t point = 0; point < kPoints; ++point) {
    // Rounding may add half of one to every weight.
    const double most = kMostSum / greatest_at(point) - static_cast<double>(in);
    TURNCOAT_CHECK(most > 0, "sums of a layer fit 32 bits");
    for (std::size_t o = 0; o < outputs_; ++o) {
      const std::size_t panel = o / kPanel * kPanel;
      const std::size_t width = std::min(kPanel, outputs_ - panel);
      const float* row = layer.weights() + point * layer.in() * outputs_ + panel * layer.in() + (o - panel);
      double greatest = 0;
      double sum = 0;
      for (std::size_t i = 0; i < in; ++i) {
        const double weight = std::abs(double{row[i * width]});
        greatest = std::max(greatest, weight);
        sum += weight;
      }
      const double scale = std::max({greatest / kMostWeight, sum / most, 1e-30});
      factors_.data()[point * out_ + o] = static_cast<float>(scale * double{unit});
      std::int16_t* to = weights_.data() + (point * out_ + panel) * pairs_ * 2 + (o - panel) * 2;
      for (std::size_t i = 0; i < in; ++i) {
        to[i / 2 * kGroup * 2 + i % 2] =
            static_cast<std::int16_t>(std::lround(double{row[i * width]} / scale));
      }
    }
  }
}

IntegerScratch::IntegerScratch(std::size_t most_channels)
    : tiles_(kPoints * winograd::tile_stride(whole_groups(most_channels))),
      products_(kPoints * winograd::tile_stride(whole_groups(most_channels))) {}

void round_tensor(const float* from, const BoardShape& shape, float per_unit, std::int16_t* to) {
  const std::size_t groups = whole_groups(shape.channels) / kGroup;
  for (std::size_t n = 0; n < shape.positions; ++n) {
    for (std::size_t c = 0; c < shape.channels; c += kLanes) {
      const float* plane = from + (n * shape.channels + c) * shape.squares;
      std::int16_t* target = to + (n * groups + c / kGroup) * shape.squares * kGroup + c % kGroup;
      for (std::size_t square = 0; square < shape.squares; ++square) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          const float x =
              std::clamp(plane[square * kLanes + lane] * per_unit, 0.0F, static_cast<float>(kGreatest));
          // Half of the next number of halves: compilers make vectors of it, but not of lround().
          target[square * kGroup + lane] = static_cast<std::int16_t>((static_cast<int>(2 * x) + 1) / 2);
        }
      }
    }
  }
}

#if !TURNCOAT_X86
void convolve(const IntegerLayer&, const IntegerStep&, IntegerScratch&) {
  TURNCOAT_CHECK(integer_supported(), "asked only where it is supported");
}
#endif

}  // namespace turncoat::nn
