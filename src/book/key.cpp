#include "book/key.h"

#include <algorithm>
#include <bit>

#include <xxhash.h>

#include "base/check.h"
#include "rules/kernel/board64.h"

namespace turncoat::book {

namespace {

using rules::Color;
using rules::SquareSet;
using rules::Symmetry;
using rules::kernel::Lattice64;

bool fits_word(int size) {
  return size <= Lattice64::kLargestSize;
}

bool black_counts(const rules::Position& position) {
  return position.ruleset().black_bonus != 0 && position.mover() == Color::Black;
}

}  // namespace

int Key::discs() const {
  int count = 0;
  for (std::size_t i = 0; i < mover.size(); ++i) count += std::popcount(mover[i] | other[i]);
  return count;
}

std::size_t KeyHash::operator()(const Key& key) const {
  struct Packed {
    Key::Words mover;
    Key::Words other;
  };
  const Packed packed{key.mover, key.other};
  return XXH3_64bits_withSeed(&packed, sizeof packed, key.black ? 1 : 0);
}

Canonical canonical(const rules::Position& position) {
  Canonical best;
  const int size = position.size();
  if (fits_word(size)) {
    const rules::Canonical64 least = rules::canonical(Lattice64::board_of(position));
    best.key.mover[0] = least.board.mover;
    best.key.other[0] = least.board.other;
    best.symmetry = least.symmetry;
  } else {
    const SquareSet& mover = position.discs(position.mover());
    const SquareSet& other = position.discs(rules::other(position.mover()));
    best.key.mover = mover.words();
    best.key.other = other.words();
    for (const Symmetry symmetry : Symmetry::all()) {
      const Key::Words image = symmetry(mover, size).words();
      if (image > best.key.mover) continue;
      const Key::Words other_image = symmetry(other, size).words();
      if (image == best.key.mover && other_image >= best.key.other) continue;
      best = {{image, other_image}, symmetry};
    }
  }
  best.key.black = black_counts(position);
  return best;
}

rules::Position position_of(const rules::RulesetPtr& rules, const Key& key) {
  const auto squares = [&](const Key::Words& words) {
    return fits_word(rules->size) ? Lattice64::squares_of(words[0], rules->size) : SquareSet(words);
  };
  Color mover = key.black ? Color::Black : Color::White;
  if (rules->black_bonus == 0) {
    const int placed = key.discs() - rules->black.size() - rules->white.size();
    mover = placed % 2 == 0 ? rules->first : rules::other(rules->first);
  }
  const bool black = mover == Color::Black;
  auto position = rules::Position::make(rules, squares(black ? key.mover : key.other),
                                        squares(black ? key.other : key.mover), mover);
  TURNCOAT_CHECK(position.has_value(), "a key holds a position");
  return *std::move(position);
}

rules::Square first_equal(const rules::Position& position, rules::Square square) {
  rules::Square first = square;
  for (const Symmetry symmetry : Symmetry::all()) {
    const rules::Square image = symmetry(square, position.size());
    if (image.index() >= first.index()) continue;
    if (symmetry(position.discs(Color::Black), position.size()) == position.discs(Color::Black) &&
        symmetry(position.discs(Color::White), position.size()) == position.discs(Color::White)) {
      first = image;
    }
  }
  return first;
}

std::vector<Child> children_of(const rules::Position& position) {
  std::vector<Child> children;
  for (const rules::Square square : position.legal_moves()) {
    Child child{square, position.after(square)};
    if (child.position.legal_moves().empty()) {
      if (child.position.must_pass()) {
        child.position = child.position.after(rules::Move::pass());
        child.sign = 1;
      } else {
        child.over = true;
      }
    }
    children.push_back(std::move(child));
  }
  return children;
}

bool same_game(const rules::Ruleset& a, const rules::Ruleset& b) {
  return a.size == b.size && a.black_bonus == b.black_bonus && a.scoring == b.scoring;
}

}  // namespace turncoat::book
