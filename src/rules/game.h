// Game: a start position and the moves played from it, passes included. It can be taken back and walked
// through. It knows nothing of players, clocks or resignations: those belong to records and matches.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "rules/position.h"

namespace turncoat::rules {

class Game {
 public:
  explicit Game(Position start) : positions_{std::move(start)} {}
  explicit Game(RulesetPtr rules) : Game(Position(std::move(rules))) {}

  // A move of the side to move. An illegal one is an error and changes nothing. Passes are never implied.
  Result<void> play(Move move);

  // Plays the pass if the side to move has to; true when it did.
  bool pass_if_forced();

  // Takes the last move back; false at the start.
  bool undo();

  const Position& start() const { return positions_.front(); }
  const Position& position() const { return positions_.back(); }
  std::span<const Move> moves() const { return moves_; }
  int ply() const { return static_cast<int>(moves_.size()); }
  // Position before move `ply`; ply 0 is the start, ply() the current one.
  const Position& position_at(int ply) const { return positions_.at(static_cast<std::size_t>(ply)); }
  bool is_over() const { return position().is_over(); }

  friend bool operator==(const Game& a, const Game& b) {
    return a.start() == b.start() && a.moves_ == b.moves_;
  }

 private:
  std::vector<Position> positions_;
  std::vector<Move> moves_;
};

}  // namespace turncoat::rules
