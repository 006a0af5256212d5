// The search over ridge models against a minimax written down as it is told: every line of so many discs,
// passes free, the regression of the resulting number of discs at its end, plain discs where the game ends.
#include <gmock/gmock.h>

#include "eval/testing/random_ridge.h"
#include "player/conformance.h"
#include "rules/testing/random_games.h"
#include "search/ridge.h"

namespace turncoat::search {
namespace {

using eval::RidgeModel;
using eval::testing::plain_ridge;
using eval::testing::random_ridge;
using rules::Position;
using rules::testing::late_position;

using ModelPtr = std::shared_ptr<const RidgeModel>;

ModelPtr a_model(int size, std::uint64_t seed) {
  return std::make_shared<const RidgeModel>(random_ridge(size, 3, seed));
}

// From the mover's side, in the model's units.
int plain_minimax(const RidgeModel& model, const Position& position, int depth) {
  const auto& own = position.discs(position.mover());
  const auto& others = position.discs(rules::other(position.mover()));
  if (position.is_over()) return RidgeModel::kUnit * (own.size() - others.size());
  if (depth == 0) return plain_ridge(model, own.size() + others.size(), own, others);
  if (position.must_pass()) return -plain_minimax(model, position.after(rules::Move::pass()), depth);
  int best = std::numeric_limits<int>::min();
  for (const rules::Square square : position.legal_moves()) {
    best = std::max(best, -plain_minimax(model, position.after(square), depth - 1));
  }
  return best;
}

TEST(RidgeSearch, IsPlainMinimaxOnEveryBoardAndKernel) {
  for (const int size : {4, 6, 8, 10, 16}) {
    const rules::RulesetPtr rules = rules::standard(size);
    const ModelPtr model = a_model(size, 3);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const int empties = 1 + static_cast<int>(seed) * (size * size - 5) / 7;
      const Position position = late_position(rules, empties, seed);
      for (const int depth : {1, 2, 3}) {
        const int expected = plain_minimax(*model, position, depth);
        for (const auto isa : rules::kernel::supported_isas()) {
          const auto searcher = make_searcher(*rules, RidgeEval{model}, {}, isa);
          const Finding finding = searcher->search(position, {.depth = depth}, {});
          EXPECT_EQ(std::lround(finding.value * RidgeModel::kUnit), expected)
              << depth << ' ' << position.to_string();
          EXPECT_EQ(-plain_minimax(*model, position.after(finding.move), depth - 1), expected);
        }
      }
    }
  }
}

// Deep enough for images of one position to meet in the table, which weights that are not symmetric tell
// apart.
TEST(RidgeSearch, TellsMirroredPositionsApart) {
  const rules::RulesetPtr rules = rules::standard(6);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const ModelPtr model = a_model(6, seed);
    const auto searcher = make_searcher(*rules, RidgeEval{model}, {}, rules::kernel::best_isa());
    const Finding finding = searcher->search(Position(rules), {.depth = 5}, {});
    EXPECT_EQ(std::lround(finding.value * RidgeModel::kUnit), plain_minimax(*model, Position(rules), 5));
  }
}

TEST(RidgeSearch, CountsPlainDiscsAtTheEndWhateverTheRuleset) {
  const rules::RulesetPtr rules = rules::standard(6);
  const ModelPtr model = a_model(6, 1);
  int early = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Position position = late_position(rules, 4, seed);
    const auto searcher = make_searcher(*rules, RidgeEval{model}, {}, rules::kernel::best_isa());
    const Finding finding = searcher->search(position, {.depth = 8}, {});
    EXPECT_EQ(std::lround(finding.value * RidgeModel::kUnit), plain_minimax(*model, position, 8));
    if (*finding.score != rules::testing::plain_negamax(position)) ++early;
  }
  EXPECT_GT(early, 0) << "no game ended with empties: nothing was tested";
}

std::unique_ptr<player::Player> ridge_player(int depth, RidgeModelOf model) {
  RidgeParams params;
  params.depth = depth;
  return std::make_unique<SearchPlayer>(ridge_settings(params, std::move(model)));
}

// A whole game, move by move, also after passes: never worse than the plain minimax finds.
TEST(RidgePlayer, PlaysABestMoveOfThePlainMinimaxEveryTime) {
  const ModelPtr model = a_model(6, 5);
  const Position start(rules::standard(6));
  int after_pass = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const auto player = ridge_player(2, [&](int) { return model; });
    ASSERT_TRUE(player->new_game(start, seed).has_value());
    rules::Game game(start);
    Rng rng(seed);
    while (!game.is_over()) {
      if (game.pass_if_forced()) continue;
      if (game.position().mover() == rules::Color::White) {
        rules::testing::play_random_move(game, rng);
        continue;
      }
      const auto choice = player->choose(game, {});
      ASSERT_TRUE(choice.has_value());
      EXPECT_EQ(-plain_minimax(*model, game.position().after(choice->move), 1),
                plain_minimax(*model, game.position(), 2))
          << game.position().to_string();
      if (game.ply() > 0 && game.moves().back().is_pass()) ++after_pass;
      ASSERT_TRUE(game.play(choice->move).has_value());
    }
  }
  EXPECT_GT(after_pass, 0) << "no pass came up: nothing was tested";
}

TEST(RidgePlayer, ConformsOnEveryBoard) {
  player::ConformanceOptions options;
  for (const char* name : {"standard-4", "standard-6", "standard-8", "standard-10", "leader-12"}) {
    options.rulesets.push_back(*rules::find_ruleset(name));
  }
  for (const int depth : {1, 2, 4}) {
    const auto make = [&] { return ridge_player(depth, [](int size) { return a_model(size, 8); }); };
    EXPECT_THAT(check_conformance(make, options), testing::IsEmpty());
  }
}

TEST(RidgePlayer, RefusesAnotherBoardAndPassesReasonsOn) {
  const auto eight = ridge_player(2, [](int) { return a_model(8, 1); });
  const auto refused = eight->new_game(Position(rules::standard(6)), 1);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message, "ridge: the model is for 8x8 boards, not 6x6");
  EXPECT_TRUE(eight->new_game(Position(rules::standard(8)), 1).has_value()) << "still usable";

  const auto none =
      ridge_player(2, [](int) -> Result<ModelPtr> { return fail(Error::Code::NotFound, "no"); });
  EXPECT_EQ(none->new_game(Position(rules::standard(6)), 1).error().message, "no");
}

}  // namespace
}  // namespace turncoat::search
