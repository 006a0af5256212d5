#include "record/animation.h"

#include <gmock/gmock.h>

#include "record/testing/random_game.h"
#include "record/transcript.h"

namespace turncoat::record {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

int count(const std::string& text, std::string_view part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

GameRecord played(std::string_view moves) {
  return GameRecord(*parse_transcript(rules::Position(rules::standard(8)), moves));
}

TEST(Animation, ShowsEveryDiscOfTheEndAndTurnsThoseThatTurned) {
  const std::string svg = draw_animation(played("f5d6c3"), {});
  EXPECT_TRUE(svg.starts_with("<svg xmlns"));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_EQ(count(svg, "class=\"disc black\""), 5);
  EXPECT_EQ(count(svg, "class=\"disc white\""), 2);
  for (const char* square : {"f5", "d6", "c3", "e5", "d5", "d4"}) {
    EXPECT_EQ(count(svg, fmt::format("@keyframes {}{{", square)), 1) << square;
    EXPECT_EQ(count(svg, fmt::format("animation-name:{}\"", square)), 1) << square;
  }
  EXPECT_EQ(count(svg, "@keyframes e4{"), 0) << "e4 never changes";
  EXPECT_THAT(svg, HasSubstr(">3. c3</text>"));
  EXPECT_THAT(svg, HasSubstr("prefers-reduced-motion:reduce"));
}

TEST(Animation, LastsOneBeatForEachMoveTheStartAndALittleAtTheEnd) {
  EXPECT_THAT(draw_animation(played("f5d6c3"), {.per_move = std::chrono::seconds(1)}), HasSubstr("8.00s"));
  // Out of range is brought back into it.
  EXPECT_THAT(draw_animation(played("f5d6c3"), {.per_move = std::chrono::seconds(0)}), HasSubstr("0.80s"));
}

TEST(Animation, OfNoMovesStandsStill) {
  const std::string svg = draw_animation(GameRecord(rules::Game(rules::standard(6))), {});
  EXPECT_THAT(svg, Not(HasSubstr("@keyframes")));
  EXPECT_EQ(count(svg, "class=\"disc "), 4);
}

TEST(Animation, EscapesAndShortensNames) {
  GameRecord record = played("f5");
  record.black = "<script>alert(1)</script>";
  record.white = "Ann & Bob";
  const std::string svg = draw_animation(record, {});
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, HasSubstr("Ann &amp; Bob"));
  EXPECT_THAT(svg, HasSubstr("…</text>"));
}

TEST(Animation, TakesGamesOfAnySizeWithTheirPasses) {
  Rng rng(7);
  for (int i = 0; i < 20; ++i) {
    const GameRecord record(testing::random_part_game(rng));
    const std::string svg = draw_animation(record, {});
    const rules::Position& last = record.game.position();
    EXPECT_EQ(count(svg, "class=\"disc black"), last.disc_count(rules::Color::Black));
    EXPECT_EQ(count(svg, "class=\"disc white"), last.disc_count(rules::Color::White));
    EXPECT_EQ(count(svg, "class=\"move\""), record.game.ply());
    EXPECT_EQ(count(svg, "{"), count(svg, "}"));
  }
}

}  // namespace
}  // namespace turncoat::record
