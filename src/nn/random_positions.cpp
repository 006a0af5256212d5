#include "nn/random_positions.h"

#include "base/rng.h"
#include "rules/ruleset.h"

namespace turncoat::nn {

std::vector<Input> random_positions(int size) {
  constexpr std::size_t kPositions = 512;
  std::vector<Input> inputs;
  Rng rng(1);
  rules::Position position(rules::standard(size));
  while (inputs.size() < kPositions) {
    if (position.is_over()) position = rules::Position(rules::standard(size));
    if (position.must_pass()) position = position.after(rules::Move::pass());
    const rules::SquareSet legal = position.legal_moves();
    if (rng.below(4) == 0) inputs.emplace_back(position);
    std::vector<rules::Square> moves;
    for (const rules::Square square : legal) moves.push_back(square);
    position = position.after(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return inputs;
}

}  // namespace turncoat::nn
