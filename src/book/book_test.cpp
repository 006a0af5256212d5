#include "book/book.h"

#include <gmock/gmock.h>

#include "book/book_file.h"
#include "book/testing/sample_books.h"
#include "record/transcript.h"
#include "rules/testing/random_games.h"

namespace turncoat::book {
namespace {

using rules::Color;
using rules::Symmetry;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

rules::Game game_of(std::string_view moves) {
  return *record::parse_transcript(rules::Position(rules::standard(8)), moves);
}

const Entry& entry_after(const Book& book, std::string_view moves) {
  const Entry* entry = book.find(canonical(game_of(moves).position()).key);
  EXPECT_NE(entry, nullptr) << moves;
  return *entry;
}

TEST(BookGames, CountsTheFourFirstMovesAsOne) {
  Book book(rules::standard(8));
  book.add_game(game_of("f5d6"), 10, 0, 2);
  book.add_game(game_of("d3c5"), -4, 0, 2);
  book.add_game(game_of("c4e3"), 0, 0, 2);
  book.add_game(game_of("e6f4"), 2, 0, 2);
  const Entry& start = entry_after(book, "");
  ASSERT_EQ(start.moves.size(), 1U);
  EXPECT_EQ(start.moves[0].wins, 2U);
  EXPECT_EQ(start.moves[0].draws, 1U);
  EXPECT_EQ(start.moves[0].losses, 1U);
  EXPECT_EQ(start.games(), 4U);
  // All four replies are the same perpendicular one; White's results are Black's turned round.
  const Entry& reply = entry_after(book, "c4");
  ASSERT_EQ(reply.moves.size(), 1U);
  EXPECT_EQ(reply.moves[0].wins, 1U);
  EXPECT_EQ(reply.moves[0].draws, 1U);
  EXPECT_EQ(reply.moves[0].losses, 2U);
  EXPECT_EQ(book.size(), 2U);
}

TEST(BookGames, CountsOnlyThePliesAskedFor) {
  Book book(rules::standard(8));
  book.add_game(game_of("f5d6c3d3c4"), 1, 1, 3);
  EXPECT_EQ(book.size(), 2U);
  EXPECT_EQ(book.find(canonical(rules::Position(rules::standard(8))).key), nullptr);
  EXPECT_EQ(entry_after(book, "f5d6").games(), 1U);
}

// Turned and mirrored games fill the same book; with colours swapped too, where they do not matter.
TEST(BookGames, AreTheSameInEveryImage) {
  for (const rules::RulesetPtr& rules : rules::testing::all_presets()) {
    Rng rng(11);
    const rules::Game game = rules::testing::random_game(rules, rng);
    const int score = game.position().score(Color::Black);
    Book book(rules);
    book.add_game(game, score, 0, 30);
    for (const Symmetry symmetry : Symmetry::all()) {
      rules::Game image(symmetry(game.start()));
      for (const rules::Move move : game.moves()) ASSERT_TRUE(image.play(symmetry(move, rules->size)));
      Book other(rules);
      other.add_game(image, score, 0, 30);
      ASSERT_EQ(book, other) << rules->name << ' ' << symmetry.number();
    }
  }
}

TEST(BookGames, PassesAreNoMoves) {
  for (std::uint64_t seed = 0;; ++seed) {
    Rng rng(seed);
    const rules::Game game = rules::testing::random_game(rules::standard(4), rng);
    int placed = 0;
    for (const rules::Move move : game.moves()) placed += move.is_pass() ? 0 : 1;
    if (placed == game.ply()) continue;  // no pass in it
    Book book(rules::standard(4));
    book.add_game(game, 1, 0, game.ply());
    std::uint64_t counted = 0;
    for (const auto& [key, entry] : book.entries()) counted += entry.games();
    EXPECT_EQ(counted, static_cast<std::uint64_t>(placed));
    EXPECT_THAT(find_faults(book), IsEmpty());
    return;
  }
}

TEST(BookMerge, IsTheUnionInAnyOrderAndGrouping) {
  using testing::random_book;
  const auto rules = *rules::find_ruleset("leader-12");
  const std::vector<Book> parts{random_book(rules, 5, 6, 1), random_book(rules, 4, 8, 2),
                                random_book(rules, 6, 5, 3)};
  const auto merged = [&](std::vector<const Book*> books) {
    Book all(rules);
    for (const Book* book : books) EXPECT_TRUE(all.merge(*book).has_value());
    return all;
  };
  const Book all = merged({&parts[0], &parts[1], &parts[2]});
  EXPECT_EQ(all, merged({&parts[2], &parts[0], &parts[1]}));
  const Book pair = merged({&parts[1], &parts[2]});
  EXPECT_EQ(all, merged({&pair, &parts[0]}));
  for (const Book& part : parts) {
    for (const auto& [key, entry] : part.entries()) {
      ASSERT_NE(all.find(key), nullptr);
      EXPECT_GE(all.find(key)->games(), entry.games());
    }
  }
  std::uint64_t sum = 0;
  for (const Book& part : parts) {
    for (const auto& [key, entry] : part.entries()) sum += entry.games();
  }
  for (const auto& [key, entry] : all.entries()) sum -= entry.games();
  EXPECT_EQ(sum, 0U);
}

TEST(BookMerge, KeepsTheBetterSearchAndFindsValuesAnew) {
  Book low(rules::standard(8));
  Book high(rules::standard(8));
  const rules::Position start = position_of(rules::standard(8), canonical(game_of("").position()).key);
  const rules::Square move = first_equal(start, *start.legal_moves().begin());
  low.entry(canonical(start).key).leaf = Leaf{move, 3 * kUnit, 8, 8, 100};
  high.entry(canonical(start).key).leaf = Leaf{move, -1 * kUnit, 12, 12, 73};
  Book one = low;
  ASSERT_TRUE(one.merge(high).has_value());
  Book other = high;
  ASSERT_TRUE(other.merge(low).has_value());
  EXPECT_EQ(one, other);
  EXPECT_EQ(entry_after(one, "").value, -1 * kUnit);
  EXPECT_EQ(entry_after(one, "").leaf->level, 12);
}

TEST(BookMerge, RefusesOtherRules) {
  Book book(rules::standard(8));
  const auto merged = book.merge(Book(rules::standard(10)));
  ASSERT_FALSE(merged.has_value());
  EXPECT_THAT(merged.error().message, HasSubstr("standard-8 and one for standard-10"));
}

TEST(BookPrune, DropsWhatWasMetTooSeldomAndIsNotScored) {
  Book book(rules::standard(8));
  book.add_game(game_of("f5d6c3"), 1, 0, 3);
  book.add_game(game_of("f5f4e3"), 1, 0, 3);
  book.entry(canonical(game_of("f5d6").position()).key).leaf = Leaf{rules::Square(2, 2), 0, 1, 1, 100};
  EXPECT_EQ(book.size(), 4U);
  book.prune(2);
  EXPECT_EQ(book.size(), 3U) << "the start, after f5, and the one with a leaf";
}

}  // namespace
}  // namespace turncoat::book
