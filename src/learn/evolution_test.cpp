#include "learn/evolution.h"

#include <gmock/gmock.h>

#include "eval/linear_forms.h"
#include "search/alphabeta.h"

namespace turncoat::learn {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

EvolutionSettings toy(EvolutionMethod method = EvolutionMethod::Genetic) {
  EvolutionSettings settings;
  settings.rules = *rules::find_ruleset("standard-4");
  settings.method = method;
  settings.population = 6;
  settings.plan = default_plan(6);
  settings.selection = find_selection(method == EvolutionMethod::Genetic ? "knockout" : "gauntlet");
  settings.generations = 3;
  settings.iterations = 2;
  settings.games = 2;
  settings.depth = 1;
  settings.opening_plies = 2;
  settings.seed = 11;
  settings.panel = {
      {"guess", *eval::parse_linear_numbers("0 100 0 10 0 -1 0 0 0 -5", "")},
      {"greedy", *eval::parse_linear_numbers("0 0 0 0 0 10 0 0 0 0", "")},
  };
  settings.measure_games = 2;
  settings.final_games = 2;
  return settings;
}

// Everything a run tells.
struct Told {
  std::map<std::uint64_t, match::Outcome> games;
  std::vector<GenerationReport> generations;
  EvolutionResult result;
};

struct RunHow {
  int threads = 1;
  std::uint64_t stop_after = 0;  // games; 0: never
};

Told run(const EvolutionSettings& settings, const RunHow& how = {},
         const std::map<std::uint64_t, match::Outcome>& finished = {}) {
  Told told;
  std::stop_source stop;
  EvolutionHost host;
  host.threads = how.threads;
  host.stop = stop.get_token();
  host.finished = finished;
  host.on_game = [&](std::uint64_t item, const record::GameRecord& record) -> Result<void> {
    EXPECT_TRUE(told.games.emplace(item, *match::outcome_of(record)).second) << "played twice: " << item;
    EXPECT_FALSE(finished.contains(item)) << "played again: " << item;
    if (told.games.size() == how.stop_after) stop.request_stop();
    return {};
  };
  host.on_generation = [&](const GenerationReport& report) -> Result<void> {
    told.generations.push_back(report);
    return {};
  };
  EXPECT_TRUE(check_settings(settings).has_value());
  auto result = evolve(settings, host);
  EXPECT_TRUE(result.has_value()) << result.error().message;
  told.result = std::move(*result);
  return told;
}

void expect_same(const Told& a, const Told& b) {
  ASSERT_EQ(a.generations.size(), b.generations.size());
  for (std::size_t i = 0; i < a.generations.size(); ++i) {
    EXPECT_EQ(a.generations[i].population, b.generations[i].population);
    EXPECT_EQ(a.generations[i].standing.order, b.generations[i].standing.order);
    EXPECT_EQ(a.generations[i].champion, b.generations[i].champion);
    EXPECT_EQ(a.generations[i].games, b.generations[i].games);
  }
  ASSERT_EQ(a.result.complete, b.result.complete);
  ASSERT_EQ(a.result.best, b.result.best);
  ASSERT_EQ(a.result.ratings.size(), b.result.ratings.size());
  for (std::size_t i = 0; i < a.result.ratings.size(); ++i) {
    EXPECT_EQ(a.result.ratings[i].elo, b.result.ratings[i].elo);
  }
}

class Evolutions : public ::testing::TestWithParam<EvolutionMethod> {};
INSTANTIATE_TEST_SUITE_P(Methods, Evolutions,
                         ::testing::Values(EvolutionMethod::Genetic, EvolutionMethod::CmaEs),
                         [](const auto& given) {
                           return given.param == EvolutionMethod::Genetic ? "Genetic" : "CmaEs";
                         });

TEST_P(Evolutions, TellEveryGenerationAndTheFinal) {
  const EvolutionSettings settings = toy(GetParam());
  const Told told = run(settings);
  ASSERT_EQ(told.generations.size(), 6U);
  EXPECT_EQ(told.generations[4].iteration, 1);
  EXPECT_EQ(told.generations[4].generation, 1);
  std::uint64_t games = 0;
  for (const GenerationReport& report : told.generations) {
    EXPECT_GT(report.games, games);
    games = report.games;
    EXPECT_EQ(report.population.size(), GetParam() == EvolutionMethod::Genetic ? 6U : 7U);
    ASSERT_EQ(report.measured.size(), 2U);
    EXPECT_EQ(report.measured[1].games(), 2U);
    ASSERT_TRUE(report.strength.has_value());
    EXPECT_EQ(report.strength->games, 4U);
  }
  EXPECT_TRUE(told.result.complete);
  ASSERT_TRUE(told.result.best.has_value());
  EXPECT_EQ(told.result.games, told.games.size());
  const auto& finalists = told.result.finalists;
  EXPECT_EQ(finalists[0].heuristic.name, "guess");
  EXPECT_EQ(finalists[2].heuristic.name, "1a");
  EXPECT_TRUE(finalists[static_cast<std::size_t>(*told.result.best)].iteration.has_value());
  for (int i = 0; i < static_cast<int>(finalists.size()); ++i) {
    EXPECT_EQ(told.result.table.total(i).games(), 2 * (finalists.size() - 1));
    for (int j = 0; j < i; ++j) {
      EXPECT_FALSE(eval::same_heuristic(finalists[static_cast<std::size_t>(i)].heuristic.weights,
                                        finalists[static_cast<std::size_t>(j)].heuristic.weights));
    }
  }
}

TEST_P(Evolutions, DoNotDependOnThreads) {
  const Told one = run(toy(GetParam()));
  const Told three = run(toy(GetParam()), {.threads = 3});
  expect_same(one, three);
  EXPECT_EQ(one.games, three.games);
}

TEST_P(Evolutions, GoOnFromAnyGameToTheSameEnd) {
  const EvolutionSettings settings = toy(GetParam());
  const Told whole = run(settings);
  for (const std::uint64_t after : {1, 5, 17, 40, 75, 100}) {
    const Told part = run(settings, {.stop_after = after});
    EXPECT_FALSE(part.result.complete);
    ASSERT_EQ(part.games.size(), after);
    const Told rest = run(settings, {}, part.games);
    expect_same(whole, rest);
    EXPECT_EQ(rest.games.size() + after, whole.games.size());
  }
}

TEST_P(Evolutions, GrowByIterationsWithoutLosingGames) {
  EvolutionSettings settings = toy(GetParam());
  settings.iterations = 1;
  const Told one = run(settings);
  settings.iterations = 3;
  const Told three = run(settings, {}, one.games);
  const Told at_once = run(settings);
  expect_same(at_once, three);
  EXPECT_EQ(one.games.size() + three.games.size(), at_once.games.size());
}

TEST_P(Evolutions, FollowFromTheirSeed) {
  EvolutionSettings other = toy(GetParam());
  other.seed = 12;
  EXPECT_NE(run(toy(GetParam())).generations[0].population, run(other).generations[0].population);
}

TEST(Genetic, KeepsItsSurvivors) {
  const Told told = run(toy());
  const auto& first = told.generations[0];
  const auto& second = told.generations[1];
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& survivor = first.population[static_cast<std::size_t>(first.standing.order[i])];
    EXPECT_TRUE(eval::same_heuristic(second.population[i], survivor));
  }
}

TEST(Genetic, BeginsWithWhatItIsGiven) {
  EvolutionSettings settings = toy();
  settings.start = {settings.panel[0].weights};
  const Told told = run(settings);
  for (const std::size_t first : {0, 3}) {
    const auto& given = told.generations[first].population[0];
    EXPECT_NEAR(given.weight(eval::Quality::Corners, 10), 100, 0.01);
    EXPECT_NEAR(given.weight(eval::Quality::Moves, 10), 10, 0.01);
  }
}

TEST(Genetic, EvolvesCubicsToo) {
  EvolutionSettings settings = toy();
  settings.genome = GenomeKind::Cubic;
  const Told told = run(settings);
  EXPECT_EQ(told.generations[0].champion.degree, 3);
  EXPECT_TRUE(told.result.complete);
}

TEST(Genetic, MayBeJudgedInOtherWays) {
  for (const Selection& selection : selections()) {
    EvolutionSettings settings = toy();
    settings.selection = &selection;
    settings.iterations = 1;
    EXPECT_TRUE(run(settings).result.complete) << selection.name;
  }
}

TEST(Evolution, WithoutAPanelOrMeasurementsPlaysItsOwnGamesOnly) {
  EvolutionSettings settings = toy();
  settings.panel.clear();
  settings.iterations = 1;
  const Told told = run(settings);
  EXPECT_THAT(told.generations[0].measured, IsEmpty());
  EXPECT_FALSE(told.generations[0].strength.has_value());
  EXPECT_EQ(told.result.finalists.size(), 2U);
}

// Selection is not chance: on 6x6 a few generations beat where they began.
TEST(Evolution, GetsStronger) {
  EvolutionSettings settings = toy();
  settings.rules = *rules::find_ruleset("standard-6");
  settings.population = 8;
  settings.plan = default_plan(8);
  settings.generations = 5;
  settings.iterations = 1;
  settings.games = 10;
  settings.opening_plies = 4;
  settings.measure_games = 40;
  const Told told = run(settings);
  EXPECT_GT(told.generations.back().strength->score, 0.5);
  EXPECT_GE(told.generations.back().strength->score, told.generations.front().strength->score - 0.05);
}

TEST(Evolution, EndsWithTheErrorOfItsHost) {
  EvolutionHost host;
  host.on_game = [](std::uint64_t, const record::GameRecord&) -> Result<void> {
    return fail(Error::Code::Io, "disk full");
  };
  const auto result = evolve(toy(), host);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().message, "disk full");
}

TEST(Evolution, RefusesSettingsThatContradictEachOther) {
  const auto reason = [](const EvolutionSettings& settings) {
    const auto checked = check_settings(settings);
    return checked ? std::string("accepted") : checked.error().message;
  };
  EvolutionSettings settings = toy();
  settings.plan = default_plan(8);
  EXPECT_EQ(reason(settings), "the steps make 8 heuristics and the population is 6");
  settings = toy();
  settings.games = 10'000'000;
  EXPECT_THAT(reason(settings), HasSubstr("ask for fewer"));
  settings = toy();
  settings.depth = 0;
  EXPECT_EQ(reason(settings), "without a depth the games need a clock");
  settings = toy();
  settings.opening_plies = 30;
  EXPECT_THAT(reason(settings), HasSubstr("ask for shorter openings"));
}

TEST(PlayerSpec, NamesThePlayerThatPlayed) {
  const EvolutionSettings settings = toy();
  EXPECT_EQ(player_spec(settings, settings.panel[0].weights),
            "alphabeta:depth=1,eval=linear,weights=0 100 0 10 0 -1 0 0 0 -5,tt=1MB");
}

}  // namespace
}  // namespace turncoat::learn
