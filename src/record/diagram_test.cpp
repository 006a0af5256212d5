#include "record/diagram.h"

#include <gmock/gmock.h>

namespace turncoat::record {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

int count(const std::string& text, std::string_view part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Diagram, DrawsEveryDiscMoveAndCoordinateOfAnySize) {
  for (int size = 4; size <= 16; size += 2) {
    const rules::Position position(rules::standard(size));
    const std::string svg = draw_svg(position, {});
    EXPECT_TRUE(svg.starts_with("<svg xmlns"));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    EXPECT_EQ(count(svg, "class=\"black\""), 2);
    EXPECT_EQ(count(svg, "class=\"white\""), 2);
    EXPECT_EQ(count(svg, "class=\"dot\""), 4);
    EXPECT_EQ(count(svg, "class=\"legal\""), 4);
    EXPECT_EQ(count(svg, "class=\"coordinate\""), 2 * size);
    EXPECT_THAT(svg, HasSubstr(fmt::format(">{}</text>", size)));
  }
}

TEST(Diagram, MarksTheLastMoveUnlessItIsAPassOrLabelled) {
  const rules::Position position(rules::standard(8));
  const rules::Square d4(3, 3);
  EXPECT_EQ(count(draw_svg(position, {.last_move = d4}), "class=\"last\""), 1);
  EXPECT_EQ(count(draw_svg(position, {.last_move = rules::Move::pass()}), "class=\"last\""), 0);
  EXPECT_EQ(count(draw_svg(position, {.last_move = d4, .labels = {{d4, "1"}}}), "class=\"last\""), 0);
  EXPECT_EQ(count(draw_svg(position, {.last_move = rules::Square(15, 15)}), "class=\"last\""), 0);
}

TEST(Diagram, EscapesLabelsAndLeavesOutWhatIsOffTheBoard) {
  const rules::Position position(rules::standard(8));
  const std::string svg =
      draw_svg(position, {.show_legal = false, .labels = {{{0, 0}, "<&>"}, {{9, 9}, "off"}, {{3, 3}, "12"}}});
  EXPECT_THAT(svg, HasSubstr("on-felt\" x=\"110\" y=\"124\">&lt;&amp;&gt;</text>"));
  EXPECT_THAT(svg, HasSubstr("label on-white"));
  EXPECT_THAT(svg, Not(HasSubstr("off")));
  EXPECT_THAT(svg, Not(HasSubstr("class=\"legal\"")));
}

TEST(Diagram, ScalesAndDropsCoordinates) {
  const rules::Position position(rules::standard(8));
  const std::string svg = draw_svg(position, {.square_pixels = 100, .coordinates = false});
  EXPECT_THAT(svg, HasSubstr("width=\"836\" height=\"836\" viewBox=\"0 0 836 836\""));
  EXPECT_THAT(svg, Not(HasSubstr("class=\"coordinate\"")));
  EXPECT_THAT(draw_svg(position, {.square_pixels = -5}), HasSubstr("width=\"70\""));
}

}  // namespace
}  // namespace turncoat::record
