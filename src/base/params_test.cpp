#include "base/params.h"

#include <limits>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace turncoat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using namespace std::chrono_literals;

enum class Mood { Calm, Bold };

struct Sample {
  int sims = 800;
  std::int64_t low = 0;
  std::uint64_t seed = 1;
  std::size_t few = 2;
  double c = 1.5;
  bool ponder = false;
  std::string path;
  std::chrono::nanoseconds time = 1s;
  std::uint64_t memory = 16 << 20;
  Mood mood = Mood::Calm;

  static void describe(Fields<Sample>& f) {
    f.add("sims", &Sample::sims, {1, 1'000'000}, "playouts");
    f.add("low", &Sample::low, {std::numeric_limits<std::int64_t>::min(), 0}, "a negative number");
    f.add("seed", &Sample::seed, {0, std::numeric_limits<std::uint64_t>::max()}, "a seed");
    f.add("few", &Sample::few, {1, 3}, "a few");
    f.add("c", &Sample::c, {-1, 10}, "exploration");
    f.add("ponder", &Sample::ponder, "think on the other's time");
    f.add("path", &Sample::path, "a file");
    f.add("time", &Sample::time, {1ms, 1h}, "a time");
    f.add_bytes("memory", &Sample::memory, {1024, std::uint64_t{1} << 40}, "a size");
    f.add("mood", &Sample::mood, {{"calm", Mood::Calm}, {"bold", Mood::Bold}}, "a mood");
  }
  friend bool operator==(const Sample&, const Sample&) = default;
};

struct Nothing {
  static void describe(Fields<Nothing>&) {}
};

Result<Sample> read(ParamValues values) {
  return read_params<Sample>("sample", values);
}

std::string error(ParamValues values) {
  const auto result = read(std::move(values));
  return result ? "no error" : result.error().message;
}

TEST(ReadParams, KeepsDefaultsAndSetsWhatIsGiven) {
  EXPECT_EQ(read({}), Sample{});
  const auto params = read({{"mood", "BOLD"},
                            {"sims", "1000000"},
                            {"low", "-9223372036854775808"},
                            {"few", "3"},
                            {"c", "-1"},
                            {"ponder", "Yes"},
                            {"path", " a b"},
                            {"time", "250ms"},
                            {"memory", "1GB"}});
  ASSERT_TRUE(params.has_value());
  EXPECT_EQ(params->mood, Mood::Bold);
  EXPECT_EQ(params->sims, 1'000'000);
  EXPECT_EQ(params->low, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(params->few, 3U);
  EXPECT_EQ(params->c, -1.0);
  EXPECT_TRUE(params->ponder);
  EXPECT_EQ(params->path, " a b");
  EXPECT_EQ(params->time, 250ms);
  EXPECT_EQ(params->memory, std::uint64_t{1} << 30);
}

TEST(ReadParams, TakesSeedsOfTheWhole64Bits) {
  EXPECT_EQ(read({{"seed", "18446744073709551615"}})->seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(read({{"seed", "9223372036854775808"}})->seed, std::uint64_t{1} << 63);
  EXPECT_THAT(error({{"seed", "18446744073709551616"}}), HasSubstr("is outside 0..18446744073709551615"));
  EXPECT_THAT(error({{"seed", "-1"}}), HasSubstr("is outside 0..18446744073709551615"));
}

TEST(ReadParams, NamesTheRangeOfEveryKind) {
  EXPECT_EQ(error({{"sims", "0"}}), "sample: sims=0 is outside 1..1000000");
  EXPECT_THAT(error({{"sims", "99999999999999999999"}}), HasSubstr("is outside 1..1000000"));
  EXPECT_THAT(error({{"sims", "-99999999999999999999"}}), HasSubstr("is outside 1..1000000"));
  EXPECT_THAT(error({{"few", "4"}}), HasSubstr("few=4 is outside 1..3"));
  EXPECT_THAT(error({{"c", "10.01"}}), HasSubstr("c=10.01 is outside -1..10"));
  EXPECT_THAT(error({{"time", "2h"}}), HasSubstr("time=2h is outside 1ms..3600s"));
  EXPECT_THAT(error({{"memory", "1"}}), HasSubstr("memory=1 is outside 1KB..1024GB"));
  EXPECT_THAT(error({{"mood", "bald"}}), HasSubstr("must be one of calm, bold; did you mean \"bold\"?"));
}

TEST(ReadParams, RefusesTextOfTheWrongKind) {
  for (const char* bad : {"", "x", "1.5", "1e3", " 1", "+1", "-", "0x1"}) {
    EXPECT_THAT(error({{"sims", bad}}), HasSubstr("is not a whole number")) << bad;
  }
  EXPECT_THAT(error({{"c", "nan"}}), HasSubstr("c=nan is not a number"));
  EXPECT_THAT(error({{"ponder", "maybe"}}), HasSubstr("ponder=maybe must be on or off"));
  EXPECT_THAT(error({{"time", "soon"}}), HasSubstr("time: \"soon\" is not a duration"));
  EXPECT_THAT(error({{"memory", "much"}}), HasSubstr("memory: \"much\" is not a size"));
}

TEST(ReadParams, ShowsHostileValuesShortAndWithoutControlCharacters) {
  EXPECT_EQ(error({{"sims", "\x1b[2J"}}), "sample: sims=?[2J is not a whole number");
  for (const char* key : {"sims", "c", "ponder", "time", "memory", "mood"}) {
    EXPECT_LT(error({{key, std::string(100'000, 'x')}}).size(), 200U) << key;
  }
}

TEST(ReadParams, RefusesUnknownAndRepeatedKeys) {
  EXPECT_EQ(error({{"simz", "1"}}), "sample has no parameter \"simz\"; did you mean \"sims\"?");
  EXPECT_THAT(error({{"banana", "1"}}), HasSubstr("it takes sims, low, seed"));
  EXPECT_EQ(error({{"sims", "1"}, {"sims", "1"}}), "sample: sims is given twice");
  EXPECT_EQ(read_params<Nothing>("random", {{"x", "1"}}).error().message,
            "random has no parameter \"x\"; it takes none");
}

TEST(DescribeParams, TellsDefaultsAndRangesInDeclaredOrder) {
  const auto infos = describe_params<Sample>();
  ASSERT_EQ(infos.size(), 10U);
  EXPECT_EQ(infos[0].name, "sims");
  EXPECT_EQ(infos[0].default_text, "800");
  EXPECT_EQ(infos[0].range_text, "1..1000000");
  EXPECT_EQ(infos[2].range_text, "0..18446744073709551615");
  EXPECT_EQ(infos[7].default_text, "1s");
  EXPECT_EQ(infos[8].default_text, "16MB");
  EXPECT_THAT(infos[9].choices, ElementsAre("calm", "bold"));
}

TEST(ChangedParams, ListsOnlyWhatDiffersInDeclaredOrder) {
  EXPECT_THAT(changed_params(Sample{}), IsEmpty());
  EXPECT_THAT(changed_params(*read({{"mood", "bold"}, {"time", "1000ms"}, {"sims", "5"}})),
              ElementsAre(Pair("sims", "5"), Pair("mood", "bold")));
}

RC_GTEST_PROP(ChangedParams, AreReadBackToTheSameParams,
              (std::uint64_t seed, bool ponder, const std::string& path, bool bold)) {
  Sample params;
  params.sims = *rc::gen::inRange(1, 1'000'001);
  params.low = -*rc::gen::inRange<std::int64_t>(0, std::numeric_limits<std::int64_t>::max());
  params.seed = seed;
  params.c = *rc::gen::map(rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 53),
                           [](std::int64_t n) { return static_cast<double>(n) * 0x1p-53 * 11 - 1; });
  params.ponder = ponder;
  params.path = path;
  params.time = std::chrono::nanoseconds(*rc::gen::inRange<std::int64_t>(1'000'000, 3'600'000'000'001));
  params.memory = *rc::gen::inRange<std::uint64_t>(1024, (std::uint64_t{1} << 40) + 1);
  params.mood = bold ? Mood::Bold : Mood::Calm;
  RC_ASSERT((read(changed_params(params)) == params));
}

struct Extra {
  int extra = 3;
  static void describe(Fields<Extra>& f) { f.add("extra", &Extra::extra, {0, 9}, "more"); }
};

struct Both : Sample, Extra {
  static void describe(Fields<Both>& f) {
    f.include<Sample>();
    f.include<Extra>();
  }
};

TEST(Params, IncludeWhatTheirBasesDeclare) {
  EXPECT_EQ(describe_params<Both>().size(), describe_params<Sample>().size() + 1);
  const auto both = read_params<Both>("both", {{"extra", "5"}, {"sims", "7"}});
  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(both->extra, 5);
  EXPECT_EQ(both->sims, 7);
  EXPECT_THAT(changed_params(*both), ElementsAre(Pair("sims", "7"), Pair("extra", "5")));
  EXPECT_THAT(read_params<Both>("both", {{"exta", "5"}}).error().message,
              HasSubstr("did you mean \"extra\""));
}

}  // namespace
}  // namespace turncoat
