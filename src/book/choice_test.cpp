#include "book/choice.h"

#include <set>

#include <gmock/gmock.h>

#include "book/testing/sample_books.h"
#include "record/transcript.h"

namespace turncoat::book {
namespace {

using rules::Symmetry;
using testing::hashed_book;
using testing::random_book;

BookMove scored(const char* name, double score, bool in_book) {
  BookMove move{rules::Move(*rules::Square::parse(name, 8))};
  move.score = static_cast<int>(score * kUnit);
  move.in_book = in_book;
  return move;
}

BookMove played(const char* name, std::uint32_t wins, std::uint32_t losses) {
  BookMove move{rules::Move(*rules::Square::parse(name, 8))};
  move.games = {move.move.square(), wins, 0, losses};
  return move;
}

// The names of all moves that some seed chooses.
std::set<std::string> chosen(const std::vector<BookMove>& moves, double variety) {
  std::set<std::string> names;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed);
    const auto move = choose(moves, variety, rng);
    names.insert(move ? move->move.name() : "think");
  }
  return names;
}

using Names = std::set<std::string>;

TEST(BookChoice, TakesTheBestOfTheBook) {
  EXPECT_EQ(chosen({scored("a1", 2, true), scored("b1", 1, true)}, 0), Names{"a1"});
  EXPECT_EQ(chosen({scored("a1", 2, true), scored("b1", 2, true)}, 0), (Names{"a1", "b1"}));
  EXPECT_EQ(chosen({}, 5), Names{"think"});
}

TEST(BookChoice, ChoosesAmongNearEqualMoves) {
  const std::vector<BookMove> moves{scored("a1", 2, true), scored("b1", 1.5, true), scored("c1", 0, true)};
  EXPECT_EQ(chosen(moves, 0.4), Names{"a1"});
  EXPECT_EQ(chosen(moves, 0.5), (Names{"a1", "b1"}));
  EXPECT_EQ(chosen(moves, 2), (Names{"a1", "b1", "c1"}));
}

// The move out of the book is the player's own business, also when it is the best.
TEST(BookChoice, LeavesTheLeafToThePlayer) {
  EXPECT_EQ(chosen({scored("a1", 2, false)}, 0), Names{"think"});
  EXPECT_EQ(chosen({scored("a1", 2, false), scored("b1", 1, true)}, 0), Names{"think"});
  EXPECT_EQ(chosen({scored("a1", 2, false), scored("b1", 1, true)}, 1), Names{"b1"});
}

TEST(BookChoice, WantsGamesEnough) {
  EXPECT_EQ(chosen({played("a1", 29, 0)}, 0), Names{"think"});
  EXPECT_EQ(chosen({played("a1", 30, 0)}, 0), Names{"a1"});
  // 12 of 12 won promise less than 190 of 200.
  const auto sure = played("b1", 190, 10).sure_share();
  EXPECT_GT(sure, played("a1", 12, 0).sure_share());
  const std::vector<BookMove> moves{played("b1", 190, 10), played("a1", 33, 1), played("c1", 60, 40)};
  EXPECT_EQ(chosen(moves, 0), Names{"think"}) << "a1 may be as good";
  EXPECT_EQ(chosen(moves, 10), (Names{"a1", "b1"}));
  EXPECT_EQ(chosen({played("b1", 190, 10), played("c1", 60, 40)}, 0), Names{"b1"});
}

// What the book says of a position it says of all its images, and each time the move is legal and leads to
// the same place.
void check_images(const Book& book, const rules::Position& position) {
  const auto here = look_up(book, position);
  for (const Symmetry symmetry : Symmetry::all()) {
    const rules::Position image = symmetry(position);
    const auto there = look_up(book, image);
    ASSERT_EQ(here.size(), there.size());
    std::multiset<std::pair<std::optional<int>, Key>> places;
    std::multiset<std::pair<std::optional<int>, Key>> image_places;
    for (const BookMove& move : here) {
      ASSERT_TRUE(position.is_legal(move.move));
      places.emplace(move.score, canonical(position.after(move.move)).key);
    }
    for (const BookMove& move : there) {
      ASSERT_TRUE(image.is_legal(move.move)) << image.to_string() << ' ' << move.move.name();
      image_places.emplace(move.score, canonical(image.after(move.move)).key);
    }
    ASSERT_EQ(places, image_places);
    for (std::size_t i = 0; i < here.size(); ++i) {
      ASSERT_EQ(here[i].games.games(), there[i].games.games());
      ASSERT_EQ(here[i].score, there[i].score);
    }
  }
}

TEST(BookLookup, IsLegalAndEqualInEveryImage) {
  Book scores = hashed_book(150);
  for (const Key& key : scores.keys()) check_images(scores, position_of(scores.rules(), key));
  for (const rules::RulesetPtr& rules : rules::testing::all_presets()) {
    const Book games = random_book(rules, 6, 10, 9);
    for (const Key& key : games.keys()) check_images(games, position_of(rules, key));
  }
}

TEST(BookLookup, GivesTheBestFirstWithTheValueOfThePosition) {
  const Book book = hashed_book(150);
  for (const auto& [key, entry] : book.entries()) {
    const auto moves = look_up(book, position_of(book.rules(), key));
    ASSERT_FALSE(moves.empty());
    EXPECT_EQ(moves.front().score, entry.value);
    int leaves = 0;
    for (const BookMove& move : moves) leaves += move.leaf ? 1 : 0;
    EXPECT_EQ(leaves, entry.leaf ? 1 : 0);
  }
}

TEST(BookLookup, KnowsNothingOfOtherRules) {
  const Book book = hashed_book(20);
  EXPECT_TRUE(look_up(book, rules::Position(rules::standard(10))).empty());
  EXPECT_FALSE(look_up(book, rules::Position(rules::standard(8))).empty());
}

}  // namespace
}  // namespace turncoat::book
