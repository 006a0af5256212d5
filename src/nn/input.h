// Input and Output: what a network is asked about one position, and what it answers. A move's number is
// row * size + column; the pass is size * size.
#pragma once

#include <span>
#include <vector>

#include "nn/arch.h"
#include "rules/position.h"
#include "rules/square.h"

namespace turncoat::nn {

inline int move_index(rules::Move move, int size) {
  return move.is_pass() ? size * size : move.square().row() * size + move.square().column();
}
inline rules::Move move_at(int index, int size) {
  return index == size * size ? rules::Move::pass() : rules::Move(rules::Square(index % size, index / size));
}

// A position as the network sees it. No legal moves: the pass is the only one.
struct Input {
  rules::SquareSet mover;
  rules::SquareSet other;
  rules::SquareSet moves;

  Input() = default;
  Input(const rules::SquareSet& mover_discs, const rules::SquareSet& other_discs,
        const rules::SquareSet& legal_moves)
      : mover(mover_discs), other(other_discs), moves(legal_moves) {}
  explicit Input(const rules::Position& position)
      : mover(position.discs(position.mover())),
        other(position.discs(rules::other(position.mover()))),
        moves(position.legal_moves()) {}
};

struct Output {
  float value = 0;            // [-1, 1], from the mover's side
  float score = 0;            // discs / squares, in [-1, 1]; 0 when the network has no such head
  std::vector<float> policy;  // a probability for each move by number, 0 for illegal ones
};

// Writes the planes of one input: planes[plane * squares + square], squares in reading order.
void write_planes(const Input& input, int size, std::span<float> planes);

// Softmax over the legal moves only. `logits` has one number for each square, at least.
void legal_softmax(const Input& input, int size, std::span<const float> logits, std::vector<float>& policy);

}  // namespace turncoat::nn
