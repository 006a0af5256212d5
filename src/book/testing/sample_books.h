// Books for tests: from random games, and with scores from a judge that knows every position. Not part of the
// library.
#pragma once

#include <algorithm>
#include <limits>

#include "book/expand.h"
#include "rules/testing/random_games.h"

namespace turncoat::book::testing {

inline Book random_book(const rules::RulesetPtr& rules, int games, int plies, std::uint64_t seed) {
  Book book(rules);
  for (int i = 0; i < games; ++i) {
    Rng rng = Rng::stream(seed, static_cast<std::uint64_t>(i));
    const rules::Game game = rules::testing::random_game(rules, rng);
    book.add_game(game, game.position().score(rules::Color::Black), 0, plies);
  }
  return book;
}

// A number for a position, the same for all its images: up to four discs for the mover or against.
inline int hashed_score(const rules::Position& position) {
  return static_cast<int>(KeyHash{}(canonical(position).key) % (8 * kUnit + 1)) - 4 * kUnit;
}

// Takes the hashed score of the position after a move for what the move is worth.
inline std::optional<Leaf> hashed_judge(const rules::Position& position, const rules::SquareSet& excluded,
                                        int /*worker*/) {
  std::optional<Leaf> best;
  for (const Child& child : children_of(position)) {
    if (excluded.contains(child.square)) continue;
    const int score = child.over ? -kUnit * child.position.score(child.position.mover())
                                 : child.sign * hashed_score(child.position);
    if (!best || score > best->score) best = Leaf{child.square, score, 0, 1, 100};
  }
  return best;
}

// The true score, for boards small enough to look at everything.
inline std::optional<Leaf> exact_judge(const rules::Position& position, const rules::SquareSet& excluded,
                                       int /*worker*/) {
  std::optional<Leaf> best;
  for (const rules::Square square : position.legal_moves()) {
    if (excluded.contains(square)) continue;
    const int score = -kUnit * rules::testing::plain_negamax(position.after(square));
    if (!best || score > best->score) best = Leaf{square, score, 0, position.empties().size(), 100};
  }
  return best;
}

// A scored book of 8x8 with this many positions.
inline Book hashed_book(std::uint64_t positions) {
  Book book(rules::standard(8));
  ExpandSettings settings;
  settings.relative = 3;
  settings.absolute = 8;
  settings.positions = positions;
  (void)expand(book, settings, hashed_judge, {}, {});
  return book;
}

}  // namespace turncoat::book::testing
