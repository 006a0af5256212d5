// LinearWeights: how much the five qualities of Linear (eval/linear.h) count, as polynomials of the number of
// discs. Kept as a small text file: a line per quality, highest power first (docs/file-formats.md).
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/error.h"

namespace turncoat::eval {

enum class Quality { Corners, Moves, Discs, Centre, Groups };
inline constexpr std::size_t kQualities = 5;

// Coefficients by quality and by power: [q][0] + [q][1] x + [q][2] x^2 + [q][3] x^3.
struct LinearWeights {
  int degree = 1;  // 1 or 3
  std::array<std::array<double, 4>, kQualities> coefficients{};

  double weight(Quality quality, int discs) const {
    const auto& c = coefficients[static_cast<std::size_t>(quality)];
    const double x = discs;
    return c[0] + x * (c[1] + x * (c[2] + x * c[3]));
  }

  friend bool operator==(const LinearWeights&, const LinearWeights&) = default;
};

// `source` is named in errors. Ten numbers (linear) or twenty (cubic).
Result<LinearWeights> parse_linear_weights(std::string_view text, std::string_view source);
std::string format_linear_weights(const LinearWeights& weights);

}  // namespace turncoat::eval
