#include "engine/book_player.h"

#include <utility>

#include "book/choice.h"
#include "engine/models.h"

namespace turncoat::engine {

namespace {

// Keeps the book's random numbers apart from the thinker's, which come from the same seed.
constexpr std::uint64_t kBookStream = 0x626f6f6bULL;

}  // namespace

void BookParams::describe(Fields<BookParams>& fields) {
  fields.add(
      "book", &BookParams::book,
      "an opening book to play from: a name under models, or a file; shipped: the one for the rules, if any");
  fields.add("variety", &BookParams::variety, {0.0, 64.0},
             "with book: play any move so many discs behind the best, or per cent of won games in a book "
             "without scores");
}

Result<BookOf> book_of(const std::string& name_or_path) {
  if (name_or_path == "shipped") return load_shipped_book;
  auto book = load_book(name_or_path);
  if (!book) return std::unexpected(book.error());
  return [name_or_path, book](const rules::Ruleset& rules) -> Result<std::shared_ptr<const book::Book>> {
    if (book::same_game(*(*book)->rules(), rules)) return book;
    return fail(Error::Code::Conflict, "the book {} is for {}, not for {}", name_or_path,
                (*book)->rules()->name, rules.name);
  };
}

BookPlayer::BookPlayer(std::unique_ptr<player::Player> thinker, BookOf book_of, double variety)
    : thinker_(std::move(thinker)), book_of_(std::move(book_of)), variety_(variety) {}

Result<void> BookPlayer::accepts(const rules::Ruleset& rules) const {
  if (const auto book = book_of_(rules); !book) return std::unexpected(book.error());
  return thinker_->accepts(rules);
}

Result<void> BookPlayer::new_game(const rules::Position& start, std::uint64_t seed) {
  auto book = book_of_(start.ruleset());
  if (!book) return std::unexpected(book.error());
  book_ = *std::move(book);
  seed_ = seed;
  return thinker_->new_game(start, seed);
}

Result<player::Choice> BookPlayer::choose(const rules::Game& game, const player::Request& request) {
  if (book_ == nullptr) return thinker_->choose(game, request);
  const rules::Position& position = game.position();
  Rng rng = Rng::stream(seed_ ^ kBookStream, static_cast<std::uint64_t>(game.ply()));
  const auto found = book::choose(book::look_up(*book_, position), variety_, rng);
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
