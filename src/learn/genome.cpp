#include "learn/genome.h"

#include <cmath>
#include <numbers>

#include "base/check.h"
#include "rules/position.h"

namespace turncoat::learn {

namespace {

constexpr double kLargestWeight = 100;

double rounded(double value, int digits) {
  if (value == 0) return 0;
  const double scale = std::pow(10, digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
  return std::round(value * scale) / scale;
}

// The coefficients of the polynomial through these points, lowest power first: Newton's divided differences,
// multiplied out.
std::array<double, 4> polynomial(const std::vector<double>& x, std::vector<double> y) {
  const std::size_t n = x.size();
  for (std::size_t order = 1; order < n; ++order) {
    for (std::size_t i = n - 1; i >= order; --i) y[i] = (y[i] - y[i - 1]) / (x[i] - x[i - order]);
  }
  std::array<double, 4> result{};
  for (std::size_t i = n; i-- > 0;) {  // result = result * (t - x[i]) + y[i]
    for (std::size_t power = 3; power > 0; --power) result[power] = result[power - 1] - result[power] * x[i];
    result[0] = y[i] - result[0] * x[i];
  }
  return result;
}

}  // namespace

// Root mean squares over 60 games of alphabeta:eval=linear,depth=2 against itself from random:10: corners,
// moves, discs, centre, groups 1.35 5.0 13.0 4.9 1.2 on standard-8 and 1.35 9.4 25.7 11.6 1.7 on leader-12.
GenomeShape::GenomeShape(GenomeKind kind, const rules::RulesetPtr& rules)
    : kind_(kind), usual_{1.35, 0.75 * rules->size, 2.0 * rules->size, 0.9 * rules->size, 1.5} {
  const rules::Position start(rules);
  last_ = rules->size * rules->size;
  first_ = std::min<double>(start.disc_count(rules::Color::Black) + start.disc_count(rules::Color::White),
                            last_ - 1);
}

double GenomeShape::discs(std::size_t moment) const {
  return first_ + (last_ - first_) * static_cast<double>(moment) / static_cast<double>(moments() - 1);
}

eval::LinearWeights GenomeShape::weights(const Genome& genome) const {
  TURNCOAT_CHECK(genome.size() == genes(), "a genome of this shape");
  double largest = 0;
  for (std::size_t i = 0; i < genome.size(); ++i) {
    largest = std::max(largest, std::abs(genome[i] / usual_[i / moments()]));
  }
  const double scale = largest > 0 ? kLargestWeight / largest : 0;
  std::vector<double> x;
  for (std::size_t m = 0; m < moments(); ++m) x.push_back(discs(m));
  eval::LinearWeights weights;
  weights.degree = static_cast<int>(moments()) - 1;
  for (std::size_t q = 0; q < eval::kQualities; ++q) {
    std::vector<double> y;
    for (std::size_t m = 0; m < moments(); ++m) y.push_back(genome[q * moments() + m] / usual_[q] * scale);
    weights.coefficients[q] = polynomial(x, y);
    for (double& coefficient : weights.coefficients[q]) {
      coefficient = rounded(coefficient, kind_ == GenomeKind::Linear ? 5 : 8);
    }
  }
  return weights;
}

Genome GenomeShape::genome(const eval::LinearWeights& weights) const {
  Genome genome(genes());
  for (std::size_t q = 0; q < eval::kQualities; ++q) {
    const auto& c = weights.coefficients[q];
    for (std::size_t m = 0; m < moments(); ++m) {
      const double x = discs(m);
      genome[q * moments() + m] = (c[0] + x * (c[1] + x * (c[2] + x * c[3]))) * usual_[q];
    }
  }
  return normalised(std::move(genome));
}

Genome GenomeShape::random(Rng& rng) const {
  Genome genome(genes());
  for (double& gene : genome) gene = 2 * rng.uniform() - 1;
  return normalised(std::move(genome));
}

Genome normalised(Genome genome) {
  double squares = 0;
  for (const double gene : genome) squares += gene * gene;
  if (squares == 0) return genome;
  const double scale = std::sqrt(static_cast<double>(genome.size()) / squares);
  for (double& gene : genome) gene *= scale;
  return genome;
}

double normal(Rng& rng) {
  const double radius = std::sqrt(-2 * std::log(1 - rng.uniform()));
  return radius * std::cos(2 * std::numbers::pi * rng.uniform());
}

}  // namespace turncoat::learn
