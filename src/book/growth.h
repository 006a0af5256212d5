// Growth of a book by games: how a game begins that shall teach the book something. A walk through the
// positions it knows, at each of which Thompson sampling chooses among the moves played (each move is as
// likely as it is likely to be the best, by its games), and a new one is tried now and then: after n games a
// position may have about 2 + log4 n moves. From where the walk leaves the book a player plays on.
// So every game is a new one, and good moves get most games.
#pragma once

#include "base/rng.h"
#include "book/book.h"

namespace turncoat::book {

// The opening of the next game. It ends at the latest after `plies` plies, and never at the end of the game.
rules::Game draw_opening(const Book& book, int plies, Rng& rng);

// How many different moves may have been tried after so many games.
int moves_allowed(std::uint64_t games);

// A number in (0, 1) from the beta distribution. Requires a, b >= 1.
double draw_beta(double a, double b, Rng& rng);

}  // namespace turncoat::book
