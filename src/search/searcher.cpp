#include "search/searcher.h"

#include "base/check.h"
#include "rules/kernel/dispatch.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/kernel64_reference.h"
#include "rules/kernel/wide_kernels.h"
#include "search/searcher_of.h"
#include "search/searchers.h"

namespace turncoat::search {

std::unique_ptr<Searcher> make_searcher(const rules::Ruleset& rules, const Evaluation& evaluation,
                                        const Options& options, rules::kernel::Isa isa) {
  using namespace rules::kernel;
  if (const auto* patterns = std::get_if<PatternEval>(&evaluation)) {
    TURNCOAT_CHECK(patterns->size() == rules.size, "patterns of another board");
  }
  if (const auto* ridge = std::get_if<RidgeEval>(&evaluation)) {
    TURNCOAT_CHECK(ridge->model->size == rules.size, "a ridge model is for one size of board");
  }
  return dispatch(
      isa, [&] { return searcher_of<ReferenceKernel64, ReferenceWideKernel>(rules, evaluation, options); },
      [&] { return searcher_of<PortableKernel64, PortableWideKernel>(rules, evaluation, options); },
      [&] { return avx2_searcher(rules, evaluation, options); },
      [&] {
        return rules.size <= Lattice64::kLargestSize ? avx512_searcher(rules, evaluation, options)
                                                     : avx2_searcher(rules, evaluation, options);
      });
}

}  // namespace turncoat::search
