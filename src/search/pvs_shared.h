// PvsShared: what the threads of a principal-variation search share (search/pvs_worker.h): the rules as the
// search needs them, the evaluator, the table, and the state of the search under way. A template over the
// kernel K (rules/kernel) and the evaluator E (eval/), included inside a target region
// (rules/kernel/target.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

#include "search/probcut.h"
#include "search/searcher.h"
#include "search/split.h"
#include "search/table_keys.h"
#include "search/transposition_table.h"

namespace turncoat::search {

// True for kernels the endgame ladder is made for.
template <class K>
concept LadderKernel = requires(std::uint64_t set) {
  K::spread(set);
};

template <class K, class E>
struct PvsShared {
  static constexpr int kSymmetricPlies = 10;

  PvsShared(const rules::Ruleset& rules, E evaluator_in, const Options& options)
      : size(rules.size),
        area(K::area(rules.size)),
        black_bonus(rules.black_bonus),
        winner_takes_empties(rules.scoring == rules::Scoring::EmptiesToWinner),
        uses_ladder(LadderKernel<K> && winner_takes_empties && black_bonus == 0),
        keys(K::count(area) - (E::kSymmetric ? 4 + kSymmetricPlies : 0), black_bonus),
        patience(options.patience),
        threads(options.threads),
        evaluator(std::move(evaluator_in)),
        table(options.table_bytes) {}

  int size;
  typename K::Set area;
  int black_bonus;
  bool winner_takes_empties;
  bool uses_ladder;
  TableKeys<K> keys;
  int patience;
  int threads;
  E evaluator;
  TranspositionTable table;
  std::optional<ProbCutTable> probcut;  // none: no selective cuts

  Limits limits;
  std::atomic<bool> stopped{false};
  std::atomic<std::uint64_t> counted{0};  // nodes of this search that threads have told of
  std::atomic<unsigned> tick{0};          // changes when somebody wants to know how many nodes there are
  bool partial = false;                   // some moves of the root are left out
  bool may_stop = false;                  // the first iteration always ends: there must be a move
  SplitCrew crew;
};

}  // namespace turncoat::search
