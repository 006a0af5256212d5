#include "learn/zero_recipe.h"

#include <gmock/gmock.h>

namespace turncoat::learn {
namespace {

using ::testing::HasSubstr;

TEST(ZeroRecipe, TheSeedsNumbersAreAPreset) {
  const auto recipe = parse_recipe("seed-004", 8);
  ASSERT_TRUE(recipe.has_value());
  EXPECT_EQ(recipe->games, 100);
  EXPECT_EQ(recipe->sims, 25);
  EXPECT_EQ(recipe->window, 20);
  EXPECT_DOUBLE_EQ(recipe->cpuct, 3);
  EXPECT_DOUBLE_EQ(recipe->alpha, 0.9);
  EXPECT_DOUBLE_EQ(recipe->noise, 0.25);
  EXPECT_EQ(recipe->root, mcts::RootChoice::Puct);
}

TEST(ZeroRecipe, PresetsTakeChanges) {
  const auto recipe = parse_recipe("seed-004:sims=7,root=gumbel", 8);
  ASSERT_TRUE(recipe.has_value());
  EXPECT_EQ(recipe->sims, 7);
  EXPECT_EQ(recipe->root, mcts::RootChoice::Gumbel);
  EXPECT_EQ(recipe->games, 100);
  // A change back to the default holds too.
  EXPECT_EQ(parse_recipe("seed-004:solve=10", 8)->solve, 10);
}

TEST(ZeroRecipe, FastMergesWhatIsMetAgain) {
  EXPECT_TRUE(parse_recipe("fast", 8)->merge);
  EXPECT_FALSE(parse_recipe("fast:merge=0", 8)->merge);
  EXPECT_FALSE(parse_recipe("seed-004", 8)->merge);
}

TEST(ZeroRecipe, TheStartOf6x6IsLearnedAsOftenAsItIsMet) {
  EXPECT_FALSE(parse_recipe("fast", 6)->merge);
}

TEST(ZeroRecipe, SmallBoardsSolveLess) {
  EXPECT_LT(parse_recipe("fast", 4)->solve, parse_recipe("fast", 8)->solve);
}

TEST(ZeroRecipe, SaysWhatIsWrong) {
  EXPECT_THAT(parse_recipe("fats", 8).error().message, HasSubstr("did you mean \"fast\""));
  EXPECT_THAT(parse_recipe("fast:simz=3", 8).error().message, HasSubstr("did you mean \"sims\""));
  EXPECT_THAT(parse_recipe("fast:sims=0", 8).error().message, HasSubstr("outside 1..100000"));
  EXPECT_THAT(parse_recipe("fast:games=3,games=4", 8).error().message, HasSubstr("given twice"));
}

TEST(ZeroRecipe, SimulationsRiseToTheMiddle) {
  ZeroRecipe recipe;
  recipe.first_sims = 10;
  recipe.sims = 30;
  EXPECT_EQ(recipe.sims_at(0), 10);
  EXPECT_EQ(recipe.sims_at(0.25), 20);
  EXPECT_EQ(recipe.sims_at(0.5), 30);
  EXPECT_EQ(recipe.sims_at(1), 30);
}

}  // namespace
}  // namespace turncoat::learn
