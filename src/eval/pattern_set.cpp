#include "eval/pattern_set.h"

#include <algorithm>
#include <span>
#include <string_view>

#include <xxhash.h>

#include "base/check.h"
#include "rules/kernel/board64.h"
#include "rules/symmetry.h"

namespace turncoat::eval {

namespace {

struct NamedSquares {
  std::string_view name;
  std::string_view squares;
  bool orders = false;
};

// Edges and corners in several overlapping cuts, the lines and diagonals through the middle, and the middle
// itself. Chosen by held-out error (docs/patterns.md).
constexpr NamedSquares kShapes8[] = {
    {"corner", "a1b1c1a2b2c2a3b3c3", true},
    {"edge-x", "a1b1c1d1e1f1g1h1b2g2", true},
    {"triangle", "a1b1c1d1a2b2c2a3b3a4"},
    {"edge-block", "a1c1d1e1f1h1c2d2e2f2"},
    {"row-2", "a2b2c2d2e2f2g2h2"},
    {"row-3", "a3b3c3d3e3f3g3h3"},
    {"row-4", "a4b4c4d4e4f4g4h4"},
    {"diagonal-8", "a1b2c3d4e5f6g7h8"},
    {"diagonal-7", "a1b1c2d3e4f5g6h7h8"},
    {"diagonal-6", "b1c1d2e3f4g5h6h7b2g7"},
    {"diagonal-5", "d1e2f3g4h5g1h1g2h2"},
    {"angle", "a1b1c1d1e1a2b2a3a4a5"},
    {"corner-2x5", "a1b1c1d1e1a2b2c2d2e2"},
    {"middle", "d2e2c3d3e3f3c4d4e4f4"},
    {"inner-corner", "a1b2c2d2b3c3d3b4c4d4"},
};

constexpr NamedSquares kShapes6[] = {
    {"corner", "a1b1c1a2b2c2a3b3c3"},       {"edge-block", "a1b1c1d1e1f1b2c2d2e2"},
    {"triangle", "a1b1c1d1a2b2c2a3b3a4"},   {"corner-2x5", "a1b1c1d1e1a2b2c2d2e2"},
    {"row-2", "a2b2c2d2e2f2c3d3"},          {"row-3", "a3b3c3d3e3f3c4d4"},
    {"diagonal-6", "a1b1a2b2c3d4e5f5e6f6"}, {"diagonal-5", "a1b1c2d3e4f5f6"},
    {"diagonal-4", "c1d2e3f4d1e1f1f2f3"},   {"middle", "c2d2b3c3d3e3c4d4"},
    {"inner-corner", "b2c2d2b3c3d3b4c4d4"},
};

std::vector<int> parse_squares(std::string_view text, int size) {
  std::vector<int> bits;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bits.push_back(rules::kernel::Lattice64::bit_of({text[i] - 'a', text[i + 1] - '1'}, size));
  }
  return bits;
}

std::vector<int> image(rules::Symmetry symmetry, const std::vector<int>& bits) {
  std::vector<int> result;
  for (const int bit : bits) {
    const rules::Square square = symmetry(rules::Square(bit % 8, bit / 8), 8);
    result.push_back(8 * square.row() + square.column());
  }
  return result;
}

std::uint64_t set_of(const std::vector<int>& bits) {
  std::uint64_t set = 0;
  for (const int bit : bits) set |= std::uint64_t{1} << bit;
  return set;
}

std::uint32_t power_of_3(std::size_t exponent) {
  std::uint32_t power = 1;
  for (; exponent > 0; --exponent) power *= 3;
  return power;
}

// The state with its squares renamed: square i of the shape takes the digit of the square that `map` puts
// there.
std::uint32_t renamed(std::uint32_t state, const std::vector<std::size_t>& map) {
  std::uint32_t result = 0;
  for (const std::size_t to : map) {
    result += state % 3 * power_of_3(to);
    state /= 3;
  }
  return result;
}

// Numbers the classes of states that the shape's own symmetries make equal.
void pack(PatternShape& shape) {
  std::vector<std::vector<std::size_t>> own;
  for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
    const std::vector<int> moved = image(symmetry, shape.squares);
    if (set_of(moved) != set_of(shape.squares)) continue;
    std::vector<std::size_t> map;
    for (const int bit : moved) {
      map.push_back(static_cast<std::size_t>(std::ranges::find(shape.squares, bit) - shape.squares.begin()));
    }
    own.push_back(std::move(map));
  }
  shape.packed.resize(shape.states);
  for (std::uint32_t state = 0; state < shape.states; ++state) {
    std::uint32_t least = state;
    for (const auto& map : own) least = std::min(least, renamed(state, map));
    shape.packed[state] =
        least == state ? static_cast<std::uint16_t>(shape.packed_states++) : shape.packed[least];
  }
}

void add_features(PatternSet& set, const PatternShape& shape) {
  std::vector<std::uint64_t> seen;
  for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
    const std::vector<int> bits = image(symmetry, shape.squares);
    if (std::ranges::find(seen, set_of(bits)) != seen.end()) continue;
    seen.push_back(set_of(bits));
    const std::size_t feature = set.features();
    // One slot stays free: training keeps the mobility there.
    TURNCOAT_CHECK(feature + 1 < PatternSet::kSlots, "more features than slots");
    set.shape_of.push_back(static_cast<std::uint16_t>(set.shapes.size()));
    set.offset[feature] = shape.offset;
    set.top[feature] = static_cast<std::uint16_t>(shape.states - 1);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      set.worth[static_cast<std::size_t>(bits[i])][feature] = static_cast<std::uint16_t>(power_of_3(i));
    }
  }
}

PatternSet make_set(int size, std::span<const NamedSquares> shapes) {
  PatternSet set;
  set.size = size;
  set.stages = (size * size - 4) / PatternSet::kPliesPerStage;
  for (const NamedSquares& named : shapes) {
    PatternShape shape;
    shape.name = named.name;
    shape.squares = parse_squares(named.squares, size);
    shape.orders = named.orders;
    shape.states = power_of_3(shape.squares.size());
    shape.offset = set.states;
    shape.packed_offset = set.packed_states;
    pack(shape);
    add_features(set, shape);
    set.states += shape.states;
    set.packed_states += shape.packed_states;
    set.shapes.push_back(std::move(shape));
  }
  set.states += PatternSet::kMobilityStates;
  for (std::size_t i = set.features(); i < PatternSet::kSlots; ++i) set.offset[i] = set.states;
  set.packed_states += PatternSet::kMobilityStates;
  return set;
}

}  // namespace

const PatternSet* find_pattern_set(int size) {
  static const PatternSet set_6 = make_set(6, kShapes6);
  static const PatternSet set_8 = make_set(8, kShapes8);
  return size == 6 ? &set_6 : size == 8 ? &set_8 : nullptr;
}

const PatternSet& pattern_set(int size) {
  const PatternSet* set = find_pattern_set(size);
  TURNCOAT_CHECK(set != nullptr, "a board without patterns");
  return *set;
}

std::uint64_t fingerprint(const PatternSet& set) {
  std::string text;
  for (const PatternShape& shape : set.shapes) {
    for (const int bit : shape.squares) text += static_cast<char>(bit);
    text += '\xff';
  }
  text += static_cast<char>(PatternSet::kMobilityStates);
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace turncoat::eval
