// PatternSet: the shapes that an evaluation by patterns looks at on 6x6 or 8x8, with their images under the
// eight symmetries. A feature is one image; the state of its squares is a number in base 3, with the digits 0
// the mover's disc, 1 empty, 2 the other's. With these digits the other side's view of a feature is `top`
// less its number, so that a move changes all features by one addition and one subtraction. Images share
// weights; so do states that a symmetry of the shape itself maps onto each other ("packed").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace turncoat::eval {

struct PatternShape {
  std::string name;
  std::vector<int> squares;           // bits of the first image, in the lattice of rules/kernel/board64.h
  std::uint32_t states = 0;           // 3 to the number of squares
  std::uint32_t offset = 0;           // of its states in a stage's table
  std::uint32_t packed_states = 0;    // weights of its own
  std::uint32_t packed_offset = 0;    // of those in a packed stage
  std::vector<std::uint16_t> packed;  // by state: which of its weights
  bool orders = false;                // serves the light evaluation too (eval/ending_order.h)
};

struct PatternSet {
  // Room for features. Slots without one are always 0 and look up the place after all states, which holds 0.
  static constexpr std::size_t kSlots = 64;
  // The mover's number of moves is one more input, with a weight for each number.
  static constexpr std::uint32_t kMobilityStates = 32;
  using Row = std::array<std::uint16_t, kSlots>;
  static constexpr int kPliesPerStage = 2;

  int size = 8;    // of the board
  int stages = 0;  // of a game, each with weights of its own
  std::vector<PatternShape> shapes;
  std::vector<std::uint16_t> shape_of;      // by feature
  std::uint32_t states = 0;                 // of all shapes, then kMobilityStates
  std::uint32_t packed_states = 0;          // likewise
  alignas(64) std::array<Row, 64> worth{};  // by square: what its digit is worth in each feature
  alignas(64) Row top{};                    // the largest state of each feature
  alignas(64) std::array<std::uint32_t, kSlots> offset{};  // of each feature's shape

  std::size_t features() const { return shape_of.size(); }
  std::uint32_t mobility_offset() const { return states - kMobilityStates; }
  int stage_of(int discs) const {
    const int stage = (discs - 4) / kPliesPerStage;
    return stage < 0 ? 0 : stage >= stages ? stages - 1 : stage;
  }
};

// The one set of a board's size; null where there is none.
const PatternSet* find_pattern_set(int size);
// The same. Requires a size of kPatternSizes.
const PatternSet& pattern_set(int size);
inline constexpr std::array kPatternSizes{6, 8};

// Changes whenever a shape does; weight files name their set by it.
std::uint64_t fingerprint(const PatternSet& set);

}  // namespace turncoat::eval
