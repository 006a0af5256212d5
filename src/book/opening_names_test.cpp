#include "book/opening_names.h"

#include <set>

#include <gmock/gmock.h>

#include "record/transcript.h"
#include "rules/symmetry.h"
#include "rules/testing/random_games.h"

namespace turncoat::book {
namespace {

rules::Game play(std::string_view moves) {
  const auto game = record::parse_transcript(rules::Position(rules::standard(8)), moves);
  EXPECT_TRUE(game.has_value()) << moves << ": " << (game ? "" : game.error().message);
  return game ? *game : rules::Game(rules::standard(8));
}

std::string_view name_of(std::string_view moves) {
  const auto match = find_opening(play(moves));
  return match ? match->name : "";
}

TEST(OpeningNames, AreLegalAndClaimAPositionEach) {
  std::set<std::string_view> names;
  for (const Opening& opening : openings()) {
    const rules::Game game = play(opening.moves);
    // Were the position claimed twice, one of the two would get the other's name.
    EXPECT_EQ(opening_name(game.position()), opening.name) << opening.moves;
    EXPECT_TRUE(names.insert(opening.name).second) << opening.name << " is there twice";
  }
}

TEST(OpeningNames, HoldInAllEightSymmetries) {
  for (const Opening& opening : openings()) {
    const rules::Game game = play(opening.moves);
    for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
      EXPECT_EQ(opening_name(symmetry(game.position())), opening.name) << symmetry.number();
    }
  }
}

TEST(OpeningNames, LongestMatchWins) {
  EXPECT_EQ(name_of("f5d6c3d3c4"), "Tiger");
  EXPECT_EQ(name_of("f5d6c3d3c4f4f6"), "Stephenson");
  EXPECT_EQ(name_of("f5d6c3d3c4b3"), "Aubrey");
  EXPECT_EQ(name_of("f5f6e6f4g6"), "Snake");
  EXPECT_EQ(name_of("f5d6c5f4e3c6d3f6e6d7"), "Rose");
  const auto match = find_opening(play("f5d6c3d3c4f4c5"));
  ASSERT_TRUE(match.has_value());
  EXPECT_EQ(match->name, "Tiger");
  EXPECT_EQ(match->ply, 5);
}

// Two moves of one side in the other order, where that leads to the same discs.
TEST(OpeningNames, FindTranspositions) {
  int found = 0;
  for (const Opening& opening : openings()) {
    const rules::Game usual = play(opening.moves);
    const std::string moves(opening.moves);
    for (std::size_t i = 0; i + 6 <= moves.size(); i += 2) {
      const std::string other = moves.substr(0, i) + moves.substr(i + 4, 2) + moves.substr(i + 2, 2) +
                                moves.substr(i, 2) + moves.substr(i + 6);
      const auto game = record::parse_transcript(usual.start(), other);
      if (!game || game->position() != usual.position()) continue;
      ++found;
      EXPECT_EQ(name_of(other), opening.name) << other;
    }
  }
  EXPECT_GE(found, 5);
}

TEST(OpeningNames, NothingForOtherBoardsAndStrangePositions) {
  EXPECT_FALSE(find_opening(rules::Game(rules::standard(8))).has_value());
  for (const rules::RulesetPtr& rules : rules::testing::all_presets()) {
    if (rules->size == 8) continue;
    Rng rng(1);
    EXPECT_FALSE(find_opening(rules::testing::random_game(rules, rng)).has_value()) << rules->name;
  }
  Rng rng(2);
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(opening_name(rules::testing::random_position(rules::standard(8), rng)), std::nullopt);
  }
}

}  // namespace
}  // namespace turncoat::book
