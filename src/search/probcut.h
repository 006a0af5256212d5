// ProbCut: how far a shallow search's score lies from a deeper one's, as a standard deviation fitted to
// logged searches (`turncoat train probcut`). A node is cut when even that far off its shallow score would
// fail.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace turncoat::search {

struct ProbCutModel {
  // ln sigma (in discs) = c0 + c1 e + c2 d + c3 p + c4 sqrt(d - p) with e empties, d the depth and p the
  // shallow depth.
  std::array<double, 5> coefficients{};

  double sigma(int empties, int depth, int shallow) const {
    const auto& c = coefficients;
    return std::exp(c[0] + c[1] * empties + c[2] * depth + c[3] * shallow +
                    c[4] * std::sqrt(static_cast<double>(depth - shallow)));
  }
};

// The shallow depth asked about a deep one; both odd or both even, so that the same side moves last.
constexpr int shallow_depth(int depth) {
  return 2 * (depth / 4) + (depth & 1);
}

// Sigmas ready for use, in units of a score.
class ProbCutTable {
 public:
  static constexpr int kLeastDepth = 3;

  ProbCutTable(const ProbCutModel& model, int unit) {
    for (int e = 0; e <= 60; ++e) {
      for (int d = kLeastDepth; d <= 60; ++d) {
        deep(e, d) = in_units(model.sigma(e, d, shallow_depth(d)), unit);
        still(e, d) = in_units(model.sigma(e, d, 0), unit);
      }
    }
  }
  // Of the search to shallow_depth(depth), and of the evaluation alone.
  std::int32_t of_search(int empties, int depth) const { return at(empties, depth).search; }
  std::int32_t of_evaluation(int empties, int depth) const { return at(empties, depth).evaluation; }

 private:
  struct Pair {
    std::int32_t search = 0;
    std::int32_t evaluation = 0;
  };
  // A model read from a file may say anything; from kNever on no score is far enough for a cut.
  static std::int32_t in_units(double sigma, int unit) {
    constexpr double kNever = 128;
    return static_cast<std::int32_t>(unit * (sigma < kNever ? sigma : kNever));
  }
  const Pair& at(int e, int d) const {
    return pairs_[static_cast<std::size_t>(std::min(e, 60))][static_cast<std::size_t>(std::min(d, 60))];
  }
  std::int32_t& deep(int e, int d) {
    return pairs_[static_cast<std::size_t>(e)][static_cast<std::size_t>(d)].search;
  }
  std::int32_t& still(int e, int d) {
    return pairs_[static_cast<std::size_t>(e)][static_cast<std::size_t>(d)].evaluation;
  }
  std::array<std::array<Pair, 61>, 61> pairs_{};
};

}  // namespace turncoat::search
