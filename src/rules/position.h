// Position: the discs on a board and who moves, under a ruleset. No history, no clock.
// It serves notation, records, matches and screens; searches use the kernel boards (rules/kernel) and convert
// once.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "rules/ruleset.h"
#include "rules/square.h"

namespace turncoat::rules {

class Position {
 public:
  // The start of the ruleset.
  explicit Position(RulesetPtr rules);

  // Any discs on the board; an error when they overlap or leave it.
  static Result<Position> make(RulesetPtr rules, const SquareSet& black, const SquareSet& white, Color mover);

  // Squares in reading order, X * B for Black, O 0 W for White, - . _ for empty, in either case; spaces and
  // '/' between them are skipped; then the mover as X, O, B or W. The error names the square.
  static Result<Position> parse(RulesetPtr rules, std::string_view text);

  // "---------------------------OX------XO--------------------------- X", which parse() reads back.
  std::string to_string() const;

  const Ruleset& ruleset() const { return *rules_; }
  const RulesetPtr& ruleset_ptr() const { return rules_; }
  int size() const { return rules_->size; }
  Color mover() const { return mover_; }
  const SquareSet& discs(Color color) const { return discs_[index_of(color)]; }
  SquareSet empties() const;
  int disc_count(Color color) const { return discs(color).size(); }

  // Empty when the mover must pass or the game is over.
  SquareSet legal_moves() const;
  // A pass is legal when it must be played: the mover has no move and the other side has one.
  bool is_legal(Move move) const;
  bool must_pass() const;
  bool is_over() const;

  // The discs that a move to `square` turns; empty when it is not legal.
  SquareSet flips(Square square) const;

  // Requires is_legal(move).
  Position after(Move move) const;

  // The ruleset's count of this board from one side: discs with bonus, empties to the winner unless discs
  // only. Meant for finished games, defined for all.
  int score(Color color) const;

  friend bool operator==(const Position& a, const Position& b) {
    return a.mover_ == b.mover_ && a.discs_[0] == b.discs_[0] && a.discs_[1] == b.discs_[1] &&
           *a.rules_ == *b.rules_;
  }

 private:
  Position(RulesetPtr rules, const SquareSet& black, const SquareSet& white, Color mover);
  SquareSet moves_of(Color color) const;

  RulesetPtr rules_;
  SquareSet discs_[2];
  Color mover_;
};

}  // namespace turncoat::rules
