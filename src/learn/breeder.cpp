#include "learn/breeder.h"

#include <algorithm>

#include "base/check.h"
#include "learn/cma_es.h"

namespace turncoat::learn {

namespace {

class Genetic final : public Breeder {
 public:
  Genetic(const GenomeShape& shape, const BreedingPlan& plan, const std::vector<Genome>& start, Rng rng)
      : shape_(shape), plan_(plan), rng_(rng), population_(start) {
    population_.resize(std::min(population_.size(), static_cast<std::size_t>(plan.children())));
    while (static_cast<int>(population_.size()) < plan.children()) population_.push_back(shape.random(rng_));
  }

  const std::vector<Genome>& population() const override { return population_; }

  void judged(const Standing& standing) override {
    const auto count = std::min(population_.size(), static_cast<std::size_t>(plan_.survivors()));
    survivors_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      survivors_.push_back(population_[static_cast<std::size_t>(standing.order[i])]);
    }
    population_ = breed(plan_, shape_, survivors_, rng_);
  }

  Genome champion() const override { return survivors_.front(); }
  std::vector<Genome> finalists() const override { return {survivors_[0], survivors_[1]}; }

 private:
  GenomeShape shape_;
  BreedingPlan plan_;
  Rng rng_;
  std::vector<Genome> population_;
  std::vector<Genome> survivors_;
};

class Cma final : public Breeder {
 public:
  Cma(const GenomeShape& shape, int population, double sigma, const std::vector<Genome>& start, Rng rng)
      : strategy_(start.empty() ? shape.random(rng) : start.front(), sigma, population, rng) {
    ask();
  }

  const std::vector<Genome>& population() const override { return population_; }

  void judged(const Standing& standing) override {
    std::vector<int> order;
    for (const int member : standing.order) {
      if (member > 0) order.push_back(member - 1);
    }
    best_ = population_[static_cast<std::size_t>(order.front()) + 1];
    strategy_.tell(order);
    ask();
  }

  Genome champion() const override { return population_.front(); }
  std::vector<Genome> finalists() const override { return {champion(), best_}; }

 private:
  void ask() {
    population_ = {normalised(strategy_.mean())};
    for (const auto& point : strategy_.ask()) population_.push_back(normalised(point));
  }

  CmaEs strategy_;
  std::vector<Genome> population_;
  Genome best_;
};

}  // namespace

std::unique_ptr<Breeder> make_genetic(const GenomeShape& shape, const BreedingPlan& plan,
                                      const std::vector<Genome>& start, Rng rng) {
  TURNCOAT_CHECK(plan.children() >= 2, "two at least can survive");
  return std::make_unique<Genetic>(shape, plan, start, rng);
}

std::unique_ptr<Breeder> make_cma_es(const GenomeShape& shape, int population, double sigma,
                                     const std::vector<Genome>& start, Rng rng) {
  return std::make_unique<Cma>(shape, population, sigma, start, rng);
}

}  // namespace turncoat::learn
