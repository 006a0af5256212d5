// expand: adds scored positions to a book where they matter: along the lines that a player who errs by no
// more than a limit may choose (Edax calls it deviation). What a position is worth comes from a Judge, so
// that no search is known here. The work goes in batches; the outcome depends neither on the threads nor on
// when it was stopped and started again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "base/error.h"
#include "book/book.h"

namespace turncoat::book {

struct ExpandSettings {
  int level = 12;       // leaves searched with less are searched again where the walk meets them
  double relative = 1;  // discs that one side may lose against the best move, at every move of its own
  double absolute = 4;  // discs that a line may stray from the value of its first position
  int all_plies = 2;    // so far from the start every move is followed
  int plies = 30;       // no positions beyond
  std::uint64_t positions = 10'000;  // stop when the book holds so many
  int threads = 1;
};

// The best of the moves that are not excluded, of which there is at least one: a search by itself, the same
// whatever was asked before. Called from `threads` threads at once; nothing once stopped.
using Judge =
    std::function<std::optional<Leaf>(const rules::Position&, const rules::SquareSet& excluded, int worker)>;

struct ExpandOutcome {
  std::uint64_t added = 0;   // positions
  std::uint64_t judged = 0;  // searches
  bool finished = false;     // no move within the limits is left; false: full, or stopped
};

// Two walks from every position after `all_plies`, one for each side as the one that may err: they follow
// links at most `relative` behind the best for that side, and the best ones for the other; a leaf within the
// limits becomes a position of the book, and the walk begins anew with the new values. `checkpoint` is called
// after every batch, when the book is as it may be saved; an error from it ends the work.
Result<ExpandOutcome> expand(Book& book, const ExpandSettings& settings, const Judge& judge,
                             const std::function<Result<void>(const ExpandOutcome&)>& checkpoint,
                             std::stop_token stop);

}  // namespace turncoat::book
