#include "learn/genetic_steps.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/text.h"

namespace turncoat::learn {

namespace {

constexpr double kIncrement = 0.15;  // of a gene, whose usual size is 1
constexpr double kJitter = 0.25;
constexpr double kLargestGene = 4;
constexpr double kOvershoot = 0.25;  // of the way between two parents, on either side
constexpr double kSmallestDivisor = 0.02;

const Genome& first_parent(std::span<const Genome> parents, std::size_t index) {
  return parents[index % parents.size()];
}

// Another one than the first, where there are two.
const Genome& second_parent(std::span<const Genome> parents, std::size_t index, Rng& rng) {
  if (parents.size() == 1) return parents[0];
  const std::size_t skip = 1 + rng.below(static_cast<std::uint32_t>(parents.size() - 1));
  return parents[(index + skip) % parents.size()];
}

Genome keep(const GenomeShape&, std::span<const Genome> parents, std::size_t index, Rng&) {
  return first_parent(parents, index);
}

// The child is its first parent, but one quality stands to another as it does in the second parent, at every
// moment of the game.
Genome cross_ratio(const GenomeShape& shape, std::span<const Genome> parents, std::size_t index, Rng& rng) {
  const Genome& a = first_parent(parents, index);
  const Genome& b = second_parent(parents, index, rng);
  const std::size_t base = rng.below(eval::kQualities);
  const std::size_t changed = (base + 1 + rng.below(eval::kQualities - 1)) % eval::kQualities;
  Genome child = a;
  for (std::size_t m = 0; m < shape.moments(); ++m) {
    const std::size_t from = base * shape.moments() + m;
    const std::size_t to = changed * shape.moments() + m;
    // Where there is nothing to stand in a ratio to, the second parent's own weight is taken.
    const double value = std::abs(b[from]) < kSmallestDivisor ? b[to] : a[from] * b[to] / b[from];
    child[to] = std::clamp(value, -kLargestGene, kLargestGene);
  }
  return child;
}

Genome cross_quality(const GenomeShape& shape, std::span<const Genome> parents, std::size_t index, Rng& rng) {
  const Genome& b = second_parent(parents, index, rng);
  Genome child = first_parent(parents, index);
  for (std::size_t q = 0; q < eval::kQualities; ++q) {
    if (rng.below(2) == 0) continue;
    const auto at = static_cast<std::ptrdiff_t>(q * shape.moments());
    std::copy_n(b.begin() + at, shape.moments(), child.begin() + at);
  }
  return child;
}

Genome blend(const GenomeShape&, std::span<const Genome> parents, std::size_t index, Rng& rng) {
  const Genome& a = first_parent(parents, index);
  const Genome& b = second_parent(parents, index, rng);
  Genome child = a;
  for (std::size_t i = 0; i < child.size(); ++i) {
    const double way = (1 + 2 * kOvershoot) * rng.uniform() - kOvershoot;
    child[i] += way * (b[i] - a[i]);
  }
  return child;
}

Genome increment(const GenomeShape&, std::span<const Genome> parents, std::size_t index, Rng& rng) {
  Genome child = first_parent(parents, index);
  bool changed = false;
  while (!changed) {
    for (double& gene : child) {
      const auto way = static_cast<int>(rng.below(3)) - 1;
      gene += way * kIncrement;
      changed = changed || way != 0;
    }
  }
  return child;
}

Genome jitter(const GenomeShape&, std::span<const Genome> parents, std::size_t index, Rng& rng) {
  Genome child = first_parent(parents, index);
  for (double& gene : child) gene += kJitter * normal(rng);
  return child;
}

Genome random(const GenomeShape& shape, std::span<const Genome>, std::size_t, Rng& rng) {
  return shape.random(rng);
}

constexpr std::array<BreedingStep, 7> kSteps = {{
    {"keep", "a survivor as it is", keep},
    {"cross-ratio", "a survivor, with two of its qualities in the other's ratio", cross_ratio},
    {"cross-quality", "each quality from one survivor or the other", cross_quality},
    {"blend", "each number from between two survivors, or a little beyond", blend},
    {"increment", "a survivor, each number a step up, a step down or the same", increment},
    {"jitter", "a survivor, each number changed by normal noise", jitter},
    {"random", "new numbers", random},
}};

const BreedingStep& step_called(std::string_view name) {
  return *std::ranges::find(kSteps, name, &BreedingStep::name);
}

}  // namespace

std::span<const BreedingStep> breeding_steps() {
  return kSteps;
}

int BreedingPlan::children() const {
  int sum = 0;
  for (const Part& part : parts) sum += part.count;
  return sum;
}

int BreedingPlan::survivors() const {
  int kept = 0;
  for (const Part& part : parts) {
    if (part.step->make == keep) kept += part.count;
  }
  return std::max(kept, 2);
}

BreedingPlan default_plan(int population) {
  TURNCOAT_CHECK(population >= 4, "room for two survivors and their children");
  BreedingPlan plan;
  const int random_ones = std::max(population / 8, 1);
  const int increments = population / 4;
  const int kept = 2;
  plan.parts = {{&step_called("keep"), kept},
                {&step_called("cross-ratio"), population - kept - increments - random_ones},
                {&step_called("increment"), increments},
                {&step_called("random"), random_ones}};
  std::erase_if(plan.parts, [](const BreedingPlan::Part& part) { return part.count == 0; });
  return plan;
}

Result<BreedingPlan> parse_plan(std::string_view text) {
  BreedingPlan plan;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t colon = part.find(':');
    const std::string_view name = trim(part.substr(0, colon));
    const auto step = std::ranges::find(kSteps, name, &BreedingStep::name);
    if (step == kSteps.end()) {
      std::vector<std::string> names;
      for (const BreedingStep& known : kSteps) names.emplace_back(known.name);
      const std::string hint = did_you_mean(name, names);
      return fail(Error::Code::NotFound, "there is no step {}{}", quote(name),
                  hint.empty() ? fmt::format("; they are {}", join(names, ", ")) : hint);
    }
    const auto count =
        colon == std::string_view::npos ? std::nullopt : parse_int(trim(part.substr(colon + 1)));
    if (!count || *count < 1 || *count > kLargestPopulation) {
      return fail(Error::Code::Range, "{} must be a step and how many it makes, such as {}:2",
                  quote(trim(part)), name);
    }
    plan.parts.push_back({&*step, static_cast<int>(*count)});
  }
  if (plan.children() < 2 || plan.children() > kLargestPopulation) {
    return fail(Error::Code::Range, "the steps make {} heuristics; a generation has 2 to {}", plan.children(),
                kLargestPopulation);
  }
  return plan;
}

std::string format_plan(const BreedingPlan& plan) {
  std::vector<std::string> parts;
  for (const BreedingPlan::Part& part : plan.parts) {
    parts.push_back(fmt::format("{}:{}", part.step->name, part.count));
  }
  return join(parts, ",");
}

bool same_genome(const Genome& a, const Genome& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::abs(a[i] - b[i]) > 1e-6) return false;
  }
  return true;
}

std::vector<Genome> breed(const BreedingPlan& plan, const GenomeShape& shape, std::span<const Genome> parents,
                          Rng& rng) {
  TURNCOAT_CHECK(!parents.empty(), "children have parents");
  std::vector<Genome> children;
  const auto known = [&](const Genome& genome) {
    return std::ranges::any_of(children, [&](const Genome& child) { return same_genome(child, genome); });
  };
  for (const BreedingPlan::Part& part : plan.parts) {
    for (std::size_t index = 0; index < static_cast<std::size_t>(part.count); ++index) {
      Genome child = normalised(part.step->make(shape, parents, index, rng));
      while (known(child)) {
        child = normalised(increment(shape, std::span(&child, 1), 0, rng));
      }
      children.push_back(std::move(child));
    }
  }
  return children;
}

}  // namespace turncoat::learn
