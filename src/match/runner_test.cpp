#include "match/runner.h"

#include <atomic>
#include <mutex>
#include <set>

#include <gmock/gmock.h>

#include "match/openings.h"
#include "match/stats.h"
#include "player/greedy_player.h"
#include "player/random_player.h"
#include "player/testing/scripted_player.h"

namespace turncoat::match {
namespace {

using player::ScriptedPlayer;
using Outcomes = std::vector<std::optional<Outcome>>;

Result<std::unique_ptr<player::Player>> make(const std::string& spec) {
  if (spec == "random") return std::make_unique<player::RandomPlayer>();
  if (spec == "greedy") return std::make_unique<player::GreedyPlayer>();
  return fail(Error::Code::Unavailable, "{} does not start", spec);
}

RunnerOptions small_match(int threads, std::vector<std::string> players = {"random", "greedy"}) {
  RunnerOptions options;
  options.players = std::move(players);
  options.make_player = make;
  options.openings = *random_openings(rules::standard(6), 4, 10, 3);
  options.seed = 11;
  options.threads = threads;
  return options;
}

TEST(Runner, ParallelEqualsSerial) {
  const auto plan = plan_games(round_robin(3), 15);
  const auto serial = run_games(plan, {}, small_match(1, {"random", "greedy", "random"}));
  const auto parallel = run_games(plan, {}, small_match(4, {"random", "greedy", "random"}));
  ASSERT_TRUE(serial && parallel);
  EXPECT_EQ(*serial, *parallel);
  auto other_seed = small_match(1, {"random", "greedy", "random"});
  other_seed.seed = 12;
  EXPECT_NE(*serial, *run_games(plan, {}, other_seed));
}

TEST(Runner, AResumedRunEqualsAnUninterruptedOne) {
  const auto plan = plan_games(gauntlet(2), 21);
  std::map<std::uint64_t, Outcome> stored;
  auto options = small_match(3);
  std::stop_source stop;
  options.stop = stop.get_token();
  options.on_game = [&](const PlannedGame& planned, const record::GameRecord& record) -> Result<void> {
    EXPECT_TRUE(stored.emplace(planned.item, *outcome_of(record)).second);
    if (stored.size() == 7) stop.request_stop();
    return {};
  };
  const auto broken_off = run_games(plan, {}, options);
  ASSERT_TRUE(broken_off);
  EXPECT_GE(stored.size(), 7U);
  EXPECT_LT(stored.size(), 21U);

  options.stop = {};
  const auto before = stored;
  const auto resumed = run_games(plan, before, options);
  ASSERT_TRUE(resumed);
  EXPECT_EQ(stored.size(), 21U);
  EXPECT_EQ(*resumed, *run_games(plan, {}, small_match(1)));
}

TEST(Runner, FailuresCostTheirOwnGamesOnly) {
  const auto plan = plan_games(round_robin(3), 4);
  const auto outcomes = run_games(plan, {}, small_match(2, {"random", "broken", "greedy"}));
  ASSERT_TRUE(outcomes);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const Outcome& outcome = *outcomes->at(i);
    const bool involved = plan[i].black() == 1 || plan[i].white() == 1;
    EXPECT_EQ(outcome.ending, involved ? record::Ending::Failed : record::Ending::Finished);
    if (!involved) continue;
    EXPECT_EQ(outcome.reason, "broken does not start");
    EXPECT_EQ(outcome.points(plan[i].black() == 1 ? rules::Color::Black : rules::Color::White), 0);
  }
}

TEST(Runner, MakesAPlayerAfreshAfterItFailed) {
  std::atomic<int> made{0};
  auto options = small_match(1, {"flaky", "greedy"});
  options.make_player = [&](const std::string& spec) -> Result<std::unique_ptr<player::Player>> {
    if (spec != "flaky") return make(spec);
    ++made;
    return std::make_unique<ScriptedPlayer>(std::vector<ScriptedPlayer::Step>{
        [](const rules::Game&, const player::Request&) -> Result<player::Choice> {
          return fail(Error::Code::Unavailable, "died");
        }});
  };
  ASSERT_TRUE(run_games(plan_games(gauntlet(2), 5), {}, options));
  EXPECT_EQ(made, 5);
}

TEST(Runner, AStoreThatFailsEndsTheRun) {
  auto options = small_match(2);
  int calls = 0;
  options.on_game = [&](const PlannedGame&, const record::GameRecord&) -> Result<void> {
    if (++calls == 3) return fail(Error::Code::Io, "the disk is full");
    return {};
  };
  const auto outcomes = run_games(plan_games(gauntlet(2), 50), {}, options);
  ASSERT_FALSE(outcomes);
  EXPECT_EQ(outcomes.error().message, "the disk is full");
  EXPECT_EQ(calls, 3);
}

TEST(Runner, StopsAtTheSamePlaceForAnyNumberOfThreads) {
  const auto plan = plan_games(gauntlet(2), 60);
  const auto counted = [&](int threads) {
    auto options = small_match(threads);
    std::vector<SideResult> results;
    options.enough = [&](const PlannedGame& planned, const Outcome& outcome) {
      EXPECT_EQ(planned.game, results.size());
      results.push_back(first_player_result(outcome, planned.game));
      return sprt(count_pairs(results), {-100, 100, 0.3, 0.3}).verdict != SprtVerdict::Continue;
    };
    const auto outcomes = run_games(plan, {}, options);
    EXPECT_LT(results.size(), 60U);
    for (std::size_t i = 0; i < outcomes->size(); ++i)
      EXPECT_EQ((*outcomes)[i].has_value(), i < results.size());
    return *outcomes;
  };
  EXPECT_EQ(counted(1), counted(4));
}

}  // namespace
}  // namespace turncoat::match
