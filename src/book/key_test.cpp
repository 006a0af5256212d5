#include "book/key.h"

#include <set>

#include <gmock/gmock.h>

#include "rules/testing/random_games.h"

namespace turncoat::book {
namespace {

using rules::Color;
using rules::Symmetry;

// Positions with a move, from the start to the end of random games on every preset.
template <class Check>
void for_positions(Check check) {
  for (const rules::RulesetPtr& rules : rules::testing::all_presets()) {
    Rng rng(7);
    for (int round = 0; round < 3; ++round) {
      rules::Game game(rules);
      while (!game.is_over()) {
        if (!game.position().legal_moves().empty()) check(game.position());
        rules::testing::play_random_move(game, rng);
      }
    }
  }
}

rules::Position with_colours_swapped(const rules::Position& position) {
  return *rules::Position::make(position.ruleset_ptr(), position.discs(Color::White),
                                position.discs(Color::Black), other(position.mover()));
}

TEST(BookKey, IsOneForAllImages) {
  for_positions([](const rules::Position& position) {
    const Key key = canonical(position).key;
    for (const Symmetry symmetry : Symmetry::all()) {
      const rules::Position image = symmetry(position);
      ASSERT_EQ(canonical(image).key, key) << image.to_string();
    }
  });
}

TEST(BookKey, TellsColoursApartOnlyWhereTheBonusDoes) {
  for_positions([](const rules::Position& position) {
    const bool same = canonical(position).key == canonical(with_colours_swapped(position)).key;
    ASSERT_EQ(same, position.ruleset().black_bonus == 0) << position.to_string();
  });
}

TEST(BookKey, GivesThePositionBack) {
  for_positions([](const rules::Position& position) {
    const Canonical seen = canonical(position);
    const rules::Position back = position_of(position.ruleset_ptr(), seen.key);
    ASSERT_EQ(canonical(back).key, seen.key);
    ASSERT_EQ(canonical(back).symmetry.number(), 0);
    const rules::Position image = seen.symmetry(position);
    ASSERT_EQ(back.discs(back.mover()), image.discs(image.mover()));
    ASSERT_EQ(seen.key.discs(), position.disc_count(Color::Black) + position.disc_count(Color::White));
    ASSERT_TRUE(position.ruleset().black_bonus == 0 || back.mover() == position.mover());
  });
}

TEST(BookKey, DistinguishesAsManyPositionsAsThereAre) {
  std::set<Key> level{canonical(rules::Position(rules::standard(8))).key};
  for (const std::size_t expected : {1, 3, 14, 60, 322}) {
    std::set<Key> next;
    for (const Key& key : level) {
      for (const Child& child : children_of(position_of(rules::standard(8), key))) {
        next.insert(canonical(child.position).key);
      }
    }
    EXPECT_EQ(next.size(), expected);
    level = std::move(next);
  }
}

TEST(BookFirstEqual, IsOneForMovesThatLeadToOneImage) {
  const rules::Position start =
      position_of(rules::standard(8), canonical(rules::Position(rules::standard(8))).key);
  std::set<rules::Square> firsts;
  for (const rules::Square square : start.legal_moves()) firsts.insert(first_equal(start, square));
  EXPECT_EQ(firsts.size(), 1U) << "the four first moves are one";
  for_positions([](const rules::Position& position) {
    const rules::Position image = position_of(position.ruleset_ptr(), canonical(position).key);
    for (const rules::Square square : image.legal_moves()) {
      const rules::Square first = first_equal(image, square);
      ASSERT_TRUE(image.legal_moves().contains(first));
      ASSERT_EQ(first_equal(image, first), first);
      ASSERT_EQ(canonical(image.after(square)).key, canonical(image.after(first)).key);
    }
  });
}

TEST(BookChildren, SkipThePassAndKnowTheEnd) {
  int passes = 0;
  int ends = 0;
  for_positions([&](const rules::Position& position) {
    for (const Child& child : children_of(position)) {
      const rules::Position after = position.after(child.square);
      ASSERT_EQ(child.over, after.is_over());
      ASSERT_EQ(child.sign, after.must_pass() ? 1 : -1);
      ASSERT_TRUE(child.over || !child.position.legal_moves().empty());
      passes += after.must_pass() ? 1 : 0;
      ends += child.over ? 1 : 0;
    }
  });
  EXPECT_GT(passes, 0);
  EXPECT_GT(ends, 0);
}

TEST(SameGame, LooksAtWhatDecidesScores) {
  EXPECT_TRUE(same_game(*rules::standard(8), *rules::standard(8)));
  EXPECT_FALSE(same_game(*rules::standard(8), *rules::standard(10)));
  EXPECT_FALSE(same_game(*rules::standard(12), **rules::find_ruleset("leader-12")));
  EXPECT_FALSE(
      same_game(*rules::standard(8), *rules::with_scoring(rules::standard(8), rules::Scoring::DiscsOnly)));
}

}  // namespace
}  // namespace turncoat::book
