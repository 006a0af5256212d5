#include "learn/zero_selfplay.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>

#include "mcts/testing/plain_judge.h"

namespace turncoat::learn {
namespace {

using mcts::testing::FancifulJudge;

ZeroRecipe quick() {
  ZeroRecipe recipe;
  recipe.sims = 8;
  recipe.considered = 4;
  recipe.solve = 5;
  recipe.flight = 4;
  recipe.opening = 3;
  return recipe;
}

std::vector<ZeroGame> games_of(const rules::RulesetPtr& rules, const ZeroRecipe& recipe, std::uint64_t games,
                               int threads = 1) {
  std::vector<ZeroGame> made;
  ZeroSelfplay selfplay(rules, recipe, threads, 1, 0);
  const auto played = selfplay.play(
      games, []() -> Result<std::unique_ptr<mcts::Judge>> { return std::make_unique<FancifulJudge>(); },
      [&](ZeroGame&& game) -> Result<void> {
        made.push_back(std::move(game));
        return {};
      },
      {});
  EXPECT_TRUE(played.has_value());
  return made;
}

TEST(ZeroSelfplay, EveryGameIsPlayedOutAndEverySampleIsGood) {
  for (const rules::RulesetPtr& rules : {rules::standard(4), rules::standard(6), rules::standard(8)}) {
    for (const ZeroGame& game : games_of(rules, quick(), 6)) {
      EXPECT_TRUE(game.game.is_over());
      EXPECT_FALSE(game.samples.empty());
      for (const nn::Sample& sample : game.samples) {
        const auto good = nn::check_sample(sample, rules->size);
        EXPECT_TRUE(good.has_value()) << good.error().message;
      }
    }
  }
}

// Each sample is a position of its game, seen by its mover, with that mover's result.
TEST(ZeroSelfplay, SamplesTellTheGamesResult) {
  ZeroRecipe recipe = quick();
  recipe.blend = 0;
  for (const ZeroGame& game : games_of(rules::standard(6), recipe, 5)) {
    const rules::Position& end = game.game.position();
    for (const nn::Sample& sample : game.samples) {
      std::optional<rules::Color> mover;
      for (int ply = 0; ply <= game.game.ply(); ++ply) {
        const rules::Position& position = game.game.position_at(ply);
        if (position.discs(position.mover()) == sample.mover &&
            position.discs(rules::other(position.mover())) == sample.other) {
          mover = position.mover();
        }
      }
      ASSERT_TRUE(mover.has_value());
      const int score = end.score(*mover);
      EXPECT_FLOAT_EQ(sample.value, score > 0 ? 1.0F : score < 0 ? -1.0F : 0.0F);
      EXPECT_FLOAT_EQ(sample.score, static_cast<float>(score) / 36);
      float owned = 0;
      for (const float owner : sample.ownership) owned += owner;
      EXPECT_EQ(static_cast<int>(owned), end.disc_count(*mover) - end.disc_count(rules::other(*mover)));
    }
  }
}

TEST(ZeroSelfplay, EndingsAreExactTargets) {
  ZeroRecipe recipe = quick();
  recipe.ending = 0.8;
  recipe.finish = 7;
  int solved = 0;
  for (const ZeroGame& game : games_of(rules::standard(6), recipe, 8)) {
    for (const nn::Sample& sample : game.samples) {
      if (36 - sample.mover.size() - sample.other.size() > recipe.finish) continue;
      ++solved;
      EXPECT_FLOAT_EQ(sample.weight, 1);
      const auto position =
          rules::Position::make(rules::standard(6), sample.mover, sample.other, rules::Color::Black);
      const int best = rules::testing::plain_negamax(*position);
      EXPECT_FLOAT_EQ(sample.score, static_cast<float>(best) / 36);
      for (const nn::MoveShare& share : sample.policy) {
        const rules::Position next = position->after(nn::move_at(share.move, 6));
        EXPECT_EQ(-rules::testing::plain_negamax(next), best);
      }
    }
  }
  EXPECT_GT(solved, 12);
}

TEST(ZeroSelfplay, SurpriseMovesWeightButNotItsSum) {
  ZeroRecipe recipe = quick();
  recipe.solve = 0;
  recipe.surprise = 0.5;
  for (const ZeroGame& game : games_of(rules::standard(6), recipe, 4)) {
    double sum = 0;
    std::set<float> weights;
    for (const nn::Sample& sample : game.samples) {
      EXPECT_GE(sample.weight, 0.5F);
      sum += sample.weight;
      weights.insert(sample.weight);
    }
    EXPECT_LE(sum, static_cast<double>(game.samples.size()) + 1e-3);
    EXPECT_GT(weights.size(), 3U);
  }
}

TEST(ZeroSelfplay, CheapMovesTeachNoPolicy) {
  ZeroRecipe recipe = quick();
  recipe.cheap = 2;
  recipe.full = 0.3;
  recipe.solve = 0;
  std::size_t full = 0;
  std::size_t all = 0;
  for (const ZeroGame& game : games_of(rules::standard(6), recipe, 10)) {
    for (const nn::Sample& sample : game.samples) {
      ++all;
      full += sample.policy.empty() ? 0U : 1U;
    }
  }
  EXPECT_GT(full, all / 6);
  EXPECT_LT(full, all / 2);
}

// A rival's moves come from no search: only the other side's positions are learned from.
TEST(ZeroSelfplay, RivalsTeachNothingButAreLearnedAgainst) {
  ZeroRecipe recipe = quick();
  recipe.rivals = 1;
  recipe.solve = 0;
  std::set<rules::Color> learners;
  for (const ZeroGame& game : games_of(rules::standard(6), recipe, 12)) {
    std::set<rules::Color> movers;
    for (int ply = 0; ply < game.game.ply(); ++ply) {
      const rules::Position& position = game.game.position_at(ply);
      for (const nn::Sample& sample : game.samples) {
        if (position.discs(position.mover()) == sample.mover &&
            position.discs(rules::other(position.mover())) == sample.other) {
          movers.insert(position.mover());
        }
      }
    }
    EXPECT_EQ(movers.size(), 1U);
    learners.insert(movers.begin(), movers.end());
  }
  EXPECT_EQ(learners.size(), 2U);
}

// Where the policy's first choices lead is learned from, but as the search sees it, not as it ended.
TEST(ZeroSelfplay, BareGamesFollowThePolicyAndLearnFromTheSearch) {
  ZeroRecipe recipe = quick();
  recipe.rivals = 1;
  recipe.bare = 1;
  recipe.solve = 0;
  recipe.opening = 0;
  recipe.sims = 20;
  FancifulJudge judge;
  int followed = 0;
  int searched = 0;
  int of_search = 0;
  for (const ZeroGame& game : games_of(rules::standard(6), recipe, 40)) {
    for (int ply = 0; ply < game.game.ply(); ++ply) {
      const rules::Position& position = game.game.position_at(ply);
      const auto sample = std::ranges::find_if(game.samples, [&](const nn::Sample& candidate) {
        return position.discs(position.mover()) == candidate.mover &&
               position.discs(rules::other(position.mover())) == candidate.other;
      });
      if (sample == game.samples.end()) continue;
      std::vector<mcts::Judgement> judged(1);
      judge.judge(std::span(&position, 1), judged);
      const auto first = std::ranges::max_element(judged[0].policy) - judged[0].policy.begin();
      ++searched;
      followed += nn::move_index(game.game.moves()[static_cast<std::size_t>(ply)], 6) == first ? 1 : 0;
      of_search += std::abs(sample->value) < 0.99F && std::abs(sample->score) < 0.3F ? 1 : 0;
      if (ply == 0) {
        EXPECT_EQ(nn::move_index(game.game.moves()[static_cast<std::size_t>(ply)], 6), first);
        EXPECT_LT(std::abs(sample->value), 0.99F);
      }
    }
  }
  // The switch to the search's own moves comes at any ply.
  EXPECT_GT(followed, searched / 2);
  EXPECT_LT(followed, searched);
  EXPECT_GT(of_search, searched / 3);
}

// Games that the policy lost by itself are gone through again, so most of them are lost ones still.
TEST(ZeroSelfplay, TrialsLookForGamesThatThePolicyLoses) {
  const auto lost = [](int trials) {
    ZeroRecipe recipe = quick();
    recipe.rivals = 1;
    recipe.bare = 1;
    recipe.trials = trials;
    recipe.solve = 0;
    int count = 0;
    for (const ZeroGame& game : games_of(rules::standard(6), recipe, 100)) {
      EXPECT_TRUE(game.game.is_over());
      EXPECT_FALSE(game.samples.empty());
      const nn::Sample& last = game.samples.back();
      const rules::Position& end = game.game.position();
      for (int ply = 0; ply < game.game.ply(); ++ply) {
        const rules::Position& position = game.game.position_at(ply);
        if (position.discs(position.mover()) != last.mover) continue;
        count += end.score(position.mover()) < 0 ? 1 : 0;
        break;
      }
    }
    return count;
  };
  EXPECT_GT(lost(50), lost(0) + 10);
}

TEST(ZeroSelfplay, GamesDifferAndHaveTheirOwnNumbers) {
  const auto games = games_of(rules::standard(6), quick(), 12, 2);
  std::set<std::uint64_t> numbers;
  std::set<std::string> ends;
  for (const ZeroGame& game : games) {
    numbers.insert(game.number);
    ends.insert(game.game.position().to_string());
  }
  EXPECT_EQ(numbers.size(), games.size());
  EXPECT_GT(ends.size(), games.size() / 2);
}

// A board that is solved from the start asks no judge and still ends.
TEST(ZeroSelfplay, GamesWithoutAnySearchEnd) {
  ZeroRecipe recipe = quick();
  recipe.solve = 12;
  const auto games = games_of(rules::standard(4), recipe, 5);
  EXPECT_GE(games.size(), 5U);
  for (const ZeroGame& game : games) EXPECT_EQ(game.judged, 0U);
}

// Sides that love discs, or shun them, drift farther apart than chance lets them.
TEST(ZeroSelfplay, TastesMakeLopsidedOpenings) {
  const auto apart = [](double taste) {
    ZeroRecipe recipe = quick();
    recipe.opening = 200;
    recipe.taste = taste;
    int sum = 0;
    for (const ZeroGame& game : games_of(rules::standard(6), recipe, 60)) {
      const rules::Position& position = game.game.position_at(std::min(12, game.game.ply()));
      sum += std::abs(position.disc_count(rules::Color::Black) - position.disc_count(rules::Color::White));
    }
    return sum;
  };
  EXPECT_GT(apart(4), 1.2 * apart(0));
}

TEST(ZeroSelfplay, TheSeedsSearchDrawsItsMoves) {
  const auto recipe = parse_recipe("seed-004:sims=10,flight=4", 6);
  const auto games = games_of(rules::standard(6), *recipe, 6);
  std::set<std::string> ends;
  for (const ZeroGame& game : games) ends.insert(game.game.position().to_string());
  EXPECT_GT(ends.size(), 3U);
}

TEST(ZeroSelfplay, AnErrorOfTheTakerEndsIt) {
  ZeroSelfplay selfplay(rules::standard(4), quick(), 2, 1, 0);
  const auto played = selfplay.play(
      1000, []() -> Result<std::unique_ptr<mcts::Judge>> { return std::make_unique<FancifulJudge>(); },
      [&](ZeroGame&&) -> Result<void> { return fail(Error::Code::Io, "the disk is full"); }, {});
  ASSERT_FALSE(played.has_value());
  EXPECT_EQ(played.error().message, "the disk is full");
}

}  // namespace
}  // namespace turncoat::learn
