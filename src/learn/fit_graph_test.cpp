#include "learn/fit_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace turncoat::learn {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(FitGraph, ShowsEveryStageThatWasMeasured) {
  const std::string svg =
      draw_fit({{29, 100, 40, 3, 3.25, 2.5}, {10, 100, 20, 9, 17.5, 13.0}, {0, 5, 0, 0, 0, 0}}, "a & b");
  EXPECT_THAT(svg, HasSubstr("a &amp; b"));
  EXPECT_THAT(svg, HasSubstr("plies 58-59: rms 3.25 discs, 40 positions"));
  EXPECT_THAT(svg, HasSubstr("plies 20-21: mean 13.00 discs, 20 positions"));
  EXPECT_THAT(svg, Not(HasSubstr("plies 0-1")));
}

TEST(FitGraph, NothingMeasuredIsAnEmptyPage) {
  const std::string svg = draw_fit({}, "nothing");
  EXPECT_THAT(svg, HasSubstr("</svg>"));
  EXPECT_THAT(svg, Not(HasSubstr("circle")));
}

}  // namespace
}  // namespace turncoat::learn
