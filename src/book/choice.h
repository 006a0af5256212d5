// What a book says about a position, and which of its moves to play. A move is played from the book only
// when the book knows more of it than one search: the leaf, which leads out of the book, is left to the
// player, and so are moves of few games. A lookup takes some microseconds.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "book/book.h"

namespace turncoat::book {

struct BookMove {
  rules::Move move;               // as the position stands, not its image in the book
  std::optional<int> score = {};  // for the mover, in kUnit
  bool in_book = false;           // it leads to a scored position of the book
  std::optional<Leaf> leaf = {};  // the search behind the score, when it is the leaf's
  MoveGames games = {};           // all zero when it was not played

  // The share of points won, with an even game's worth of doubt on each side.
  double share() const;
  // What is left of the share after two standard deviations: few games promise little.
  double sure_share() const;
};

// Best first: by score, then by sure share. One for each move that has a score or games; of moves that are
// equal by symmetry, one. Empty when the book does not know the position, or has other rules.
std::vector<BookMove> look_up(const Book& book, const rules::Position& position);

// In a book of games, a move needs so many to be played.
inline constexpr std::uint64_t kLeastGames = 30;

// One of the moves that are at most `variety` behind the best: discs where there are scores, else hundredths
// of a point per game. `moves` are those of look_up. Nothing: the player has to think; without variety also
// where games leave open which move is best. Before it was so, the book of leader-12, of games three plies
// deep, won a player of 20 ms a move 17 of 47 games against itself without it.
std::optional<BookMove> choose(std::span<const BookMove> moves, double variety, Rng& rng);

}  // namespace turncoat::book
