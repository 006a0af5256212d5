#include "base/text.h"

#include <limits>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace turncoat {
namespace {

using std::chrono::nanoseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

using Words = std::vector<std::string>;

TEST(Trim, TakesSpaceOffBothEndsOnly) {
  EXPECT_EQ(trim(" \t\r\n a b \v\f"), "a b");
  EXPECT_EQ(trim(" \n "), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(split("", ','), ElementsAre(""));
}

TEST(Join, KeepsEmptyParts) {
  EXPECT_EQ(join(Words{}, ", "), "");
  EXPECT_EQ(join(Words{"a"}, ", "), "a");
  EXPECT_EQ(join(Words{"", "a", "", "b"}, ","), ",a,,b");
}

RC_GTEST_PROP(Join, UndoesSplit, (const std::string& text)) {
  Words parts;
  for (const auto part : split(text, ',')) parts.emplace_back(part);
  RC_ASSERT((join(parts, ",") == text));
}

TEST(EqualIgnoringCase, ComparesLettersOnly) {
  EXPECT_TRUE(equal_ignoring_case("AbZ9", "aBz9"));
  EXPECT_FALSE(equal_ignoring_case("ab", "abc"));
  EXPECT_FALSE(equal_ignoring_case("@", "`"));  // one bit apart, as letters of two cases are
  EXPECT_EQ(to_lower("AZaz@["), "azaz@[");
}

TEST(ParseInt, TakesTheWholeTextOrNothing) {
  EXPECT_EQ(parse_int("-12"), -12);
  EXPECT_EQ(parse_int("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_int("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (const char* bad : {"", " 1", "1 ", "+1", "1x", "0x10", "1.0", "9223372036854775808", "--1", "-"}) {
    EXPECT_EQ(parse_int(bad), std::nullopt) << bad;
  }
}

TEST(ParseUint, ReachesTheTopAndTakesNoSign) {
  EXPECT_EQ(parse_uint("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  for (const char* bad : {"", "-0", "-1", "+1", "18446744073709551616"})
    EXPECT_EQ(parse_uint(bad), std::nullopt);
}

TEST(ParseDouble, IsFiniteAndWhole) {
  EXPECT_EQ(parse_double("-1.5e3"), -1500.0);
  for (const char* bad : {"", "nan", "inf", "-inf", "1e999", "1,5", "1.5 ", "0x1p3", "1..2"}) {
    EXPECT_EQ(parse_double(bad), std::nullopt) << bad;
  }
}

TEST(ParseDuration, ReadsEveryUnit) {
  EXPECT_EQ(parse_duration("250ms"), 250ms);
  EXPECT_EQ(parse_duration("1.5s"), 1500ms);
  EXPECT_EQ(parse_duration("2"), 2s);
  EXPECT_EQ(parse_duration(" 2 m "), 2min);
  EXPECT_EQ(parse_duration("2min"), 2min);
  EXPECT_EQ(parse_duration("1h"), 1h);
  EXPECT_EQ(parse_duration("3us"), 3us);
  EXPECT_EQ(parse_duration("0"), 0s);
  EXPECT_EQ(parse_duration("8784h"), 366 * 24h);
}

TEST(ParseDuration, RefusesWhatIsNoDuration) {
  for (const char* bad : {"", "s", "-1s", "+1s", "1.2.3s", "1x", "1S", "1e3s", "1 2s", ".", "nan", "infs"}) {
    const auto duration = parse_duration(bad);
    ASSERT_FALSE(duration.has_value()) << bad;
    EXPECT_EQ(duration.error().code, Error::Code::Parse) << bad;
    EXPECT_THAT(duration.error().message, HasSubstr("250ms"));
  }
  for (const char* bad : {"8785h", "99999999999999999999999s"}) {
    ASSERT_FALSE(parse_duration(bad).has_value());
    EXPECT_EQ(parse_duration(bad).error().code, Error::Code::Range);
  }
}

TEST(FormatDuration, TakesTheUnitThatReadsBest) {
  EXPECT_EQ(format_duration(0s), "0s");
  EXPECT_EQ(format_duration(90s), "90s");
  EXPECT_EQ(format_duration(1500ms), "1.5s");
  EXPECT_EQ(format_duration(250ms), "250ms");
  EXPECT_EQ(format_duration(1us), "1us");
  EXPECT_EQ(format_duration(1ns), "0.001us");
}

RC_GTEST_PROP(FormatDuration, IsReadBackToTheNanosecond, ()) {
  const auto unit = *rc::gen::element<std::int64_t>(1, 1000, 1'000'000, 1'000'000'000);
  const nanoseconds duration(*rc::gen::inRange<std::int64_t>(0, 86'400'000'000'000 / unit) * unit);
  RC_ASSERT((parse_duration(format_duration(duration)) == duration));
}

TEST(ParseBytes, ReadsPowersOf1024InEitherCase) {
  EXPECT_EQ(parse_bytes("16MB"), 16U << 20);
  EXPECT_EQ(parse_bytes("16 mib"), 16U << 20);
  EXPECT_EQ(parse_bytes("1.5k"), 1536U);
  EXPECT_EQ(parse_bytes("1GB"), 1U << 30);
  EXPECT_EQ(parse_bytes("123"), 123U);
  EXPECT_EQ(parse_bytes("123b"), 123U);
  EXPECT_EQ(parse_bytes("1073741824GB"), std::uint64_t{1} << 60);
}

TEST(ParseBytes, RefusesWhatIsNoSize) {
  for (const char* bad : {"", "MB", "-1", "1TBB", "1.2.3MB", "1e3", "0x10"}) {
    ASSERT_FALSE(parse_bytes(bad).has_value()) << bad;
    EXPECT_EQ(parse_bytes(bad).error().code, Error::Code::Parse) << bad;
  }
  for (const char* bad :
       {"1073741825GB", "18446744073709551615", "18446744073709551615GB", "99999999999999999999"}) {
    ASSERT_FALSE(parse_bytes(bad).has_value()) << bad;
    EXPECT_EQ(parse_bytes(bad).error().code, Error::Code::Range) << bad;
  }
}

RC_GTEST_PROP(FormatBytes, IsReadBackToTheByte, ()) {
  const auto shift = *rc::gen::element(0, 10, 20, 30);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(0, (std::uint64_t{1} << 60 >> shift) + 1) << shift;
  RC_ASSERT((parse_bytes(format_bytes(bytes)) == bytes));
}

TEST(FormatBytes, IsExactFarBeyondWhatADoubleHolds) {
  EXPECT_EQ(format_bytes(16U << 20), "16MB");
  EXPECT_EQ(format_bytes(0), "0");
  EXPECT_EQ(parse_bytes("1152921504606846975"), (std::uint64_t{1} << 60) - 1);
}

TEST(Closest, FindsTypingMistakes) {
  const Words names = {"sims", "depth", "temperature", "c"};
  EXPECT_EQ(closest("simz", names), "sims");
  EXPECT_EQ(closest("sim", names), "sims");
  EXPECT_EQ(closest("smis", names), "sims");
  EXPECT_EQ(closest("DEPTH", names), "depth");
  EXPECT_EQ(closest("temprature", names), "temperature");
}

TEST(Closest, SuggestsNothingThatHasNoLetterInCommon) {
  const Words names = {"sims", "depth", "c"};
  EXPECT_EQ(closest("x", names), std::nullopt);
  EXPECT_EQ(closest("", names), std::nullopt);
  EXPECT_EQ(closest("playouts", names), std::nullopt);
  EXPECT_EQ(closest("sims", Words{}), std::nullopt);
}

TEST(Closest, TakesTheNearestAndTheFirstOfEquals) {
  EXPECT_EQ(closest("depht2", Words{"depth", "depth2"}), "depth2");
  EXPECT_EQ(closest("standard-9", Words{"standard-4", "standard-8"}), "standard-4");
}

TEST(Quote, ShortensAndHidesControlCharacters) {
  EXPECT_EQ(quote("a\x1b[31mb\n"), "\"a?[31mb?\"");
  EXPECT_EQ(quote("abcdef", 3), "\"abc...\"");
  EXPECT_EQ(quote("abc", 3), "\"abc\"");
  EXPECT_EQ(quote(std::string_view("\0", 1)), "\"?\"");
}

TEST(Quote, NeverCutsACharacterInTwo) {
  EXPECT_EQ(quote("a\xc3\xa9z", 2), "\"a...\"");
  EXPECT_EQ(quote("a\xc3\xa9z", 3), "\"a\xc3\xa9...\"");
  EXPECT_EQ(quote("\x80\x80\x80", 2), "\"...\"");
}

}  // namespace
}  // namespace turncoat
