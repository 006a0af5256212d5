// BookPlayer: plays from an opening book as long as the book has a move, and leaves the rest of the game to
// another player. It never searches. The game's seed decides among near-equal moves.
#pragma once

#include <functional>
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

// The book for a game of these rules; null when there is none, and the player thinks from the first move.
using BookOf = std::function<Result<std::shared_ptr<const book::Book>>(const rules::Ruleset& rules)>;

// What `book=` means: that book, for its own rules alone, or with "shipped" the one shipped for the rules.
Result<BookOf> book_of(const std::string& name_or_path);

class BookPlayer final : public player::Player {
 public:
  BookPlayer(std::unique_ptr<player::Player> thinker, BookOf book_of, double variety);

  // A game of other rules than a named book's is an error.
  Result<void> accepts(const rules::Ruleset& rules) const override;
  Result<void> new_game(const rules::Position& start, std::uint64_t seed) override;
  Result<player::Choice> choose(const rules::Game& game, const player::Request& request) override;

 private:
  std::unique_ptr<player::Player> thinker_;
  BookOf book_of_;
  double variety_;
  std::shared_ptr<const book::Book> book_;  // of the game; null: none
  std::uint64_t seed_ = 0;
};

}  // namespace turncoat::engine
