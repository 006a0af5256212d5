// Judges for tests: no network, the same answer for the same position.
#pragma once

#include <cmath>

#include "base/rng.h"
#include "mcts/judge.h"
#include "rules/testing/random_games.h"

namespace turncoat::mcts::testing {

// Every move alike, every position even.
class EvenJudge final : public Judge {
 public:
  void judge(std::span<const rules::Position> positions, std::span<Judgement> judgements) override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const int size = positions[i].size();
      const rules::SquareSet moves = positions[i].legal_moves();
      judgements[i].value = judgements[i].score = 0;
      judgements[i].policy.assign(static_cast<std::size_t>(size * size), 0);
      for (const rules::Square square : moves) {
        judgements[i].policy[static_cast<std::size_t>(square.row() * size + square.column())] =
            1 / static_cast<float>(moves.size());
      }
    }
    judged += positions.size();
  }
  std::size_t judged = 0;
};

// Opinions drawn from the position: nonsense, but strong and always the same.
class FancifulJudge final : public Judge {
 public:
  void judge(std::span<const rules::Position> positions, std::span<Judgement> judgements) override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const int size = positions[i].size();
      std::uint64_t seed = 7;
      for (const rules::Color color : {rules::Color::Black, rules::Color::White}) {
        for (const std::uint64_t word : positions[i].discs(color).words()) seed = derive_seed(seed, word);
      }
      Rng rng(seed);
      judgements[i].value = static_cast<float>(2 * rng.uniform() - 1);
      judgements[i].score = judgements[i].value * static_cast<float>(size);
      judgements[i].policy.assign(static_cast<std::size_t>(size * size), 0);
      float sum = 0;
      const rules::SquareSet moves = positions[i].legal_moves();
      for (const rules::Square square : moves) {
        float& share = judgements[i].policy[static_cast<std::size_t>(square.row() * size + square.column())];
        sum += share = static_cast<float>(std::exp(3 * rng.uniform()));
      }
      for (float& share : judgements[i].policy) share /= sum;
    }
  }
};

// By looking at everything.
inline Solve plain_solve(int empties) {
  return [empties](const rules::Position& position) -> std::optional<int> {
    if (position.empties().size() > empties) return std::nullopt;
    return rules::testing::plain_negamax(position);
  };
}

inline SolveRoot plain_solve_root(int empties) {
  return [empties](const rules::Position& position, std::optional<std::chrono::steady_clock::time_point>,
                   const std::stop_token&) -> std::optional<Ending> {
    if (position.empties().size() > empties) return std::nullopt;
    const int best = rules::testing::plain_negamax(position);
    const rules::SquareSet moves = position.legal_moves();
    for (const rules::Square square : moves) {
      const rules::Position next = position.after(square);
      const int score = next.is_over()     ? -next.score(next.mover())
                        : next.must_pass() ? rules::testing::plain_negamax(next.after(rules::Move::pass()))
                                           : -rules::testing::plain_negamax(next);
      if (score == best) return Ending{square, best, {square}};
    }
    return std::nullopt;
  };
}

}  // namespace turncoat::mcts::testing
