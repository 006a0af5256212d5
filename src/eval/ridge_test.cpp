#include "eval/ridge.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "eval/square_weights.h"
#include "eval/testing/random_positions.h"
#include "eval/testing/random_ridge.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/wide_kernels.h"

namespace turncoat::eval {
namespace {

using rules::Position;
using rules::kernel::PortableKernel64;
using rules::kernel::PortableWideKernel;
using testing::plain_ridge;
using testing::random_ridge;

template <class K>
int worth(const RidgeModel& model, const Position& position) {
  const auto board = K::board_of(position);
  return Ridge<K>(model).evaluate(board, K::moves(board, K::area(position.size())));
}

int plain(const RidgeModel& model, const Position& position) {
  return plain_ridge(model, position.size() * position.size() - position.empties().size(),
                     position.discs(position.mover()), position.discs(rules::other(position.mover())));
}

TEST(Ridge, IsTheWeightedSumOfTheBoardOnEverySize) {
  for (const Position& position : testing_positions(12, 5)) {
    const RidgeModel model = random_ridge(position.size(), 4, 17);
    EXPECT_EQ(worth<PortableWideKernel>(model, position), plain(model, position)) << position.to_string();
    if (position.size() <= 8) {
      EXPECT_EQ(worth<PortableKernel64>(model, position), plain(model, position));
    }
  }
}

TEST(Ridge, WithOnesCountsDiscs) {
  for (const Position& position : testing_positions(6, 6)) {
    const int lead =
        position.disc_count(position.mover()) - position.disc_count(rules::other(position.mover()));
    EXPECT_EQ(worth<PortableWideKernel>(ones_model(position.size()), position), lead * RidgeModel::kUnit);
  }
}

TEST(Ridge, HoldsTheLargestWeightsOnTheLargestBoard) {
  RidgeModel model = ones_model(16);
  for (RidgeStage& stage : model.stages) stage.weights.assign(256, RidgeModel::kLargestWeight);
  rules::kernel::WideBoard board;
  board.mover = rules::SquareSet::board(16);
  board.mover.erase({0, 0});
  EXPECT_EQ(Ridge<PortableWideKernel>(model).evaluate(board, {}), 100'000'000) << "as far as a search goes";
}

TEST(RidgeModel, TakesTheNearestStageWhereThereIsNone) {
  const RidgeModel model = random_ridge(6, 2, 1);
  EXPECT_EQ(&model.at(0), &model.stages.front());
  EXPECT_EQ(model.at(5).discs, 5);
  EXPECT_EQ(model.at(36).discs, 36);
  EXPECT_EQ(&model.at(99), &model.stages.back());
}

RC_GTEST_PROP(RidgeModel, PrintsAndParsesToTheSame, ()) {
  RidgeModel model = random_ridge(*rc::gen::element(4, 6, 8), 50, *rc::gen::arbitrary<std::uint64_t>());
  model.rules = *rc::gen::string<std::string>();
  for (char& c : model.rules) c = static_cast<char>(c & 0x7f);  // names are text
  model.games = *rc::gen::arbitrary<std::uint64_t>();
  model.seed = *rc::gen::arbitrary<std::uint64_t>();
  model.alpha = *rc::gen::element(0.0, 0.1, 1.0, 1e-12, 12345.678, 1e18);
  model.symmetry = *rc::gen::arbitrary<bool>();
  model.rounds = *rc::gen::inRange(0, 100);
  model.random = *rc::gen::element(0.0, 0.1, 0.5, 1.0);
  model.depth = *rc::gen::inRange(0, 4);
  model.stages[3].rmse = 1.25;
  model.stages[3].intercept = -0.0625;
  const auto again = parse_ridge_model(format_ridge_model(model), "again");
  RC_ASSERT(again.has_value());
  RC_ASSERT(*again == model);
}

TEST(SquareWeights, AreTheModelsByMove) {
  const RidgeModel model = random_ridge(6, 2, 3);
  const SquareWeights weights = square_weights(model);
  ASSERT_EQ(weights.stages.size(), 32U);
  EXPECT_EQ(weights.size, 6);
  EXPECT_EQ(weights.stages.front().move, 1);
  EXPECT_EQ(weights.stages.back().discs, 36);
  EXPECT_EQ(weights.stages[9].weights, model.at(14).weights);
}

std::string reason(std::string_view text) {
  const auto model = parse_ridge_model(text, "m.json");
  return model ? std::string("accepted") : model.error().message;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const std::size_t place = text.find(what);
  EXPECT_NE(place, std::string::npos) << what;
  return text.replace(place, what.size(), by);
}

TEST(RidgeModelFile, IsRefusedWithTheReason) {
  const std::string good = format_ridge_model(ones_model(4));
  const std::string bad = "m.json: not a usable ridge model: ";
  EXPECT_EQ(reason(good), "accepted");
  EXPECT_EQ(reason(""), bad + "it is not JSON at byte 1");
  EXPECT_EQ(reason("[]"), bad + "is not an object");
  EXPECT_EQ(reason("{}"), bad + "format is missing");
  EXPECT_EQ(reason(replaced(good, "ridge 1", "ridge 2")),
            bad + "format is \"turncoat ridge 2\", not \"turncoat ridge 1\"");
  EXPECT_EQ(reason(replaced(good, "\"size\": 4", "\"size\": 5")), bad + "size 5 is odd");
  EXPECT_EQ(reason(replaced(good, "\"size\": 4", "\"size\": 18")), bad + "size 18 is outside 4..16");
  EXPECT_EQ(reason(replaced(good, "\"size\": 4", "\"size\": -4")), bad + "size is not a whole number");
  EXPECT_EQ(reason(replaced(good, "\"size\": 4", "\"size\": 6")),
            bad + "moves has 12 entries, where 32 discs can be placed");
  EXPECT_EQ(reason(replaced(good, "\"seed\": 1,", "")), bad + "seed is missing");
  EXPECT_EQ(reason(replaced(good, "\"alpha\": 1", "\"alpha\": -1")), bad + "alpha -1 is outside 0..1e+18");
  EXPECT_EQ(reason(replaced(good, "\"symmetry\": true", "\"symmetry\": 1")),
            bad + "symmetry is neither true nor false");
  EXPECT_EQ(reason(replaced(good, "\"random\": 1", "\"random\": 2")), bad + "random 2 is outside 0..1");
  EXPECT_EQ(reason(replaced(good, "\"rounds\": 0,\n\"random\": 1,\n\"depth\": 0,\n", "")), "accepted");
  EXPECT_EQ(reason(replaced(good, "1.0000", "1e400")), bad + "it holds a number nobody can use");
  EXPECT_EQ(reason(replaced(good, "1.0000", "100.5")),
            bad + "move 1: weights holds 100.5, which is outside -100..100");
  EXPECT_EQ(reason(replaced(good, "1.0000, ", "")), bad + "move 1: weights is not a list of 16 numbers");
  EXPECT_EQ(reason(replaced(good, "1.0000", "null")),
            bad + "move 1: weights holds something else than numbers");
  EXPECT_EQ(reason(replaced(good, "\"move\": 2", "\"move\": 3")), bad + "move 2: is not in its place");
  EXPECT_EQ(reason(replaced(good, "\"moves\": [", "\"moves\": 3, \"x\": [")), bad + "moves is not a list");
}

// Whatever happens to the bytes of a file, it is read or refused in words.
TEST(RidgeModelFile, SurvivesEveryCutAndManyMutations) {
  const std::string good = format_ridge_model(random_ridge(4, 3, 2));
  for (std::size_t length = 0; length + 3 < good.size(); length += 7) {
    EXPECT_FALSE(parse_ridge_model(good.substr(0, length), "cut").has_value()) << length;
  }
  Rng rng(9);
  for (int i = 0; i < 3000; ++i) {
    std::string text = good;
    for (int changes = 1 + static_cast<int>(rng.below(3)); changes > 0; --changes) {
      text[rng.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(rng.below(256));
    }
    const auto model = parse_ridge_model(text, "changed");
    if (model) {
      EXPECT_EQ(model->stages.size(),
                static_cast<std::size_t>(model->size * model->size - model->start_discs));
    } else {
      EXPECT_THAT(model.error().message, ::testing::StartsWith("changed: not a usable ridge model: "));
    }
  }
}

}  // namespace
}  // namespace turncoat::eval
