// Sample: one training example: a position from the mover's side and what the network should say of it.
// Plain data; the files that hold samples are in nn/sample_file.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "nn/input.h"
#include "rules/square.h"
#include "rules/symmetry.h"

namespace turncoat::nn {

struct MoveShare {
  std::uint8_t move = 0;  // by number (nn/input.h)
  float share = 0;

  friend bool operator==(const MoveShare&, const MoveShare&) = default;
};

struct Sample {
  rules::SquareSet mover;
  rules::SquareSet other;
  std::vector<MoveShare> policy;  // legal moves, shares sum to 1; empty: the policy is not trained here
  float value = 0;                // [-1, 1]
  float score = 0;                // discs / squares, [-1, 1]
  // For each square at the end of the game: 1 mover's, -1 other's, 0 nobody's; between them in a mean of
  // several games (nn/merge.h), which has no place in a file. Empty: not known.
  std::vector<float> ownership;
  float weight = 1;

  friend bool operator==(const Sample&, const Sample&) = default;
};

// Nothing, or why this is no sample of the board: overlapping discs, shares on taken squares, and so on.
Result<void> check_sample(const Sample& sample, int size);

// The mover's legal moves too.
Input input_of(const Sample& sample, int size);

// The sample on the turned or mirrored board.
Sample transformed(const Sample& sample, rules::Symmetry symmetry, int size);

// Compact, exact bytes. read_sample() marks the cursor failed on bytes that are no sample.
void put_sample(std::string& out, const Sample& sample, int size);
Sample read_sample(ByteCursor& cursor, int size);

}  // namespace turncoat::nn
