// TableKeys: under which key a search finds a position in its table. A template over the kernel K
// (rules/kernel), included inside a target region (rules/kernel/target.h).
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "rules/symmetry.h"
#include "search/transposition_table.h"

namespace turncoat::search {

template <class K>
class TableKeys {
 public:
  using Board = typename K::Board;
  using Set = typename K::Set;

  // With more than `symmetric_empties` a position is looked up under all symmetries.
  TableKeys(int symmetric_empties, int black_bonus)
      : symmetric_empties_(symmetric_empties), black_bonus_(black_bonus) {}

  // A 64-bit board is its own key. The colour matters only where the rules give one side a bonus.
  TableKey of(const Board& board, bool black) const {
    const std::uint64_t colour = black_bonus_ != 0 && black ? 0x9e3779b97f4a7c15ULL : 0;
    if constexpr (std::is_same_v<Set, std::uint64_t>) {
      return {board.mover ^ colour, board.other ^ colour};
    } else {
      TableKey key{colour, ~colour};
      const auto absorb = [&](std::uint64_t word) {
        key.a = (key.a ^ word) * 0xd6e8feb86659fd93ULL;
        key.a ^= key.a >> 32;
        key.b = (key.b + word) * 0xa0761d6478bd642fULL;
        key.b ^= key.b >> 29;
      };
      for (const std::uint64_t word : board.mover.words()) absorb(word);
      for (const std::uint64_t word : board.other.words()) absorb(word);
      return key;
    }
  }

  // In the first plies many positions are images of each other: one of the eight stands for all, and moves
  // are remembered as it sees them.
  std::pair<TableKey, rules::Symmetry> early(const Board& board, bool black, int empties) const {
    if constexpr (std::is_same_v<Set, std::uint64_t>) {
      if (empties > symmetric_empties_) {
        const rules::Canonical64 canonical = rules::canonical(board);
        return {of(canonical.board, black), canonical.symmetry};
      }
    }
    return {of(board, black), rules::Symmetry(0)};
  }

  static int seen_from(rules::Symmetry view, int bit) {
    if constexpr (std::is_same_v<Set, std::uint64_t>) {
      if (bit >= 0 && view.number() != 0) return K::first(view(K::single(bit)));
    }
    return bit;
  }

 private:
  int symmetric_empties_;
  int black_bonus_;
};

}  // namespace turncoat::search
