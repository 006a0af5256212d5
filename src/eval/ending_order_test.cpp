#include "eval/ending_order.h"

#include <set>

#include <gmock/gmock.h>

#include "eval/pattern_weights.h"
#include "eval/testing/plain_patterns.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/testing/random_games.h"

namespace turncoat::eval {
namespace {

using Kernel = rules::kernel::PortableKernel64;

std::vector<std::int16_t> some_weights() {
  return testing::random_weights(3000, 5).front();
}

// The sum over every image of the shapes that order, square by square.
int plain_order(const rules::Position& position, const std::vector<std::int16_t>& weights) {
  const PatternSet& set = pattern_set(8);
  int sum = 0;
  for (const PatternShape& shape : set.shapes) {
    if (!shape.orders) continue;
    std::set<std::set<int>> images;
    for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
      std::set<int> image;
      for (const int bit : shape.squares) {
        const rules::Square square = symmetry(rules::kernel::Lattice64::square_of(bit, 8), 8);
        image.insert(8 * square.row() + square.column());
      }
      if (!images.insert(image).second) continue;
      sum += weights[shape.packed_offset + shape.packed[testing::plain_state(shape, symmetry, position)]];
    }
  }
  return sum;
}

TEST(EndingOrder, IsTheSumOverItsShapes) {
  const std::vector<std::int16_t> weights = some_weights();
  const EndingOrder order(pattern_set(8), weights);
  Rng rng(1);
  for (int i = 0; i < 300; ++i) {
    rules::Game game(rules::standard(8));
    for (std::uint32_t left = rng.below(60); left > 0 && !game.is_over(); --left) {
      if (!game.pass_if_forced()) rules::testing::play_random_move(game, rng);
    }
    const rules::Position& position = game.position();
    ASSERT_EQ(order.of<Kernel>(Kernel::board_of(position)), plain_order(position, weights))
        << position.to_string();
  }
}

TEST(EndingOrder, IsOnlyFor8x8) {
  EXPECT_TRUE(EndingOrder::fits(pattern_set(8)));
  EXPECT_FALSE(EndingOrder::fits(pattern_set(6)));
}

TEST(EndingOrder, TravelsWithItsPatternFile) {
  PatternWeights::Packed packed = testing::random_weights(2, 1);
  PatternFile file{std::make_shared<const PatternWeights>(pattern_set(8), packed), {}, "without"};
  EXPECT_EQ(file.weights->order(), nullptr);
  auto parsed = parse_pattern_file(format_pattern_file(file), "w");
  ASSERT_TRUE(parsed.has_value());
  EXPECT_EQ(parsed->weights->order(), nullptr);

  packed.push_back(some_weights());
  file.weights = std::make_shared<const PatternWeights>(pattern_set(8), packed);
  parsed = parse_pattern_file(format_pattern_file(file), "w");
  ASSERT_TRUE(parsed.has_value()) << parsed.error().message;
  ASSERT_NE(parsed->weights->order(), nullptr);
  EXPECT_EQ(parsed->weights->order()->packed(), some_weights());
  EXPECT_EQ(parsed->weights->packed(), packed);
}

}  // namespace
}  // namespace turncoat::eval
