// Judge: what a guided search asks about positions: who will win, by how much, and which moves look good.
// It answers many positions at once, as a network likes it. The search never learns what is behind it.
// One thread uses a Judge at a time.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "rules/position.h"

namespace turncoat::mcts {

struct Judgement {
  float value = 0;            // expected result for the mover, in [-1, 1]
  float score = 0;            // expected disc difference for the mover
  std::vector<float> policy;  // a share for each square, by row * size + column; of legal moves they sum to 1
};

class Judge {
 public:
  virtual ~Judge() = default;
  Judge() = default;
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // One judgement for each position; in all of them the mover has a legal move.
  virtual void judge(std::span<const rules::Position> positions, std::span<Judgement> judgements) = 0;
};

// The exact score of a position for its mover, when there are few enough empty squares to tell. The mover has
// a legal move. May be empty: nothing is solved.
using Solve = std::function<std::optional<int>(const rules::Position&)>;

// A position played out by both sides as well as can be.
struct Ending {
  rules::Move move = rules::Move::pass();
  int score = 0;  // for the mover
  std::vector<rules::Move> line;
  bool only_outcome = false;  // the score tells who wins and not by how much
};

// The same for a position about to be played, where it may take a while: nothing when there are too many
// empty squares, or when it was not done in time. May be empty.
using SolveRoot = std::function<std::optional<Ending>(
    const rules::Position&, std::optional<std::chrono::steady_clock::time_point> end, std::stop_token)>;

}  // namespace turncoat::mcts
