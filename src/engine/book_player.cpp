#include "engine/book_player.h"

#include <utility>

#include "book/choice.h"

namespace turncoat::engine {

namespace {

// Keeps the book's random numbers apart from the thinker's, which come from the same seed.
constexpr std::uint64_t kBookStream = 0x626f6f6bULL;

}  // namespace

void BookParams::describe(Fields<BookParams>& fields) {
  fields.add("book", &BookParams::book, "an opening book to play from: a name under models, or a file");
  fields.add("variety", &BookParams::variety, {0.0, 64.0},
             "with book: play any move so many discs behind the best, or per cent of won games in a book "
             "without scores");
}

BookPlayer::BookPlayer(std::unique_ptr<player::Player> thinker, std::shared_ptr<const book::Book> book,
                       const BookParams& params)
    : thinker_(std::move(thinker)), book_(std::move(book)), params_(params) {}

Result<void> BookPlayer::new_game(const rules::Position& start, std::uint64_t seed) {
  if (!book::same_game(*book_->rules(), start.ruleset())) {
    return fail(Error::Code::Conflict, "the book {} is for {}, not for {}", params_.book,
                book_->rules()->name, start.ruleset().name);
  }
  seed_ = seed;
  return thinker_->new_game(start, seed);
}

Result<player::Choice> BookPlayer::choose(const rules::Game& game, const player::Request& request) {
  const rules::Position& position = game.position();
  Rng rng = Rng::stream(seed_ ^ kBookStream, static_cast<std::uint64_t>(game.ply()));
  const auto found = book::choose(book::look_up(*book_, position), params_.variety, rng);
  if (!found) return thinker_->choose(game, request);
  player::Choice choice{found->move, {}, false};
  if (found->score) {
    choice.thought.score = book::discs(*found->score);
  } else {
    choice.thought.value = 2 * found->share() - 1;
  }
  choice.thought.line = {found->move};
  choice.thought.note = "book";
  if (request.report) request.report(choice.thought);
  return choice;
}

}  // namespace turncoat::engine
