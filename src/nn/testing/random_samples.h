// Samples of random games with random targets, for tests. Not part of the library.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "nn/sample.h"
#include "rules/ruleset.h"

namespace turncoat::nn::testing {

inline std::vector<Sample> random_samples(int size, std::size_t count, std::uint64_t seed) {
  std::vector<Sample> samples;
  Rng rng(seed);
  rules::Position position(rules::standard(size));
  while (samples.size() < count) {
    if (position.is_over()) position = rules::Position(rules::standard(size));
    std::vector<rules::Move> moves;
    const rules::SquareSet legal = position.legal_moves();
    for (const rules::Square square : legal) moves.emplace_back(square);
    if (moves.empty()) moves.push_back(rules::Move::pass());
    Sample sample;
    sample.mover = position.discs(position.mover());
    sample.other = position.discs(rules::other(position.mover()));
    for (const rules::Move move : moves) {
      sample.policy.push_back(
          {static_cast<std::uint8_t>(move_index(move, size)), 1.0F / static_cast<float>(moves.size())});
    }
    sample.value = static_cast<float>(rng.uniform() * 2 - 1);
    sample.score = static_cast<float>(rng.uniform() * 2 - 1);
    sample.weight = static_cast<float>(rng.uniform());
    if (rng.below(3) != 0) {
      for (int i = 0; i < size * size; ++i) sample.ownership.push_back(static_cast<float>(rng.below(3)) - 1);
    }
    samples.push_back(std::move(sample));
    position = position.after(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return samples;
}

}  // namespace turncoat::nn::testing
