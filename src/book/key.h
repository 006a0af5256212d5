// Key: a position as a book holds it, one for all images that the rules cannot tell apart: the eight
// symmetries of the board, and the two colours unless the ruleset's bonus makes them different. Squares of a
// book's records are those of this one image.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/position.h"
#include "rules/symmetry.h"

namespace turncoat::book {

struct Key {
  using Words = std::array<std::uint64_t, 4>;
  Words mover{};
  Words other{};
  bool black = false;  // the mover; always false where colours do not matter

  int discs() const;

  friend auto operator<=>(const Key&, const Key&) = default;
};

struct KeyHash {
  std::size_t operator()(const Key& key) const;
};

// The least image of a position, and the symmetry that leads there.
struct Canonical {
  Key key;
  rules::Symmetry symmetry{0};
};
Canonical canonical(const rules::Position& position);

// The position of a key. Where colours do not matter it gets the mover it has in games without a pass.
rules::Position position_of(const rules::RulesetPtr& rules, const Key& key);

// Of the squares that the symmetries of the position itself make equal, the first. `position` is the one of a
// key.
rules::Square first_equal(const rules::Position& position, rules::Square square);

// A move and where it leads: to the next position in which a side has a move, or to the end.
struct Child {
  rules::Square square;
  rules::Position position;
  int sign = -1;  // of the child's scores, seen from the mover: +1 when the other side passed in between
  bool over = false;
};
// One for every legal move.
std::vector<Child> children_of(const rules::Position& position);

// Same board, same count at the end: what is known of one ruleset's positions holds for the other's.
bool same_game(const rules::Ruleset& a, const rules::Ruleset& b);

}  // namespace turncoat::book
