#include "protocol/ask.h"

#include "base/text.h"
#include "player/guarded.h"

namespace turncoat::protocol {

Result<void> start_game(player::Player& player, const rules::Position& start) {
  return player::guarded([&] { return player.new_game(start, kSeed); });
}

Result<player::Choice> ask(player::Player& player, const rules::Game& game, const player::Request& request) {
  auto choice = player::guarded([&] { return player.choose(game, request); });
  if (choice && !choice->resigns && !game.position().is_legal(choice->move)) {
    return fail(Error::Code::Illegal, "the player wants to play {}, which is not legal", choice->move.name());
  }
  return choice;
}

Result<rules::Move> read_move(std::string_view text, int size) {
  for (const std::string_view word : {"pass", "pa", "ps", "--"}) {
    if (equal_ignoring_case(text, word)) return rules::Move::pass();
  }
  const auto square = rules::Square::parse(text, size);
  if (!square) return std::unexpected(square.error());
  return *square;
}

Result<int> play_with_implied_pass(rules::Game& game, rules::Move move) {
  const bool passed = !move.is_pass() && game.pass_if_forced();
  const auto played = game.play(move);
  if (played) return passed ? 2 : 1;
  if (passed) game.undo();
  return std::unexpected(played.error());
}

}  // namespace turncoat::protocol
