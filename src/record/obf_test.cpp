#include "record/obf.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "record/testing/random_game.h"

namespace turncoat::record {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kStart8 = "---------------------------OX------XO---------------------------";

std::string error_of(std::string_view text) {
  const auto problems = parse_obf(text);
  return problems ? "no error" : problems.error().message;
}

TEST(Obf, ReadsBoardSideMovesAndComment) {
  const auto problems = parse_obf("% a heading\n\n" + kStart8 + " X; F5:+2; d3:+2; C4:-4; % even\r\n");
  ASSERT_TRUE(problems.has_value()) << problems.error().message;
  ASSERT_EQ(problems->size(), 1U);
  const Problem& problem = problems->front();
  EXPECT_EQ(problem.position, rules::Position(rules::standard(8)));
  EXPECT_EQ(problem.line, 3U);
  EXPECT_EQ(problem.comment, "even");
  EXPECT_EQ(problem.best_score(), 2);
  EXPECT_THAT(problem.best_moves(),
              ElementsAre(rules::Move(rules::Square(5, 4)), rules::Move(rules::Square(3, 2))));
  EXPECT_EQ(format_obf(problem), kStart8 + " X; F5:+2; D3:+2; C4:-4; % even");
}

TEST(Obf, TakesTheVariantsFoundInTheWild) {
  EXPECT_EQ(parse_obf(kStart8 + "X;F5:+2")->size(), 1U);                            // compact, no last ';'
  EXPECT_EQ(parse_obf(kStart8 + " X; F5:+2; --:-127;")->front().moves.size(), 1U);  // sentinel
  EXPECT_EQ(parse_obf(kStart8 + " O")->front().position.mover(), rules::Color::White);
  const auto passed = parse_obf("--OX------------ O; PS:+6;");
  ASSERT_TRUE(passed.has_value()) << passed.error().message;
  EXPECT_TRUE(passed->front().moves.front().move.is_pass());
  EXPECT_EQ(format_obf(passed->front()), "--OX------------ O; PS:+6;");
  const auto over = parse_obf("XXX------------- O; -16;");
  ASSERT_TRUE(over.has_value());
  EXPECT_EQ(over->front().best_score(), -16);
  EXPECT_EQ(format_obf(over->front()), "XXX------------- O; -16;");
}

TEST(Obf, NamesLinePlaceAndReason) {
  EXPECT_THAT(error_of("%\n" + kStart8 + " X; A1:+2;"), HasSubstr("line 2: character 69: a1 is not legal"));
  EXPECT_THAT(error_of(kStart8 + " X; F5:2x;"), HasSubstr("\"2x\" is not a disc difference"));
  EXPECT_THAT(error_of(kStart8 + " X; F5:+-2;"), HasSubstr("not a disc difference"));
  EXPECT_THAT(error_of(kStart8 + " X; F5:+99999;"), HasSubstr("not a disc difference"));
  EXPECT_THAT(error_of(kStart8 + " X; F5:+2; f5:+4;"), HasSubstr("f5 is listed twice"));
  EXPECT_THAT(error_of(kStart8 + " X; PS:+2;"), HasSubstr("pass is not legal"));
  EXPECT_THAT(error_of(kStart8 + " X; +1; +2;"), HasSubstr("second score"));
  EXPECT_THAT(error_of(kStart8 + "; F5:+2;"), HasSubstr("side to move must follow"));
  EXPECT_THAT(error_of("f5d6"), HasSubstr("line 1: "));
}

RC_GTEST_PROP(Obf, ReadsBackWhatItWrites, (std::uint64_t seed)) {
  Rng rng(seed);
  const rules::Position position = testing::random_part_game(rng).position();
  Problem problem{position, {}, std::nullopt, rng.below(2) == 0 ? "" : "why; not: +3", 0};
  for (const rules::Square square : position.legal_moves()) {
    problem.moves.push_back({square, static_cast<int>(rng.below(513)) - 256});
  }
  if (position.must_pass()) problem.moves.push_back({rules::Move::pass(), -3});
  if (problem.moves.empty()) problem.score = 12;
  const auto again = parse_obf_line(format_obf(problem), position.ruleset_ptr());
  RC_ASSERT(again.has_value());
  RC_ASSERT(**again == problem);
}

}  // namespace
}  // namespace turncoat::record
