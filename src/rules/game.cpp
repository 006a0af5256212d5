#include "rules/game.h"

namespace turncoat::rules {

Result<void> Game::play(Move move) {
  const Position& now = position();
  if (!now.is_legal(move)) {
    const auto mover = color_name(now.mover());
    if (now.is_over())
      return fail(Error::Code::Illegal, "{} cannot be played: the game is over", move.name());
    if (move.is_pass()) return fail(Error::Code::Illegal, "{} may not pass: there are legal moves", mover);
    if (now.must_pass()) return fail(Error::Code::Illegal, "{} has no legal move and must pass", mover);
    if (!now.ruleset().board().contains(move.square())) {
      return fail(Error::Code::Illegal, "{} is outside the {}x{} board", move.name(), now.size(), now.size());
    }
    if (!now.empties().contains(move.square())) {
      return fail(Error::Code::Illegal, "{} is not empty", move.name());
    }
    return fail(Error::Code::Illegal, "{} turns no disc for {}", move.name(), mover);
  }
  positions_.push_back(now.after(move));
  moves_.push_back(move);
  return {};
}

bool Game::pass_if_forced() {
  if (!position().must_pass()) return false;
  positions_.push_back(position().after(Move::pass()));
  moves_.push_back(Move::pass());
  return true;
}

bool Game::undo() {
  if (moves_.empty()) return false;
  moves_.pop_back();
  positions_.pop_back();
  return true;
}

}  // namespace turncoat::rules
