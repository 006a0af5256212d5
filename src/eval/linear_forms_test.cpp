#include "eval/linear_forms.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace turncoat::eval {
namespace {

LinearWeights any_weights() {
  LinearWeights weights;
  weights.degree = *rc::gen::element(1, 3);
  for (auto& quality : weights.coefficients) {
    for (int power = 0; power <= weights.degree; ++power) {
      quality[static_cast<std::size_t>(power)] = *rc::gen::inRange(-100'000, 100'000) / 128.0;
    }
  }
  return weights;
}

TEST(LinearNumbers, AreTheLinesOfTheFileInOne) {
  const auto weights =
      parse_linear_numbers("0.185, 55.6, 0.75, 25.0, 0.04, 9.1, -0.55, -15.0, 0.68, -13.6", "best");
  ASSERT_TRUE(weights.has_value());
  EXPECT_EQ(*weights, *parse_linear_weights("corners 0.185 55.6\nmoves 0.75 25\ndiscs 0.04 9.1\n"
                                            "centre -0.55 -15\ngroups 0.68 -13.6\n",
                                            ""));
}

TEST(LinearNumbers, AreRefusedWithTheReason) {
  const auto reason = [](std::string_view text) {
    const auto weights = parse_linear_numbers(text, "weights");
    return weights ? std::string("accepted") : weights.error().message;
  };
  EXPECT_EQ(reason(""), "weights: 0 numbers; ten make a linear heuristic, twenty a cubic one");
  EXPECT_THAT(reason("1 2 3"), testing::HasSubstr("3 numbers"));
  EXPECT_EQ(reason("1 2 3 4 5 6 7 8 9 x"), "weights: \"x\" is not a usable number");
  EXPECT_EQ(reason("1 2 3 4 5 6 7 8 9 nan"), "weights: \"nan\" is not a usable number");
  EXPECT_EQ(reason("1 2 3 4 5 6 7 8 9 1e99"), "weights: \"1e99\" is not a usable number");
}

TEST(LinearNumbers, AreToldFromNames) {
  EXPECT_TRUE(looks_like_numbers("1 2"));
  EXPECT_TRUE(looks_like_numbers("-0.5;3"));
  EXPECT_FALSE(looks_like_numbers("seed-best"));
  EXPECT_FALSE(looks_like_numbers("7"));
  EXPECT_FALSE(looks_like_numbers(""));
  EXPECT_FALSE(looks_like_numbers("my file 2.txt"));
}

RC_GTEST_PROP(LinearNumbers, PrintAndParseToTheSame, ()) {
  const LinearWeights weights = any_weights();
  RC_ASSERT(*parse_linear_numbers(format_linear_numbers(weights), "") == weights);
}

RC_GTEST_PROP(Stretched, CountsAtTheSameShareOfTheBoard, ()) {
  const LinearWeights weights = any_weights();
  const LinearWeights wide = stretched(weights, 64, 256);
  for (int discs = 4; discs <= 64; discs += 10) {
    const double before = weights.weight(Quality::Moves, discs);
    RC_ASSERT(std::abs(wide.weight(Quality::Moves, 4 * discs) - before) <= 1e-9 * (1e9 + std::abs(before)));
  }
}

RC_GTEST_PROP(SameHeuristic, IsBlindToScaleOnly, ()) {
  const LinearWeights weights = any_weights();
  RC_PRE(!same_heuristic(weights, {}));
  LinearWeights twice = weights;
  LinearWeights turned = weights;
  for (std::size_t q = 0; q < kQualities; ++q) {
    for (std::size_t power = 0; power < 4; ++power) {
      twice.coefficients[q][power] *= 2.7;
      turned.coefficients[q][power] *= -1;
    }
  }
  RC_ASSERT(same_heuristic(weights, twice));
  RC_ASSERT(!same_heuristic(weights, turned));
  twice.coefficients[1][0] += 0.5;
  RC_ASSERT(!same_heuristic(weights, twice));
}

TEST(SameHeuristic, KnowsNothingFromNothing) {
  EXPECT_TRUE(same_heuristic({}, {}));
}

}  // namespace
}  // namespace turncoat::eval
