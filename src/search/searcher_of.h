// One searcher for a pair of kernels and every evaluation: what each instruction set instantiates in its own
// file. To be included inside a target region (rules/kernel/target.h), after its kernels.
#pragma once

#include "eval/linear.h"
#include "eval/mobility.h"
#include "eval/patterns.h"
#include "eval/ridge.h"
#include "eval/staged.h"
#include "search/pvs.h"

namespace turncoat::search {

template <class K>
std::unique_ptr<Searcher> searcher_over(const rules::Ruleset& rules, const Evaluation& evaluation,
                                        const Options& options) {
  if (const auto* weights = std::get_if<eval::LinearWeights>(&evaluation)) {
    using E = eval::Linear<K>;
    return std::make_unique<Pvs<K, E>>(rules, E(rules.size, *weights), options);
  }
  if constexpr (LadderKernel<K>) {
    if (const auto* patterns = std::get_if<PatternEval>(&evaluation)) {
      using E = eval::Patterns<K>;
      auto searcher = std::make_unique<Pvs<K, E>>(rules, E(patterns->file->weights), options);
      // Before its errors are known, a search cannot be selective.
      const ProbCutModel model{patterns->file->error_model};
      if (model.coefficients != std::array<double, 5>{}) searcher->use(model);
      return searcher;
    }
  }
  if (const auto* ridge = std::get_if<RidgeEval>(&evaluation)) {
    using E = eval::Ridge<K>;
    rules::Ruleset plain = rules;
    plain.scoring = rules::Scoring::DiscsOnly;
    return std::make_unique<Pvs<K, E>>(plain, E(*ridge->model), options);
  }
  if (std::holds_alternative<MobilityEval>(evaluation)) {
    using E = eval::Mobility<K>;
    return std::make_unique<Pvs<K, E>>(rules, E(rules.size), options);
  }
  using E = eval::Staged<K>;
  return std::make_unique<Pvs<K, E>>(rules, E(rules.size), options);
}

// K64 up to 8x8, the wide kernel above.
template <class K64, class KWide>
std::unique_ptr<Searcher> searcher_of(const rules::Ruleset& rules, const Evaluation& evaluation,
                                      const Options& options) {
  if (rules.size <= K64::kLargestSize) return searcher_over<K64>(rules, evaluation, options);
  return searcher_over<KWide>(rules, evaluation, options);
}

}  // namespace turncoat::search
