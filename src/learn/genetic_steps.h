// The steps that make a new generation, by name: each makes one child from the survivors of the last
// generation. A plan such as "keep:2,cross-ratio:8,increment:4,random:2" says how many children each makes.
// A new step is a function and a line in genetic_steps.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "learn/genome.h"

namespace turncoat::learn {

struct BreedingStep {
  std::string_view name;
  std::string_view help;
  // Child number `index` of this step. `parents` has one genome at least, the best first.
  Genome (*make)(const GenomeShape& shape, std::span<const Genome> parents, std::size_t index, Rng& rng);
};

std::span<const BreedingStep> breeding_steps();

struct BreedingPlan {
  struct Part {
    const BreedingStep* step = nullptr;
    int count = 0;
  };
  std::vector<Part> parts;

  int children() const;
  // How many survivors are asked for: as many as are kept, two at least.
  int survivors() const;
};

inline constexpr int kLargestPopulation = 256;

// 2 of 16 kept, 8 crossed, 4 incremented, 2 random; other sizes in proportion.
BreedingPlan default_plan(int population);
Result<BreedingPlan> parse_plan(std::string_view text);
std::string format_plan(const BreedingPlan& plan);

// The next generation, parents' copies first as the plan has them. No two are the same heuristic: a child
// that is like an earlier one is changed a little. Requires a parent.
std::vector<Genome> breed(const BreedingPlan& plan, const GenomeShape& shape, std::span<const Genome> parents,
                          Rng& rng);

// Whether two normalised genomes are the same heuristic.
bool same_genome(const Genome& a, const Genome& b);

}  // namespace turncoat::learn
