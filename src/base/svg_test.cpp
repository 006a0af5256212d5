#include "base/svg.h"

#include <gmock/gmock.h>

namespace turncoat {
namespace {

using testing::HasSubstr;

TEST(SvgPage, EscapesWhatPeopleWrote) {
  SvgPage page(100, 50, "a < b", "", "");
  page.text("title", 1, 2, "\"x\" & <script>");
  page.circle("dot", 1, 2, 3, "R&D");
  page.rect("box", 0, 0, 1.25, 2);
  const std::string svg = page.finish();
  EXPECT_THAT(svg, testing::StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 50\""));
  EXPECT_THAT(svg, HasSubstr("<title>a &lt; b</title>"));
  EXPECT_THAT(
      svg, HasSubstr("<text class=\"title\" x=\"1.0\" y=\"2.0\">&quot;x&quot; &amp; &lt;script&gt;</text>"));
  EXPECT_THAT(
      svg,
      HasSubstr("<circle class=\"dot\" cx=\"1.0\" cy=\"2.0\" r=\"3.0\"><title>R&amp;D</title></circle>"));
  EXPECT_THAT(svg, HasSubstr("<rect class=\"box\" x=\"0.0\" y=\"0.0\" width=\"1.2\" height=\"2.0\"/>"));
  EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
}

TEST(SvgPage, PutsDarkRulesWhereTheyBelong) {
  const std::string svg = SvgPage(1, 1, "", ".a{fill:red}", ".a{fill:blue}").finish();
  EXPECT_LT(svg.find(".a{fill:red}"), svg.find("@media(prefers-color-scheme:dark){"));
  EXPECT_GT(svg.find(".a{fill:blue}"), svg.find("@media(prefers-color-scheme:dark){"));
}

}  // namespace
}  // namespace turncoat
