#include "server/value.h"

#include <gmock/gmock.h>
#include <rapidcheck.h>

#include "base/rng.h"
#include "rules/symmetry.h"

namespace turncoat::server {
namespace {

Value searched(double score, int depth, int selectivity = 100) {
  Value value;
  value.score = score;
  value.depth = depth;
  value.selectivity = selectivity;
  return value;
}

Value exact(double score) {
  Value value = searched(score, 0);
  value.source = Value::Source::Exact;
  return value;
}

TEST(ValueBook, StrongerIsNeverReplacedByWeaker) {
  RC_ASSERT(rc::check("kept value only gets stronger", [](std::uint64_t seed) {
    Rng rng(seed);
    ValueBook book;
    const rules::Position start(rules::standard(8));
    std::optional<Value> strongest;
    for (int i = 0; i < 30; ++i) {
      Value value =
          searched(rng.uniform() * 10, static_cast<int>(rng.below(8)), rng.below(2) == 0 ? 73 : 100);
      if (rng.below(10) == 0) value.source = static_cast<Value::Source>(rng.below(5));
      const Value kept = book.keep(start, value);
      RC_ASSERT(!is_weaker(kept, value));
      RC_ASSERT(!strongest || !is_weaker(kept, *strongest));
      strongest = kept;
    }
  }));
}

TEST(ValueBook, SymmetricPositionsAreOne) {
  ValueBook book;
  const rules::Position start(rules::standard(8));
  const rules::Position after =
      start.after(*rules::Square::parse("f5", 8)).after(*rules::Square::parse("d6", 8));
  book.keep(after, searched(3.5, 9));
  for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
    EXPECT_EQ(book.find(symmetry(after)), searched(3.5, 9));
  }
  EXPECT_EQ(book.size(), 1u);
  EXPECT_EQ(book.find(start), std::nullopt);
  EXPECT_EQ(book.find(rules::Position(rules::with_scoring(rules::standard(8), rules::Scoring::DiscsOnly))),
            std::nullopt);
}

TEST(ValueBook, MoveIsWorthWhatItLeadsTo) {
  ValueBook book;
  const rules::Position start(rules::standard(8));
  const rules::Move move(*rules::Square::parse("d3", 8));
  EXPECT_EQ(book.keep_move(start, move, searched(2, 10)), searched(2, 10));
  EXPECT_EQ(book.find(start.after(move)), searched(-2, 9));
  // The other first moves are images of this one.
  EXPECT_EQ(book.find_move(start, *rules::Square::parse("e6", 8)), searched(2, 10));
  EXPECT_EQ(book.keep_move(start, move, searched(5, 4)), searched(2, 10));
  EXPECT_EQ(*book.keep_move(start, move, exact(0)).score, 0);
}

TEST(ValueBook, ForgetsTheOldest) {
  ValueBook book(3);
  rules::Game game(rules::standard(8));
  for (int i = 0; i < 10; ++i) {
    book.keep(game.position(), searched(i, 1));
    ASSERT_TRUE(game.play(*game.position().legal_moves().begin()).has_value());
  }
  EXPECT_EQ(book.size(), 3u);
  EXPECT_EQ(book.find(game.position_at(0)), std::nullopt);
  EXPECT_NE(book.find(game.position_at(9)), std::nullopt);
}

TEST(ValueJson, HasEveryField) {
  EXPECT_EQ(dump(value_json(std::nullopt)), "null");
  EXPECT_EQ(
      dump(value_json(searched(3.456, 14, 95))),
      R"({"score":3.46,"exact":false,"depth":14,"selectivity":95,"source":"search","visits":null,"win_rate":null})");
}

}  // namespace
}  // namespace turncoat::server
