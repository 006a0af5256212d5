#include "mcts/mcts_player.h"

#include <gmock/gmock.h>

#include "player/conformance.h"

namespace turncoat::mcts {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

MctsParams quick(std::uint64_t sims = 60) {
  MctsParams params;
  params.sims = sims;
  params.memory = 1 << 20;
  return params;
}

Evaluation staged(const rules::Ruleset&) {
  return StagedEval{};
}

std::unique_ptr<MctsPlayer> player_with(const MctsParams& params) {
  return std::make_unique<MctsPlayer>(params, staged);
}

// Plays a game against itself and gives every note.
std::vector<std::string> notes_of_game(MctsPlayer& player, const rules::Position& start,
                                       const player::Request& request) {
  std::vector<std::string> notes;
  EXPECT_TRUE(player.new_game(start, 5).has_value());
  rules::Game game(start);
  while (!game.is_over()) {
    if (game.pass_if_forced()) continue;
    const auto choice = player.choose(game, request);
    EXPECT_TRUE(choice.has_value() && game.play(choice->move).has_value());
    notes.push_back(choice->thought.note);
  }
  return notes;
}

TEST(MctsPlayer, Conforms) {
  player::ConformanceOptions options;
  for (const std::string& name : rules::preset_names())
    options.rulesets.push_back(*rules::find_ruleset(name));
  EXPECT_THAT(player::check_conformance([] { return player_with(quick()); }, options), IsEmpty());
}

TEST(MctsPlayer, ConformsInTheSmallestMemory) {
  player::ConformanceOptions options;
  options.rulesets = {rules::standard(6), rules::standard(8)};
  MctsParams params = quick(3000);
  params.memory = 64 << 10;
  EXPECT_THAT(player::check_conformance([&] { return player_with(params); }, options), IsEmpty());
}

TEST(MctsPlayer, ConformsWithEveryOption) {
  player::ConformanceOptions options;
  options.rulesets = {rules::standard(4), rules::standard(8), rules::standard(10)};
  MctsParams params = quick();
  params.cutoff = 4;
  params.final = Final::WinRate;
  params.solver = false;
  params.batch = 1;
  params.seed = 9;
  EXPECT_THAT(player::check_conformance([&] { return player_with(params); }, options), IsEmpty());
}

TEST(MctsPlayer, SaysWhatItKnows) {
  const auto player = player_with(quick(2000));
  const auto notes = notes_of_game(*player, rules::Position(rules::standard(6)), {});
  EXPECT_THAT(notes.front(), testing::MatchesRegex("win [0-9.]+ %, 2000 visits"));
  EXPECT_THAT(notes, testing::Contains(HasSubstr("proven")));
}

TEST(MctsPlayer, SaysThatItsTreeIsFull) {
  MctsParams params = quick(20'000);
  params.memory = 64 << 10;
  const auto notes = notes_of_game(*player_with(params), rules::Position(rules::standard(8)), {});
  EXPECT_THAT(notes.front(), HasSubstr("tree full at 64KB"));
}

TEST(MctsPlayer, PlaysOnTheClockWithTinyMemory) {
  for (const std::uint64_t memory : {64 << 10, 16 << 20}) {
    MctsParams params;
    params.memory = memory;
    params.time = std::chrono::milliseconds(3);
    params.threads = 2;
    EXPECT_THAT(notes_of_game(*player_with(params), rules::Position(rules::standard(8)), {}),
                testing::SizeIs(testing::Ge(9)));
  }
}

TEST(MctsPlayer, FollowsAGameThatWasTakenBack) {
  const auto player = player_with(quick());
  rules::Game game(rules::standard(8));
  ASSERT_TRUE(player->new_game(game.start(), 1).has_value());
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(game.play(player->choose(game, {})->move).has_value());
  game.undo();
  game.undo();
  const auto choice = player->choose(game, {});
  ASSERT_TRUE(choice.has_value());
  EXPECT_TRUE(game.position().is_legal(choice->move));
}

TEST(MctsPlayer, OwnSeedDecides) {
  MctsParams params = quick(200);
  params.seed = 77;
  const rules::Position start(rules::standard(8));
  std::vector<std::string> notes;
  for (const std::uint64_t game_seed : {1, 2}) {
    const auto player = player_with(params);
    ASSERT_TRUE(player->new_game(start, game_seed).has_value());
    notes.push_back(player->choose(rules::Game(start), {})->thought.note);
  }
  EXPECT_EQ(notes[0], notes[1]);
}

std::shared_ptr<const SavedTree> grown_tree(const rules::RulesetPtr& rules, std::uint64_t sims) {
  MctsParams params = quick();
  const auto searcher =
      make_searcher(rules::Position(rules), params.options(StagedEval{}), rules::kernel::best_isa());
  searcher->search({.sims = sims}, 3);
  SavedTree saved;
  saved.rules = rules;
  saved.player = "mcts";
  saved.nodes.assign(&searcher->tree()[0], &searcher->tree()[0] + searcher->tree().used());
  return std::make_shared<const SavedTree>(std::move(saved));
}

TEST(MctsPlayerTree, StartsFromAGrownOne) {
  const auto tree = grown_tree(rules::standard(8), 5000);
  MctsPlayer player(quick(100), staged, tree);
  const rules::Position start(rules::standard(8));
  ASSERT_TRUE(player.new_game(start, 1).has_value());
  EXPECT_THAT(player.choose(rules::Game(start), {})->thought.note, HasSubstr(" 5100 visits"));
  ASSERT_TRUE(player.new_game(start, 1).has_value());
  rules::Game game(start);
  ASSERT_TRUE(game.play(*start.legal_moves().begin()).has_value());
  EXPECT_THAT(player.choose(game, {})->thought.note, testing::Not(HasSubstr(" 100 visits")));
}

TEST(MctsPlayerTree, RefusesOtherRulesAndTooLittleMemory) {
  MctsParams params = quick(100);
  params.tree = "t.tree";
  MctsPlayer other(params, staged, grown_tree(rules::standard(6), 100));
  const auto refused = other.new_game(rules::Position(rules::standard(8)), 1);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message, "t.tree was grown for standard-6, not for standard-8");

  params.memory = 64 << 10;
  MctsPlayer cramped(params, staged, grown_tree(rules::standard(8), 5000));
  const auto too_large = cramped.new_game(rules::Position(rules::standard(8)), 1);
  ASSERT_FALSE(too_large.has_value());
  EXPECT_THAT(too_large.error().message, HasSubstr("does not fit into memory=64KB"));
}

TEST(SlowMctsPlayer, TwentySecondsInSixteenMegabytes) {
  MctsParams params;
  params.time = std::chrono::seconds(20);
  params.memory = 16 << 20;
  params.threads = 2;
  const auto player = player_with(params);
  const rules::Position start(rules::standard(8));
  ASSERT_TRUE(player->new_game(start, 1).has_value());
  const auto choice = player->choose(rules::Game(start), {});
  ASSERT_TRUE(choice.has_value());
  EXPECT_TRUE(start.is_legal(choice->move));
  EXPECT_THAT(choice->thought.note, HasSubstr("tree full at 16MB"));
}

}  // namespace
}  // namespace turncoat::mcts
