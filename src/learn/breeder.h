// Breeder: a way to search for heuristics, generation by generation: it gives a population, and learns from
// how that stood in its games. It plays nothing itself. Equal seeds and standings give equal populations.
#pragma once

#include <memory>
#include <vector>

#include "learn/genetic_selection.h"
#include "learn/genetic_steps.h"
#include "learn/genome.h"

namespace turncoat::learn {

class Breeder {
 public:
  virtual ~Breeder() = default;

  // Whom the next games are between.
  virtual const std::vector<Genome>& population() const = 0;
  // How they went; the next population is ready after it.
  virtual void judged(const Standing& standing) = 0;
  // The best of what was learned, after the first games.
  virtual Genome champion() const = 0;
  // What an iteration leaves behind: the champion first.
  virtual std::vector<Genome> finalists() const = 0;
};

// Survivors and their children by a plan. The first population is `start`, filled up at random.
std::unique_ptr<Breeder> make_genetic(const GenomeShape& shape, const BreedingPlan& plan,
                                      const std::vector<Genome>& start, Rng rng);

// CMA-ES (learn/cma_es.h) with `population` points a generation, after their mean as member 0. It begins at
// the first of `start`, or at random.
std::unique_ptr<Breeder> make_cma_es(const GenomeShape& shape, int population, double sigma,
                                     const std::vector<Genome>& start, Rng rng);

}  // namespace turncoat::learn
