// Node: one position of the search tree, 24 bytes. Nodes live in a Tree (mcts/tree.h) and name each other by
// index. Everything in a node is seen by the side that moved to it: `sum` is what that side won in the
// rollouts through it, `proof` what it is proven to get.
#pragma once

#include <cstdint>

#include "rules/square.h"

namespace turncoat::mcts {

// Results in fixed point, so that sums are exact and do not depend on the order of addition.
inline constexpr std::int64_t kWin = 65536;
inline constexpr std::int64_t kDraw = kWin / 2;
inline constexpr std::int64_t kLoss = 0;

enum class Proof : std::uint8_t { None, Loss, Draw, Win };

constexpr Proof turned(Proof proof) {
  if (proof == Proof::Loss) return Proof::Win;
  if (proof == Proof::Win) return Proof::Loss;
  return proof;
}

// Requires proof != None.
constexpr std::int64_t value_of(Proof proof) {
  return proof == Proof::Win ? kWin : proof == Proof::Draw ? kDraw : kLoss;
}

// Requires an exact result.
constexpr Proof proof_of_value(std::int64_t value) {
  return value == kWin ? Proof::Win : value == kDraw ? Proof::Draw : Proof::Loss;
}

using NodeIndex = std::uint32_t;

// The move that leads to a node: the square's bit in the kernel's lattice, or a pass.
using MoveCode = std::uint16_t;
inline constexpr MoveCode kPassCode = 0xffff;

struct Node {
  std::uint32_t visits = 0;   // rollouts through here, begun ones included
  NodeIndex first_child = 0;  // children stand side by side, behind their parent; 0: none yet
  std::int64_t sum = 0;       // of results, kWin each at most
  NodeIndex parent = 0;
  MoveCode move = kPassCode;
  std::uint8_t count = 0;  // of children
  std::uint8_t proof = 0;  // a Proof
};
static_assert(sizeof(Node) == 24);

// The lattice depends on the board's size only: Lattice64 up to 8x8, WideLattice above.
rules::Move move_of(MoveCode code, int size);
MoveCode code_of(rules::Move move, int size);

}  // namespace turncoat::mcts
