#include "base/spec.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace turncoat {
namespace {

using testing::HasSubstr;

Spec spec(std::string name, ParamValues values = {}) {
  return {std::move(name), std::move(values)};
}

TEST(ParseSpec, ReadsNameAndValues) {
  EXPECT_EQ(parse_spec("random"), spec("random"));
  EXPECT_EQ(parse_spec(" random: "), spec("random"));
  EXPECT_EQ(parse_spec("mcts:sims=10,c=1.5"), spec("mcts", {{"sims", "10"}, {"c", "1.5"}}));
  EXPECT_EQ(parse_spec(" mcts : sims = 10 , c = 1.5 "), spec("mcts", {{"sims", "10"}, {"c", "1.5"}}));
  EXPECT_EQ(parse_spec("a:x=,y="), spec("a", {{"x", ""}, {"y", ""}}));
  EXPECT_EQ(parse_spec("a:x=b=c:d"), spec("a", {{"x", "b=c:d"}}));
}

TEST(ParseSpec, ReadsQuotedValues) {
  EXPECT_EQ(parse_spec(R"(gtp:command="edax -gtp -l 5,6",n=1)"),
            spec("gtp", {{"command", "edax -gtp -l 5,6"}, {"n", "1"}}));
  EXPECT_EQ(parse_spec(R"(a:x="q\"b\\s\n ")"), spec("a", {{"x", "q\"b\\sn "}}));
  EXPECT_EQ(parse_spec(R"(a:x="",y=" ")"), spec("a", {{"x", ""}, {"y", " "}}));
  EXPECT_EQ(parse_spec(R"(a:x=say "hi")"), spec("a", {{"x", "say \"hi\""}}));
}

TEST(ParseSpec, AllowsSpaceAroundQuotedValues) {
  EXPECT_EQ(parse_spec(R"(a: x = "1,2" , y= "3" )"), spec("a", {{"x", "1,2"}, {"y", "3"}}));
}

TEST(ParseSpec, KeepsCapitalsSoThatTheReaderOfTheNameCanSuggest) {
  EXPECT_EQ(parse_spec("Random:Sims=1"), spec("Random", {{"Sims", "1"}}));
}

TEST(ParseSpec, TellsWhatIsWrong) {
  const auto error = [](std::string_view text) {
    const auto parsed = parse_spec(text);
    return parsed ? "no error" : parsed.error().message;
  };
  EXPECT_THAT(error(""), HasSubstr("is not a name"));
  EXPECT_THAT(error(":x=1"), HasSubstr("is not a name"));
  EXPECT_THAT(error("a b"), HasSubstr("is not a name"));
  EXPECT_THAT(error("a:x"), HasSubstr("\"x\" in \"a:x\" is not key=value"));
  EXPECT_THAT(error("a:x,y=1"), HasSubstr("\"x\" in "));
  EXPECT_THAT(error("a:=1"), HasSubstr("is not key=value"));
  EXPECT_THAT(error("a:x=1,"), HasSubstr("ends in a comma"));
  EXPECT_THAT(error("a:x=1,,y=2"), HasSubstr("is not key=value"));
  EXPECT_THAT(error("a:x=\"1"), HasSubstr("x: the quote before \"1\" is never closed"));
  EXPECT_THAT(error("a:x=\"1\\\""), HasSubstr("is never closed"));
  EXPECT_THAT(error("a:x=\"\\"), HasSubstr("is never closed"));
  EXPECT_THAT(error("a:x=\"1\"2"), HasSubstr("x: there must be a comma after the quoted \"1\""));
}

TEST(FormatSpec, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(format_spec(spec("a")), "a");
  EXPECT_EQ(format_spec(spec("a", {{"x", "edax -gtp"}, {"y", ""}})), "a:x=edax -gtp,y=");
  EXPECT_EQ(format_spec(spec("a", {{"x", " 1,\"\\"}})), R"(a:x=" 1,\"\\")");
}

RC_GTEST_PROP(FormatSpec, IsReadBack, ()) {
  const auto key =
      rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(std::string("abcxyzABZ0189-_"))));
  const auto value =
      rc::gen::oneOf(rc::gen::container<std::string>(rc::gen::elementOf(std::string("a,\"\\ =:\n\t"))),
                     rc::gen::arbitrary<std::string>());
  const Spec made{*key, *rc::gen::container<ParamValues>(rc::gen::pair(key, value))};
  RC_ASSERT((parse_spec(format_spec(made)) == made));
}

RC_GTEST_PROP(ParseSpec, SurvivesAnyText, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab,\"\\ =:\n\xff", 10)));
  const auto parsed = parse_spec(text);
  if (parsed) {
    RC_ASSERT((parse_spec(format_spec(*parsed)) == parsed));
  } else {
    RC_ASSERT(!parsed.error().message.empty());
  }
}

}  // namespace
}  // namespace turncoat
