#include "eval/staged_formula.h"

namespace turncoat::eval {

double share(int p, int o) {
  return p + o == 0 ? 0.0 : 100.0 * (p - o) / (p + o);
}

double staged_value(const StagedCounts& counts, int squares) {
  const int discs = counts.discs[0] + counts.discs[1];
  const double corners = share(counts.corners[0], counts.corners[1]);
  const double mobility = share(counts.moves[0], counts.moves[1]);
  const double difference = counts.discs[0] - counts.discs[1];
  const double parity = share(counts.discs[0], counts.discs[1]);
  const double stability = share(counts.stability[0], counts.stability[1]);
  const Stage stage = stage_of(discs, squares);
  if (stage == Stage::Early) return 1000 * corners + 50 * mobility;
  if (stage == Stage::Middle) {
    return 1000 * corners + 20 * mobility + 10 * difference + 100 * parity + 500 * stability;
  }
  return 1000 * corners + mobility + 500 * difference + 500 * parity;
}

}  // namespace turncoat::eval
