#include "learn/pattern_fit.h"

#include <cmath>

#include <gmock/gmock.h>

#include "base/rng.h"
#include "eval/testing/plain_patterns.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/testing/random_games.h"

namespace turncoat::learn {
namespace {

using eval::PatternSet;
using eval::PatternWeights;
using Packed = PatternWeights::Packed;
using Kernel = rules::kernel::PortableKernel64;

// A game that teaches its last position only, which `judge` gives a score to, from the mover's side.
template <class Judge>
FitGame lesson(int plies, Rng& rng, const Judge& judge) {
  for (;;) {
    rules::Game game(rules::standard(8));
    FitGame result;
    while (!game.is_over() && result.length < plies) {
      if (game.pass_if_forced()) continue;
      rules::testing::play_random_move(game, rng);
      result.squares[result.length++] =
          static_cast<std::uint8_t>(Kernel::bit_of(game.moves().back().square(), 8));
    }
    game.pass_if_forced();
    if (game.is_over()) continue;
    // One more move, so that the position before it is a lesson.
    const rules::Position position = game.position();
    const int score = std::clamp(judge(position), -64, 64);
    rules::testing::play_random_move(game, rng);
    result.first = result.length;
    result.squares[result.length++] =
        static_cast<std::uint8_t>(Kernel::bit_of(game.moves().back().square(), 8));
    result.score = static_cast<std::int8_t>(position.mover() == rules::Color::Black ? score : -score);
    return result;
  }
}

// Lessons at these plies, in turn.
template <class Judge>
std::vector<FitGame> lessons(int count, const std::vector<int>& plies, std::uint64_t seed,
                             const Judge& judge) {
  Rng rng(seed);
  std::vector<FitGame> games;
  for (int i = 0; i < count; ++i) {
    games.push_back(lesson(plies[static_cast<std::size_t>(i) % plies.size()], rng, judge));
  }
  return games;
}

const eval::PatternSet& kSet = eval::pattern_set(8);

int mobility_score(const rules::Position& position) {
  return 3 * position.legal_moves().size() - 12;
}

std::vector<StageReport> reports_of(std::span<const FitGame> games, const FitSettings& settings,
                                    Packed& packed) {
  std::vector<StageReport> reports(static_cast<std::size_t>(kSet.stages));
  packed = fit_patterns(kSet, games, settings, [&](const StageReport& report) {
    reports[static_cast<std::size_t>(report.stage)] = report;
  });
  return reports;
}

FitSettings settings_with(int threads) {
  FitSettings settings;
  settings.shrinkage = 4;
  settings.held_out_every = 5;
  settings.overlap = 0;
  settings.iterations = 20;
  settings.threads = threads;
  return settings;
}

// Positions after six moves are few enough for every state to be seen often.
TEST(PatternFit, FindsTheWeightsThatMadeTheScores) {
  Packed truth = eval::testing::random_weights(0, 1);
  Rng rng(2);
  for (std::int16_t& weight : truth[3]) {
    if (rng.below(3) == 0) {
      weight = static_cast<std::int16_t>(static_cast<int>(rng.below(5)) * PatternWeights::kUnit -
                                         2 * PatternWeights::kUnit);
    }
  }
  const auto games = lessons(3000, {6, 7}, 3, [&](const rules::Position& position) {
    return eval::testing::plain_patterns(position, truth) / PatternWeights::kUnit;
  });
  double squares = 0;
  for (const FitGame& game : games) squares += game.score * game.score;
  const double spread = std::sqrt(squares / static_cast<double>(games.size()));
  Packed packed;
  const auto reports = reports_of(games, settings_with(2), packed);
  EXPECT_GT(spread, 3) << "there is something to learn";
  EXPECT_LT(reports[3].rmse, 0.2 * spread);
  EXPECT_LT(reports[3].fit_rmse, 0.1 * spread);
  EXPECT_GT(reports[3].held_out, 500U);
  EXPECT_EQ(reports[3].positions + reports[3].held_out, games.size());
}

TEST(PatternFit, DoesNotDependOnThreads) {
  const auto games = lessons(200, {20, 21, 30}, 4, mobility_score);
  FitSettings settings = settings_with(1);
  settings.overlap = 1;
  settings.iterations = 5;
  const Packed alone = fit_patterns(kSet, games, settings, {});
  for (const int threads : {2, 3, 16}) {
    settings.threads = threads;
    EXPECT_EQ(fit_patterns(kSet, games, settings, {}), alone) << threads;
  }
}

// Who has the corners is all that counts here, and all that the light evaluation needs to see.
TEST(PatternFit, LightWeightsLearnCornersAndKeepTheOtherShapesAtNothing) {
  const auto corners = [](const rules::Position& position) {
    int score = 0;
    for (const rules::Square corner :
         {rules::Square(0, 0), rules::Square(7, 0), rules::Square(0, 7), rules::Square(7, 7)}) {
      if (position.discs(position.mover()).contains(corner)) score += 12;
      if (position.discs(rules::other(position.mover())).contains(corner)) score -= 12;
    }
    return score;
  };
  const auto games = lessons(3000, {47, 49, 52}, 7, corners);
  StageReport report;
  const std::vector<std::int16_t> weights =
      fit_order(kSet, games, settings_with(2), [&](const StageReport& line) { report = line; });
  EXPECT_EQ(report.stage, kSet.stages);
  EXPECT_EQ(report.positions + report.held_out, games.size());
  double squares = 0;
  for (const FitGame& game : games) squares += game.score * game.score;
  EXPECT_LT(report.rmse, 0.7 * std::sqrt(squares / static_cast<double>(games.size())));
  for (const eval::PatternShape& shape : kSet.shapes) {
    const auto first = weights.begin() + shape.packed_offset;
    const bool learned =
        std::any_of(first, first + shape.packed_states, [](std::int16_t weight) { return weight != 0; });
    EXPECT_EQ(learned, shape.orders) << shape.name;
  }
  EXPECT_EQ(fit_order(kSet, games, settings_with(1), {}), weights) << "whatever the threads";
}

TEST(PatternFit, LeavesUnseenStatesWithTheStageAfter) {
  const auto games = lessons(200, {20, 30}, 5, mobility_score);
  FitSettings settings = settings_with(1);
  settings.iterations = 5;
  const Packed packed = fit_patterns(kSet, games, settings, {});
  EXPECT_EQ(packed[29], std::vector<std::int16_t>(packed[29].size(), 0)) << "nothing was seen so late";
  EXPECT_NE(packed[15], packed[16]);
  for (std::size_t s = 11; s < 15; ++s) EXPECT_EQ(packed[s], packed[15]) << s;
  EXPECT_NE(packed[10], packed[11]);
  for (std::size_t s = 0; s < 10; ++s) EXPECT_EQ(packed[s], packed[10]) << s;
  // Of the states of stage 10, those of no lesson are as they are in stage 11.
  std::size_t moved = 0;
  for (std::size_t i = 0; i < packed[10].size(); ++i) moved += packed[10][i] != packed[11][i] ? 1 : 0;
  EXPECT_LE(moved, games.size() * PatternSet::kSlots);

  settings.shrinkage = 1e6;
  const Packed stiff = fit_patterns(kSet, games, settings, {});
  for (std::size_t i = 0; i < stiff[10].size(); ++i) ASSERT_NEAR(stiff[10][i], stiff[11][i], 8);
}

TEST(PatternFit, GoesOnFromEarlierWeights) {
  const auto games = lessons(200, {20, 30}, 9, mobility_score);
  FitSettings settings = settings_with(1);
  settings.iterations = 5;
  Packed earlier;
  const auto first = reports_of(games, settings, earlier);
  earlier[5].assign(earlier[5].size(), 7);
  settings.from = std::make_shared<const PatternWeights>(kSet, earlier);
  Packed packed;
  const auto second = reports_of(games, settings, packed);
  EXPECT_EQ(packed[5], settings.from->packed()[5]) << "no game tells of these plies";
  EXPECT_EQ(packed[29], earlier[29]);
  EXPECT_LT(second[10].fit_rmse, first[10].fit_rmse) << "what was learned is kept and learned again";
}

// Held-out games may say what they like: the weights do not hear them, the error does.
TEST(PatternFit, KeepsHeldOutGamesOutOfTheWeights) {
  auto games = lessons(200, {20}, 6, mobility_score);
  FitSettings settings = settings_with(1);
  settings.iterations = 5;
  Packed before;
  const auto honest = reports_of(games, settings, before);
  std::size_t changed = 0;
  // Eight games of every forty (pattern_fit.h).
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (i / 8 % 5 != 0) continue;
    games[i].score = games[i].score > 0 ? std::int8_t{-64} : std::int8_t{64};
    ++changed;
  }
  Packed after;
  const auto lied = reports_of(games, settings, after);
  EXPECT_EQ(after, before);
  EXPECT_EQ(honest[10].held_out, changed);
  EXPECT_GT(lied[10].rmse, 2 * honest[10].rmse);
  EXPECT_EQ(lied[10].fit_rmse, honest[10].fit_rmse);
}

// Far from the end the search's word is the target, near it the result; held-out games know results only.
TEST(PatternFit, BelievesTheSearchFarFromTheEnd) {
  auto games = lessons(300, {20, 50}, 8, mobility_score);
  for (FitGame& game : games) game.searched[game.first] = 0;
  FitSettings settings = settings_with(1);
  settings.search_share = 1;
  Packed packed;
  const auto believing = reports_of(games, settings, packed);
  settings.search_share = 0;
  const auto doubting = reports_of(games, settings, packed);
  EXPECT_GT(believing[10].rmse, 2 * doubting[10].rmse) << "it learned that all is even";
  EXPECT_EQ(believing[25].rmse, doubting[25].rmse);
  EXPECT_LT(believing[10].fit_rmse, 0.1);
}

// Searches that find the mover five discs better than it is, whoever it is, teach what is left when two that
// follow each other agree.
TEST(PatternFit, LearnsNoBiasOfTheSideThatMovesFirst) {
  constexpr int kBias = 5;
  auto games = lessons(400, {21}, 10, mobility_score);
  Rng rng(11);
  for (FitGame& lesson : games) {
    rules::Game game(rules::standard(8));
    for (int i = 0; i < lesson.length; ++i) {
      game.pass_if_forced();
      ASSERT_TRUE(game.play(Kernel::square_of(lesson.squares[static_cast<std::size_t>(i)], 8)));
    }
    const rules::Color judged = rules::other(game.position().mover());
    const int score = judged == rules::Color::Black ? lesson.score : -lesson.score;
    lesson.searched[lesson.first] = static_cast<std::int8_t>(score + kBias);
    const bool passes = game.pass_if_forced();
    if (game.is_over()) continue;
    rules::testing::play_random_move(game, rng);
    lesson.searched[lesson.length] = static_cast<std::int8_t>((passes ? score : -score) + kBias);
    lesson.squares[lesson.length++] =
        static_cast<std::uint8_t>(Kernel::bit_of(game.moves().back().square(), 8));
  }
  FitSettings settings = settings_with(1);
  settings.search_share = 0;
  Packed packed;
  const double by_results = reports_of(games, settings, packed)[10].rmse;
  settings.search_share = 1;
  EXPECT_NEAR(reports_of(games, settings, packed)[10].rmse, by_results, 0.05 * by_results);
}

TEST(PatternFit, ReportsTheErrorOfTheRoundedWeights) {
  const auto games = lessons(150, {20, 40}, 7, mobility_score);
  const FitSettings settings = settings_with(1);
  Packed packed;
  const auto reports = reports_of(games, settings, packed);
  const auto again = held_out_error(games, settings, PatternWeights(kSet, packed));
  ASSERT_EQ(again.size(), reports.size());
  for (std::size_t s = 0; s < reports.size(); ++s) {
    EXPECT_EQ(again[s].rmse, reports[s].rmse);
    EXPECT_EQ(again[s].mae, reports[s].mae);
    EXPECT_EQ(again[s].held_out, reports[s].held_out);
  }
}

TEST(PatternFit, GivesUpWhenItIsStopped) {
  const auto games = lessons(100, {20, 40}, 12, mobility_score);
  std::stop_source source;
  FitSettings settings = settings_with(2);
  settings.stop = source.get_token();
  int reports = 0;
  fit_patterns(kSet, games, settings, [&](const StageReport&) {
    if (++reports == 3) source.request_stop();
  });
  EXPECT_EQ(reports, 3);
}

TEST(PatternFit, TakesNoGames) {
  const Packed packed = fit_patterns(kSet, {}, settings_with(2), [](const StageReport& report) {
    EXPECT_EQ(report.positions, 0U);
    EXPECT_EQ(report.rmse, 0);
  });
  EXPECT_EQ(packed.size(), static_cast<std::size_t>(kSet.stages));
}

}  // namespace
}  // namespace turncoat::learn
