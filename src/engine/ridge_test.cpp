// The player ridge, made from spec text as users write it, and the shipped models behind it.
#include <gmock/gmock.h>

#include "engine/models.h"
#include "engine/registry.h"
#include "player/conformance.h"

namespace turncoat::engine {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

player::ConformanceOptions boards(std::initializer_list<const char*> names) {
  player::ConformanceOptions options;
  for (const char* name : names) options.rulesets.push_back(*rules::find_ruleset(name));
  return options;
}

auto maker(std::string spec) {
  return [spec] { return std::move(make_player(spec).value()); };
}

TEST(Ridge, ConformsOnTheBoardsItsModelsAreFor) {
  EXPECT_THAT(check_conformance(maker("ridge"), boards({"standard-6", "standard-8", "standard-10"})),
              IsEmpty());
  EXPECT_THAT(check_conformance(maker("ridge:depth=4,model=ridge-6"), boards({"standard-6"})), IsEmpty());
  EXPECT_THAT(check_conformance(maker("ridge:weights=ones"),
                                boards({"standard-4", "standard-8", "standard-16", "leader-12"})),
              IsEmpty());
}

TEST(Ridge, SaysWhatItCannotPlay) {
  const auto reason = [](std::string_view spec, int size) {
    const auto player = make_player(spec);
    if (!player) return player.error().message;
    const auto begun = (*player)->new_game(rules::Position(rules::standard(size)), 1);
    return begun ? std::string("plays") : begun.error().message;
  };
  EXPECT_EQ(reason("ridge", 8), "plays");
  EXPECT_THAT(reason("ridge", 14), HasSubstr("no ridge model for 14x14 is shipped"));
  EXPECT_EQ(reason("ridge:model=ridge-8", 6), "ridge: the model is for 8x8 boards, not 6x6");
  EXPECT_THAT(reason("ridge:model=ridge-7", 6), HasSubstr("neither a shipped ridge model nor a file"));
  EXPECT_THAT(reason("ridge:depth=0", 6), HasSubstr("1..60"));
}

TEST(RidgeModels, AreSharedAndTellTheirWeights) {
  const auto first = load_ridge("ridge-6");
  ASSERT_TRUE(first.has_value()) << first.error().message;
  EXPECT_EQ(*first, *load_ridge("ridge-6")) << "one copy in memory";
  EXPECT_EQ(*first, *load_ridge_of(6));
  for (const int size : {6, 8, 10}) {
    const auto weights = load_square_weights(fmt::format("ridge-{}", size));
    ASSERT_TRUE(weights.has_value());
    EXPECT_EQ(weights->size, size);
    EXPECT_EQ(weights->stages.size(), static_cast<std::size_t>(size * size - 4));
  }
}

}  // namespace
}  // namespace turncoat::engine
