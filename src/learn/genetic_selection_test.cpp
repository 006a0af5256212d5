#include "learn/genetic_selection.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"

namespace turncoat::learn {
namespace {

using match::PlannedGame;
using ::testing::ElementsAre;
using Outcomes = std::vector<std::optional<match::Outcome>>;

constexpr int kSquares = 36;

// Whoever is stronger wins, by as many discs as it is stronger.
match::PlayRound by_strength(const std::vector<int>& strength, std::uint64_t* games = nullptr) {
  return [strength, games](std::span<const PlannedGame> plan) -> Result<Outcomes> {
    Outcomes outcomes;
    for (const PlannedGame& planned : plan) {
      match::Outcome outcome;
      outcome.black_score = strength[static_cast<std::size_t>(planned.black())] -
                            strength[static_cast<std::size_t>(planned.white())];
      outcomes.emplace_back(outcome);
      if (games != nullptr) ++*games;
    }
    return outcomes;
  };
}

Standing judge(std::string_view name, const std::vector<int>& strength, std::uint64_t* games = nullptr) {
  const auto standing = find_selection(name)->judge(static_cast<int>(strength.size()), 2, kSquares,
                                                    by_strength(strength, games));
  EXPECT_TRUE(standing.has_value() && standing->has_value());
  return **standing;
}

TEST(Knockout, LeavesTheTwoFinalistsFirst) {
  // Members 0 and 7 meet in the first round of the bracket, so the second best is out at once.
  const Standing standing = judge("knockout", {70, 10, 20, 30, 40, 50, 5, 80});
  EXPECT_EQ(standing.order[0], 7);
  EXPECT_EQ(standing.order[1], 5);
  EXPECT_EQ(standing.tallies[7].wins, 6U);
  EXPECT_EQ(standing.tallies[7].losses, 0U);
  EXPECT_EQ(standing.tallies[0].games(), 2U);
}

TEST(Knockout, OfSixteenIsFifteenMatches) {
  std::uint64_t games = 0;
  judge("knockout", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, &games);
  EXPECT_EQ(games, 30U);
}

TEST(RoundRobin, OrdersEverybody) {
  std::uint64_t games = 0;
  const Standing standing = judge("round-robin", {3, 1, 4, 2}, &games);
  EXPECT_THAT(standing.order, ElementsAre(2, 0, 3, 1));
  EXPECT_EQ(games, 12U);
}

TEST(Gauntlet, OrdersByTheGamesAgainstTheFirst) {
  std::uint64_t games = 0;
  // Member 0 stands between those who beat it and those who do not; margins order the rest.
  const Standing standing = judge("gauntlet", {10, 30, 5, 20, 8}, &games);
  EXPECT_THAT(standing.order, ElementsAre(1, 3, 0, 4, 2));
  EXPECT_EQ(games, 8U);
}

TEST(Selections, StopWhenGamesAreMissing) {
  for (const Selection& selection : selections()) {
    const auto standing = selection.judge(
        5, 2, kSquares,
        [](std::span<const PlannedGame> plan) -> Result<Outcomes> { return Outcomes(plan.size()); });
    ASSERT_TRUE(standing.has_value()) << selection.name;
    EXPECT_FALSE(standing->has_value()) << selection.name;
    const auto broken = selection.judge(5, 2, kSquares, [](std::span<const PlannedGame>) -> Result<Outcomes> {
      return fail(Error::Code::Io, "disk full");
    });
    ASSERT_FALSE(broken.has_value());
    EXPECT_EQ(broken.error().message, "disk full");
  }
}

// The caller leaves room for so many numbers.
RC_GTEST_PROP(Selections, NumberTheirGamesBelowTheirLimit, (std::uint64_t seed)) {
  const Selection& selection = **rc::gen::elementOf(
      std::vector<const Selection*>{&selections()[0], &selections()[1], &selections()[2]});
  const int members = *rc::gen::inRange(2, 20);
  const auto games = static_cast<std::uint64_t>(*rc::gen::inRange(1, 5));
  std::set<std::uint64_t> seen;
  const auto standing =
      selection.judge(members, games, kSquares, [&](std::span<const PlannedGame> plan) -> Result<Outcomes> {
        Outcomes outcomes;
        for (const PlannedGame& planned : plan) {
          RC_ASSERT(seen.insert(planned.item).second);
          RC_ASSERT(planned.item < selection.most_games(members, games));
          match::Outcome outcome;
          outcome.black_score = static_cast<int>(Rng::stream(seed, planned.item).below(3)) - 1;
          outcomes.emplace_back(outcome);
        }
        return outcomes;
      });
  std::vector<int> order = (*standing)->order;
  RC_ASSERT((*standing)->tallies.size() == static_cast<std::size_t>(members));
  std::ranges::sort(order);
  for (int member = 0; member < members; ++member) {
    RC_ASSERT(order[static_cast<std::size_t>(member)] == member);
  }
}

TEST(Fitness, CountsPointsBeforeDiscs) {
  match::Tally won;
  won.wins = 1;
  won.discs = 2;
  match::Tally lost;
  lost.losses = 1;
  lost.discs = -2;
  EXPECT_DOUBLE_EQ(fitness(won, 36), 1 + 2 / 36.0);
  EXPECT_GT(fitness(won, 36), fitness({}, 36));
  EXPECT_GT(fitness({}, 36), fitness(lost, 36));
  match::Tally clear = won;
  clear.discs = 20;
  EXPECT_GT(fitness(clear, 36), fitness(won, 36));
}

}  // namespace
}  // namespace turncoat::learn
