#include "search/edge_stability.h"

#include <bit>

namespace turncoat::search {

namespace {

// The discs of `other` that a disc on `place` turns along the edge.
unsigned turned(unsigned own, unsigned other, unsigned place) {
  unsigned all = 0;
  unsigned run = 0;
  unsigned at = place + 1;
  for (; at < 8 && (other >> at & 1) != 0; ++at) run |= 1U << at;
  if (at < 8 && (own >> at & 1) != 0) all |= run;
  run = 0;
  at = place;
  while (at > 0 && (other >> (at - 1) & 1) != 0) run |= 1U << --at;
  if (at > 0 && (own >> (at - 1) & 1) != 0) all |= run;
  return all;
}

}  // namespace

EdgeStability::EdgeStability() {
  // Fuller edges first: each state leans on those with one more disc.
  for (int empties = 0; empties <= 8; ++empties) {
    for (unsigned own = 0; own < 256; ++own) {
      for (unsigned other = 0; other < 256; ++other) {
        if ((own & other) != 0 || 8 - std::popcount(own | other) != empties) continue;
        unsigned stable = own;
        for (unsigned place = 0; place < 8; ++place) {
          if (((own | other) >> place & 1) != 0) continue;
          const unsigned mine = turned(own, other, place);
          stable &= table_[(own | mine | 1U << place) << 8 | (other & ~mine)];
          const unsigned theirs = turned(other, own, place);
          stable &= table_[(own & ~theirs) << 8 | other | theirs | 1U << place];
        }
        table_[own << 8 | other] = static_cast<std::uint8_t>(stable);
      }
    }
  }
}

const EdgeStability& EdgeStability::get() {
  static const EdgeStability kTable;
  return kTable;
}

}  // namespace turncoat::search
