#include "book/graph.h"

#include <gmock/gmock.h>

#include "book/testing/sample_books.h"
#include "record/transcript.h"

namespace turncoat::book {
namespace {

using testing::hashed_book;

Key key_after(std::string_view moves) {
  return canonical(record::parse_transcript(rules::Position(rules::standard(8)), moves)->position()).key;
}

// A leaf on some legal move of the position that is not one of `taken`.
void put_leaf(Book& book, std::string_view moves, int score, std::vector<std::string> taken = {}) {
  const Key key = key_after(moves);
  const rules::Position position = position_of(book.rules(), key);
  for (const Child& child : children_of(position)) {
    const Key next = canonical(child.position).key;
    const bool used =
        std::ranges::any_of(taken, [&](const std::string& line) { return key_after(line) == next; });
    if (used) continue;
    book.entry(key).leaf = Leaf{first_equal(position, child.square), score, 10, 10, 100};
    return;
  }
}

int value_after(const Book& book, std::string_view moves) {
  return book.find(key_after(moves))->value.value();
}

// By hand: after c4 there are three replies. c3 (diagonal) has +3 for Black, e3 (perpendicular) +1, and c5
// (parallel) is what White's leaf gives, -2 for White. So White takes e3 and stands at -1; with c4 the only
// first move, the start is worth +1.
TEST(Propagate, IsNegamaxOverLinksAndLeaf) {
  Book book(rules::standard(8));
  put_leaf(book, "c4c3", 3 * kUnit);
  put_leaf(book, "c4e3", 1 * kUnit);
  put_leaf(book, "c4", -2 * kUnit, {"c4c3", "c4e3"});
  book.entry(key_after(""));
  Graph(book).propagate();
  EXPECT_EQ(value_after(book, "c4c3"), 3 * kUnit);
  EXPECT_EQ(value_after(book, "c4e3"), 1 * kUnit);
  EXPECT_EQ(value_after(book, "c4"), -1 * kUnit);
  EXPECT_EQ(value_after(book, ""), 1 * kUnit) << "every move is a link, so it needs no leaf";
  // The leaf is the better move now.
  put_leaf(book, "c4", 0, {"c4c3", "c4e3"});
  Graph(book).propagate();
  EXPECT_EQ(value_after(book, "c4"), 0);
  EXPECT_EQ(value_after(book, ""), 0);
  // One ply deeper a better move is found for Black: the perpendicular reply is no longer the best.
  put_leaf(book, "c4e3f4", -4 * kUnit);
  Graph(book).propagate();
  EXPECT_EQ(value_after(book, "c4e3"), 4 * kUnit);
  EXPECT_EQ(value_after(book, "c4"), 0);
}

TEST(Propagate, IgnoresALeafThatHasBecomeALink) {
  Book book(rules::standard(8));
  put_leaf(book, "c4", 5 * kUnit);
  const rules::Position after_c4 = position_of(book.rules(), key_after("c4"));
  const rules::Position child = after_c4.after(book.find(key_after("c4"))->leaf->square);
  const rules::Position image = position_of(book.rules(), canonical(child).key);
  book.entry(canonical(child).key).leaf =
      Leaf{first_equal(image, *image.legal_moves().begin()), 1 * kUnit, 10, 10, 100};
  Graph graph(book);
  graph.propagate();
  EXPECT_TRUE(graph.leaf_is_stale(graph.find(key_after("c4"))));
  EXPECT_EQ(value_after(book, "c4"), -1 * kUnit) << "what the link says";
}

TEST(Propagate, LeavesPositionsUnscoredWhoseMovesAreNotAllKnown) {
  Book book(rules::standard(8));
  book.entry(key_after("c4"));
  put_leaf(book, "c4c3", 0);
  Graph(book).propagate();
  EXPECT_FALSE(book.find(key_after("c4"))->value.has_value());
}

// The whole game of 4x4 as a book: ends and passes decide, no leaf is needed, and the value is the true one.
TEST(Propagate, SolvesASmallBoard) {
  const rules::RulesetPtr rules = rules::standard(4);
  Book book(rules);
  std::vector<Key> open{canonical(rules::Position(rules)).key};
  while (!open.empty()) {
    const Key key = open.back();
    open.pop_back();
    if (book.find(key) != nullptr) continue;
    book.entry(key);
    for (const Child& child : children_of(position_of(rules, key))) {
      if (!child.over) open.push_back(canonical(child.position).key);
    }
  }
  Graph(book).propagate();
  const rules::Position start(rules);
  EXPECT_EQ(book.find(canonical(start).key)->value, kUnit * rules::testing::plain_negamax(start));
  int checked = 0;
  for (const Key& key : book.keys()) {
    const rules::Position position = position_of(rules, key);
    if (position.empties().size() > 5 || ++checked > 300) continue;
    ASSERT_EQ(book.find(key)->value, kUnit * rules::testing::plain_negamax(position)) << position.to_string();
  }
  EXPECT_GT(checked, 100);
}

TEST(Graph, GrowsToTheSameAsOneMadeAnew) {
  Book whole = hashed_book(200);
  Book grown(rules::standard(8));
  Graph graph(grown);
  for (const Key& key : whole.keys()) {
    const int index = graph.add(key);
    *graph.node(index).entry = *whole.find(key);
    graph.node(index).entry->value.reset();
  }
  graph.propagate();
  EXPECT_EQ(grown.entries(), whole.entries());
}

}  // namespace
}  // namespace turncoat::book
