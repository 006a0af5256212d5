#include "search/fallible.h"

#include <gmock/gmock.h>

namespace turncoat::search {
namespace {

using testing::ElementsAre;

double expected(const std::vector<double>& losses, const std::vector<double>& chances) {
  double sum = 0;
  for (std::size_t i = 0; i < losses.size(); ++i) sum += losses[i] * chances[i];
  return sum;
}

TEST(Fallible, LosesWhatItsShareSays) {
  const std::vector<double> losses{3, 0, 1, 7, 2, 30};
  for (const double share : {0.05, 0.5, 1.0, 2.0}) {
    EXPECT_NEAR(expected(losses, fallible_chances(losses, share, 8)), share, 1e-6);
  }
}

TEST(Fallible, NeverBlundersBeyondTheLimit) {
  const std::vector<double> losses{0, 9, 30};
  const auto chances = fallible_chances(losses, 100, 8);
  EXPECT_EQ(chances, (std::vector<double>{1, 0, 0}));
}

// The most that one move may lose must not keep a large error from being made at all.
TEST(Fallible, MayLoseMoreWithALargerError) {
  EXPECT_EQ(most_loss({.error = 10}), 8);
  EXPECT_EQ(most_loss({.error = 120}), 30);
  EXPECT_EQ(most_loss({.error = 500}), 64);
  EXPECT_EQ(most_loss({.error = 120, .blunder = 3}), 3);
}

TEST(Fallible, TakesTheMiddleLossForWhatItIsOnABoardThatIsKnown) {
  EXPECT_THAT(losses_in_discs({0}), ElementsAre(0));
  EXPECT_THAT(losses_in_discs({500, 0}), ElementsAre(8, 0));
  EXPECT_THAT(losses_in_discs({0, 300, 100, 200}), ElementsAre(0, 12, 4, 8));
  EXPECT_THAT(losses_in_discs({0, 0, 0}), ElementsAre(0, 0, 0));
  EXPECT_THAT(losses_in_discs({0, 1e9, 10, 20}), ElementsAre(0, 4e8, 4, 8));
}

TEST(Fallible, ChoosesEvenlyWhenNothingLosesEnough) {
  const auto chances = fallible_chances(std::vector<double>{0, 1, 2}, 5, 8);
  for (const double chance : chances) EXPECT_NEAR(chance, 1.0 / 3, 1e-9);
}

TEST(Fallible, PrefersTheSmallerLoss) {
  const auto chances = fallible_chances(std::vector<double>{0, 1, 4}, 0.5, 8);
  EXPECT_GT(chances[0], chances[1]);
  EXPECT_GT(chances[1], chances[2]);
}

TEST(Fallible, SharesAddUpToTheBudget) {
  for (const int squares : {36, 64, 144}) {
    double sum = 0;
    double most = 0;
    int at = 0;
    for (int empties = squares - 4; empties > 0; empties -= 2) {
      const double share = error_share(20, squares, empties);
      sum += share;
      if (share > most) {
        most = share;
        at = empties;
      }
    }
    EXPECT_NEAR(sum, 20, 1e-9);
    EXPECT_NEAR(static_cast<double>(at) / squares, 0.45, 0.05) << "people err most in the middle of the game";
  }
}

TEST(Fallible, DrawsByChance) {
  Rng rng(5);
  const std::vector<double> chances{0.2, 0, 0.8};
  std::vector<int> counts(3);
  for (int i = 0; i < 10'000; ++i) ++counts[draw(chances, rng)];
  EXPECT_EQ(counts[1], 0);
  EXPECT_NEAR(counts[2], 8000, 200);
}

}  // namespace
}  // namespace turncoat::search
