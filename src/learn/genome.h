// Genome: a linear or cubic heuristic as what its qualities weigh at a few moments between the start and the
// end of a game: two moments give the ten numbers of a line each, four the twenty of a cubic.
// A gene is a weight times what that quality usually amounts to, so that genes of one size matter alike; the
// size of all together means nothing and is kept at 1 (root mean square).
#pragma once

#include <array>
#include <vector>

#include "base/rng.h"
#include "eval/linear_weights.h"
#include "rules/ruleset.h"

namespace turncoat::learn {

enum class GenomeKind { Linear, Cubic };

// By quality, then by moment.
using Genome = std::vector<double>;

class GenomeShape {
 public:
  GenomeShape(GenomeKind kind, const rules::RulesetPtr& rules);

  GenomeKind kind() const { return kind_; }
  std::size_t moments() const { return kind_ == GenomeKind::Linear ? 2 : 4; }
  std::size_t genes() const { return moments() * eval::kQualities; }
  // Discs on the board at a moment.
  double discs(std::size_t moment) const;

  // The largest weight at any moment is 100; numbers are rounded, so that what is printed is what plays.
  eval::LinearWeights weights(const Genome& genome) const;
  // The genome whose weights are these at every moment, up to a factor.
  Genome genome(const eval::LinearWeights& weights) const;

  // Every gene alike from -1 to 1, then normalised.
  Genome random(Rng& rng) const;

 private:
  GenomeKind kind_;
  double first_;
  double last_;
  std::array<double, eval::kQualities> usual_;
};

// The same heuristic with a root mean square of 1; a genome of zeros stays.
Genome normalised(Genome genome);

// Standard normal.
double normal(Rng& rng);

}  // namespace turncoat::learn
