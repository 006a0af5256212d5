// StableDiscs: discs of one side on the 8x8 board that can never be turned, quickly and with few empties:
// edges by table, the inside by full lines and by leaning on stable neighbours. A lower bound.
// Included inside a target region (rules/kernel/target.h), after its kernel.
#pragma once

#include <array>
#include <cstdint>

#include "rules/kernel/rays64.h"
#include "search/edge_stability.h"

namespace turncoat::search {

template <class K>
class StableDiscs {
 public:
  using Set = typename K::Set;

  Set of(Set own, Set other) const {
    // The lines that still have an empty square, by axis: rows, columns, diagonals.
    std::array<Set, 4> open{};
    for (Set rest = ~(own | other); !K::empty(rest);) {
      const rules::kernel::Rays64& rays =
          rules::kernel::kRays64[static_cast<std::size_t>(K::pop_first(rest))];
      for (std::size_t axis = 0; axis < 4; ++axis) open[axis] |= rays.up[axis] | rays.down[axis];
    }
    Set stable = edges(own, other) | (own & ~(open[0] | open[1] | open[2] | open[3]));
    // Inner squares only: there a shift never wraps around.
    constexpr Set kInside = 0x007e7e7e7e7e7e00ULL;
    const Set inside = own & kInside;
    for (;;) {
      const Set next =
          stable | (inside & (~open[0] | stable << 1 | stable >> 1) & (~open[1] | stable << 8 | stable >> 8) &
                    (~open[2] | stable << 9 | stable >> 9) & (~open[3] | stable << 7 | stable >> 7));
      if (next == stable) return stable;
      stable = next;
    }
  }

 private:
  Set edges(Set own, Set other) const {
    const Set top = edges_(static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other));
    const Set bottom = edges_(static_cast<std::uint8_t>(own >> 56), static_cast<std::uint8_t>(other >> 56));
    const Set left = spread_column(edges_(column(own), column(other)));
    const Set right = spread_column(edges_(column(own >> 7), column(other >> 7)));
    return top | bottom << 56 | left | right << 7;
  }
  // Column a as a byte, a1 lowest, and back.
  static std::uint8_t column(Set set) {
    return static_cast<std::uint8_t>((set & kColumn) * 0x0102040810204080ULL >> 56);
  }
  static Set spread_column(std::uint8_t byte) {
    // Eight copies of seven bits, seven apart, do not overlap; the eighth bit goes by itself.
    return ((byte & 0x7fU) * 0x0002040810204081ULL & kColumn) | Set{byte & 0x80U} << 49;
  }

  static constexpr Set kColumn = 0x0101010101010101ULL;

  const EdgeStability& edges_ = EdgeStability::get();
};

}  // namespace turncoat::search
