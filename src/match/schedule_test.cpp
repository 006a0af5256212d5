#include "match/schedule.h"

#include <set>

#include <gmock/gmock.h>

#include "base/rng.h"
#include "match/knockout.h"
#include "match/openings.h"
#include "match/results.h"

namespace turncoat::match {
namespace {

Outcome black_by(int score) {
  return {score, record::Ending::Finished, std::nullopt, ""};
}

TEST(Schedule, PairsEveryoneOnce) {
  EXPECT_THAT(round_robin(3), testing::ElementsAre(Pairing{0, 1}, Pairing{0, 2}, Pairing{1, 2}));
  EXPECT_EQ(round_robin(9).size(), 36U);
  EXPECT_THAT(gauntlet(3), testing::ElementsAre(Pairing{0, 1}, Pairing{0, 2}));
}

TEST(Schedule, MoreGamesOnlyAddItems) {
  const auto pairings = round_robin(4);
  const auto few = plan_games(pairings, 3);
  const auto many = plan_games(pairings, 5);
  for (std::size_t i = 0; i < many.size(); ++i) {
    EXPECT_EQ(many[i].item, i);
    if (i >= few.size()) continue;
    EXPECT_EQ(few[i].item, i);
    EXPECT_EQ(few[i].pairing, many[i].pairing);
    EXPECT_EQ(few[i].game, many[i].game);
  }
  EXPECT_EQ(few.size(), 18U);
}

TEST(Schedule, SwapsColoursOnEachOpening) {
  const auto openings = random_openings(rules::standard(8), 4, 2, 1);
  ASSERT_TRUE(openings);
  for (const PlannedGame& planned : plan_games(gauntlet(2), 6)) {
    EXPECT_EQ(planned.black(), static_cast<int>(planned.game % 2));
    EXPECT_EQ(planned.white(), 1 - planned.black());
    const auto which = planned.game / 2 % 2;
    EXPECT_EQ(opening_of(*openings, planned.game), openings->at(which));
  }
}

TEST(Openings, AreDistinctAndUnfinishedAndStable) {
  const auto rules = rules::standard(8);
  const auto openings = *random_openings(rules, 8, 300, 5);
  std::set<std::string> seen;
  for (const auto& opening : openings) {
    EXPECT_EQ(opening.ply(), 8);
    EXPECT_FALSE(opening.is_over());
    seen.insert(opening.position().to_string());
  }
  EXPECT_EQ(seen.size(), 300U);
  const auto fewer = *random_openings(rules, 8, 20, 5);
  EXPECT_TRUE(std::equal(fewer.begin(), fewer.end(), openings.begin()));
  EXPECT_FALSE(fewer[0] == random_openings(rules, 8, 1, 6)->at(0));
}

TEST(Openings, StartOverWhenThereAreNoMore) {
  // Four first moves, four positions: every run of four has them all.
  const auto openings = *random_openings(rules::standard(8), 1, 12, 3);
  for (std::size_t block = 0; block < 12; block += 4) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < 4; ++i) seen.insert(openings[block + i].position().to_string());
    EXPECT_EQ(seen.size(), 4U) << block;
  }
}

TEST(Openings, RefuseWhatTheBoardCannotGive) {
  const auto openings = random_openings(rules::standard(4), 60, 1, 1);
  ASSERT_FALSE(openings);
  EXPECT_THAT(openings.error().message, testing::HasSubstr("standard-4"));
  EXPECT_EQ(**parse_random_openings("random:8"), 8);
  EXPECT_EQ(**parse_random_openings("none"), 0);
  EXPECT_FALSE(parse_random_openings("book.txt")->has_value());
  EXPECT_FALSE(parse_random_openings("random:x"));
  EXPECT_FALSE(parse_random_openings("random:-1"));
  EXPECT_FALSE(parse_random_openings("random:9999999999"));
}

TEST(Results, CrosstableShowsWinsLossesDraws) {
  ResultTable table(3);
  const std::vector<std::string> names = {"alpha", "b", "c|d"};
  table.add({0, 0, {0, 1}}, black_by(10));
  table.add({1, 1, {0, 1}}, black_by(-4));
  table.add({2, 2, {0, 1}}, black_by(-64));
  table.add({3, 0, {1, 2}}, black_by(0));
  Outcome late = black_by(-64);
  late.ending = record::Ending::Time;
  late.loser = rules::Color::Black;
  table.add({4, 2, {0, 2}}, late);
  EXPECT_EQ(crosstable(table, names),
            "|       | alpha |     b |  c\\|d |\n"
            "| ----- | ----: | ----: | ----: |\n"
            "| alpha |     - | 2-1-0 | 0-1-0 |\n"
            "| b     | 1-2-0 |     - | 0-0-1 |\n"
            "| c\\|d  | 1-0-0 | 0-0-1 |     - |\n");
  EXPECT_EQ(table.tally(0, 1).discs, 10 + 4 - 64);
  EXPECT_EQ(table.total(0).games(), 4U);
  EXPECT_EQ(table.total(0, rules::Color::Black).wins, 1U);
  EXPECT_EQ(table.total(0, rules::Color::Black).losses, 2U);
  EXPECT_EQ(table.total(0, rules::Color::White).wins, 1U);
  EXPECT_EQ(table.total(0, rules::Color::White).games(), 1U);
  EXPECT_EQ(table.pairs().size(), 3U);
  EXPECT_EQ(table.forfeits().time, 1U);
  EXPECT_EQ(table.forfeits().illegal, 0U);
}

TEST(Bracket, KeepsTheBestSeedsApart) {
  using Slots = std::vector<std::optional<int>>;
  EXPECT_EQ(bracket_slots(2), (Slots{0, 1}));
  EXPECT_EQ(bracket_slots(4), (Slots{0, 3, 1, 2}));
  EXPECT_EQ(bracket_slots(3), (Slots{0, std::nullopt, 1, 2}));
  EXPECT_EQ(bracket_slots(8), (Slots{0, 7, 3, 4, 1, 6, 2, 5}));
}

TEST(Knockout, TheStrongerSeedWinsForTwoToNinePlayers) {
  for (int players = 2; players <= 9; ++players) {
    std::set<std::uint64_t> items;
    std::uint64_t played = 0;
    const auto result = play_knockout(players, 2, [&](std::span<const PlannedGame> plan) {
      std::vector<std::optional<Outcome>> outcomes;
      for (const PlannedGame& planned : plan) {
        EXPECT_TRUE(items.insert(planned.item).second);
        ++played;
        outcomes.push_back(black_by(planned.black() < planned.white() ? 10 : -10));
      }
      return outcomes;
    });
    ASSERT_TRUE(result);
    EXPECT_EQ(result->winner, 0) << players;
    EXPECT_EQ(played, 2U * static_cast<unsigned>(players - 1)) << players;
    const auto& final = result->matches.back();
    EXPECT_EQ(std::min(*final.a, *final.b), 0);
    EXPECT_EQ(std::max(*final.a, *final.b), 1) << players;
    int byes = 0;
    for (const auto& match : result->matches) byes += match.decider == Decider::Bye ? 1 : 0;
    EXPECT_EQ(byes, static_cast<int>(bracket_slots(players).size()) - players);
  }
}

TEST(Knockout, BreaksTiesByExtraGamesThenDiscsThenSeed) {
  const auto decided = [](const std::function<int(const PlannedGame&)>& black_score) {
    const auto result = play_knockout(2, 2, [&](std::span<const PlannedGame> plan) {
      std::vector<std::optional<Outcome>> outcomes;
      for (const PlannedGame& planned : plan) outcomes.push_back(black_by(black_score(planned)));
      return outcomes;
    });
    return std::pair(result->matches.at(0), *result->winner);
  };
  const auto [extra, extra_winner] = decided([](const auto& g) { return g.game == 2 ? -2 : 0; });
  EXPECT_EQ(extra.decider, Decider::ExtraGames);
  EXPECT_EQ(extra_winner, 1);
  EXPECT_EQ(extra.tally.games(), 4U);
  const auto [discs, discs_winner] = decided([](const auto& g) { return g.game % 2 == 0 ? 2 : 8; });
  EXPECT_EQ(discs.decider, Decider::Discs);
  EXPECT_EQ(discs_winner, 1);
  EXPECT_EQ(discs.tally.games(), 2U + kKnockoutExtraGames);
  const auto [seed, seed_winner] = decided([](const auto&) { return 0; });
  EXPECT_EQ(seed.decider, Decider::Seed);
  EXPECT_EQ(seed_winner, 0);
}

TEST(Knockout, AStoppedRoundHasNoWinner) {
  const auto result = play_knockout(4, 2, [](std::span<const PlannedGame> plan) {
    std::vector<std::optional<Outcome>> outcomes(plan.size());
    outcomes.front() = black_by(2);
    return outcomes;
  });
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->winner);
  EXPECT_EQ(result->matches.size(), 2U);
  EXPECT_EQ(result->matches[0].tally.wins, 1U);
}

}  // namespace
}  // namespace turncoat::match
