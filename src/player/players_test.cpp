#include <gmock/gmock.h>

#include "player/conformance.h"
#include "player/greedy_player.h"
#include "player/random_player.h"

namespace turncoat::player {
namespace {

using testing::IsEmpty;

ConformanceOptions every_size() {
  ConformanceOptions options;
  for (const std::string& name : rules::preset_names())
    options.rulesets.push_back(*rules::find_ruleset(name));
  return options;
}

TEST(RandomPlayer, Conforms) {
  EXPECT_THAT(check_conformance([] { return std::make_unique<RandomPlayer>(); }, every_size()), IsEmpty());
}

TEST(GreedyPlayer, Conforms) {
  EXPECT_THAT(check_conformance([] { return std::make_unique<GreedyPlayer>(); }, every_size()), IsEmpty());
}

TEST(GreedyPlayer, TakesTheMoveThatTurnsTheMost) {
  const auto position = rules::Position::parse(rules::standard(4), "-OOX/----/XO--/---- X");
  ASSERT_TRUE(position.has_value());
  GreedyPlayer player;
  ASSERT_TRUE(player.new_game(*position, 1).has_value());
  const auto choice = player.choose(rules::Game(*position), {});
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->move.name(), "a1");
}

TEST(RandomPlayer, PlaysOtherMovesForOtherSeeds) {
  const rules::Position start(rules::standard(8));
  std::vector<rules::Move> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    RandomPlayer player;
    ASSERT_TRUE(player.new_game(start, seed).has_value());
    const rules::Move move = player.choose(rules::Game(start), {})->move;
    if (std::ranges::find(seen, move) == seen.end()) seen.push_back(move);
  }
  EXPECT_EQ(seen.size(), 4U);
}

// A player that answers with a fixed move, to see that the suite notices.
class StubbornPlayer final : public Player {
 public:
  Result<void> new_game(const rules::Position&, std::uint64_t) override { return {}; }
  Result<Choice> choose(const rules::Game&, const Request&) override {
    return Choice{rules::Square(0, 0), {}};
  }
};

// A player whose moves depend on how many games it has seen.
class ForgetfulPlayer final : public Player {
 public:
  Result<void> new_game(const rules::Position& start, std::uint64_t) override {
    return random_.new_game(start, games_++);
  }
  Result<Choice> choose(const rules::Game& game, const Request& request) override {
    return random_.choose(game, request);
  }

 private:
  RandomPlayer random_;
  std::uint64_t games_ = 0;
};

TEST(Conformance, NoticesIllegalMovesAndMemory) {
  EXPECT_THAT(check_conformance([] { return std::make_unique<StubbornPlayer>(); }, every_size()),
              testing::Contains(testing::HasSubstr("turns no disc")));
  EXPECT_THAT(check_conformance([] { return std::make_unique<ForgetfulPlayer>(); }, every_size()),
              testing::Contains(testing::HasSubstr("another game")));
}

}  // namespace
}  // namespace turncoat::player
