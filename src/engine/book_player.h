// BookPlayer: plays from an opening book as long as the book has a move, and leaves the rest of the game to
// another player. It never searches. The game's seed decides among near-equal moves.
#pragma once

#include <memory>
#include <string>

#include "base/params.h"
#include "book/book.h"
#include "player/player.h"

namespace turncoat::engine {

// What every player with a book takes.
struct BookParams {
  std::string book;
  double variety = 0;

  static void describe(Fields<BookParams>& fields);
};

class BookPlayer final : public player::Player {
 public:
  // `book` is the one that `params` names.
  BookPlayer(std::unique_ptr<player::Player> thinker, std::shared_ptr<const book::Book> book,
             const BookParams& params);

  // A game of other rules than the book's is an error.
  Result<void> new_game(const rules::Position& start, std::uint64_t seed) override;
  Result<player::Choice> choose(const rules::Game& game, const player::Request& request) override;

 private:
  std::unique_ptr<player::Player> thinker_;
  std::shared_ptr<const book::Book> book_;
  BookParams params_;
  std::uint64_t seed_ = 0;
};

}  // namespace turncoat::engine
