// Fallible: choosing moves as a player does who errs. A game has a budget of discs to lose; each move gets a
// share of it, most in the middle game and the early ending where people lose most, and the move is drawn so
// that the loss to expect is that share. Small losses stay likelier than large ones.
#pragma once

#include <span>
#include <vector>

#include "base/rng.h"

namespace turncoat::search {

struct Fallibility {
  double error = 0;    // discs lost in a game, on average; 0: none
  double blunder = 0;  // no single move loses more, where there is a choice; 0: by the error
};

// The most that one move may lose: `blunder`, or 8 discs, and more with errors that so little could not add
// up to.
double most_loss(const Fallibility& fallibility);

// What a side may lose with the move it makes with so many squares empty. Over the moves of a game the shares
// add up to `error`.
double error_share(double error, int squares, int empties);

// Losses on a scale that nobody knows, in discs as far as can be told: the middle one of the moves that are
// not the best counts as much as it does on 8x8.
std::vector<double> losses_in_discs(std::vector<double> losses);

// The chance of each move, given what it loses against the best (0 for the best): proportional to
// exp(-lambda loss) among those within `blunder`, with lambda such that the mean loss is `share`, or as near
// as an even choice comes.
std::vector<double> fallible_chances(std::span<const double> losses, double share, double blunder);

// An index drawn with these chances.
std::size_t draw(std::span<const double> chances, Rng& rng);

}  // namespace turncoat::search
