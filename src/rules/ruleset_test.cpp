#include "rules/ruleset.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"
#include "rules/position.h"
#include "rules/testing/random_games.h"

namespace turncoat::rules {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using namespace std::chrono_literals;

constexpr const char* kGood = R"(
name = "mine"
size = 8
black = ["e4", "d5"]
white = ["d4", "e5"]
)";

// The good file with the line that starts with this key replaced, or added.
std::string with(std::string_view key, std::string_view line) {
  std::string text;
  for (const auto part : split(kGood, '\n')) {
    if (!part.starts_with(key)) text += std::string(part) + '\n';
  }
  return text + std::string(line) + '\n';
}

std::string error(std::string_view toml) {
  const auto rules = parse_ruleset(toml, "my.toml");
  return rules ? "no error" : rules.error().message;
}

TEST(StandardRuleset, HasFourDiscsInTheMiddleOnEverySize) {
  for (int size = kMinSize; size <= kMaxSize; size += 2) {
    const RulesetPtr rules = standard(size);
    EXPECT_EQ(rules->name, fmt::format("standard-{}", size));
    EXPECT_EQ(rules->size, size);
    EXPECT_EQ(rules->black.size(), 2);
    EXPECT_EQ(rules->white.size(), 2);
    EXPECT_EQ(rules->first, Color::Black);
    EXPECT_EQ(Position(rules).legal_moves().size(), 4) << size;
  }
  EXPECT_EQ(standard(8)->black, (SquareSet{*Square::parse("e4", 8), *Square::parse("d5", 8)}));
  EXPECT_EQ(standard(8)->white, (SquareSet{*Square::parse("d4", 8), *Square::parse("e5", 8)}));
}

TEST(LeaderRuleset, HasItsOwnStartCountAndClock) {
  const auto rules = find_ruleset("leader-12");
  ASSERT_TRUE(rules.has_value());
  const auto squares = [](std::initializer_list<const char*> names) {
    SquareSet set;
    for (const char* name : names) set.insert(*Square::parse(name, 12));
    return set;
  };
  EXPECT_EQ((*rules)->size, 12);
  EXPECT_EQ((*rules)->white, squares({"d3", "c4", "j9", "i10"}));
  EXPECT_EQ((*rules)->black, squares({"c3", "d4", "i9", "j10"}));
  EXPECT_EQ((*rules)->first, Color::White);
  EXPECT_EQ((*rules)->black_bonus, 1);
  EXPECT_EQ((*rules)->clock.per_game, std::chrono::nanoseconds(300s));
  EXPECT_EQ(Position(*rules).mover(), Color::White);
}

TEST(FindRuleset, FindsEveryPresetByName) {
  for (const std::string& name : preset_names()) {
    const auto rules = find_ruleset(name);
    ASSERT_TRUE(rules.has_value()) << name;
    EXPECT_EQ((*rules)->name, name);
  }
}

TEST(FindRuleset, NamesWhatThereIs) {
  const auto error_of = [](std::string_view name) { return find_ruleset(name).error().message; };
  EXPECT_THAT(error_of("standrd-8"), HasSubstr("; did you mean \"standard-8\"?"));
  EXPECT_THAT(error_of("no/such/file.toml"), HasSubstr("rulesets are standard-4, "));
  EXPECT_THAT(error_of(""), HasSubstr("neither a ruleset nor a readable file"));
  EXPECT_THAT(error_of("/"), HasSubstr("is a folder"));
  EXPECT_FALSE(find_ruleset("standard-5").has_value());
  EXPECT_FALSE(find_ruleset("standard-18").has_value());
}

TEST(FindRuleset, ReadsAFileAndNamesItInErrors) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "turncoat_ruleset_test.toml";
  std::ofstream(path) << kGood;
  ASSERT_TRUE(find_ruleset(path.string()).has_value());
  EXPECT_EQ((*find_ruleset(path.string()))->name, "mine");
  std::ofstream(path) << "";
  EXPECT_THAT(find_ruleset(path.string()).error().message, StartsWith(path.string() + ": \"name\""));
  std::filesystem::remove(path);
}

TEST(ParseRuleset, FillsInWhatIsLeftOut) {
  const auto rules = parse_ruleset(kGood, "my.toml");
  ASSERT_TRUE(rules.has_value());
  Ruleset expected = *standard(8);
  expected.name = "mine";
  EXPECT_EQ(**rules, expected);
}

TEST(ParseRuleset, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(error(with("-", "sice = 8")), "my.toml: there is no setting \"sice\"; did you mean \"size\"?");
  EXPECT_THAT(error(with("-", "[black_bonus]\nx = 1")), HasSubstr("\"black_bonus\" must be"));
}

TEST(ParseRuleset, RefusesBadSizes) {
  for (const char* line : {"size = 7", "size = 2", "size = 18", "size = -8", "size = 0", "size = 4294967304",
                           "size = 9223372036854775807"}) {
    EXPECT_THAT(error(with("size", line)), HasSubstr("must be even, from 4 to 16")) << line;
  }
  for (const char* line :
       {"", "size = \"8\"", "size = 8.5", "size = true", "size = [8]", "size = 1979-05-27"}) {
    EXPECT_THAT(error(with("size", line)), HasSubstr("\"size\" must be given as a whole number")) << line;
  }
}

TEST(ParseRuleset, RefusesBadNames) {
  for (const char* line : {"", "name = 5", "name = \"\"", "name = [\"a\"]"}) {
    EXPECT_THAT(error(with("name", line)), HasSubstr("\"name\" must be given as text")) << line;
  }
  for (const char* line :
       {R"(name = "a\"b")", R"(name = "a\nb")", R"(name = "a/b")", "name = \"\xc3\xa9\""}) {
    EXPECT_THAT(error(with("name", line)), HasSubstr("letters, digits")) << line;
  }
}

TEST(ParseRuleset, RefusesBadSquares) {
  EXPECT_EQ(error(with("black", R"(black = ["e4", "i9"])")),
            "my.toml: black: \"i9\" is not a square of the 8x8 board (a1 to h8)");
  EXPECT_THAT(error(with("black", R"(black = ["e4", "e4"])")), HasSubstr("black: e4 is listed twice"));
  EXPECT_THAT(error(with("black", R"(black = ["e4", "E4"])")), HasSubstr("black: E4 is listed twice"));
  EXPECT_THAT(error(with("black", R"(black = ["e4", "d4"])")), HasSubstr("d4 is both black and white"));
  EXPECT_THAT(error(with("white", R"(white = "d4")")), HasSubstr("\"white\" must list squares"));
  EXPECT_THAT(error(with("white", R"(white = [4])")), HasSubstr("\"white\" must list squares"));
  EXPECT_THAT(error(with("white", "")), HasSubstr("\"white\" must list squares"));
}

TEST(ParseRuleset, RefusesBadSettings) {
  EXPECT_THAT(error(with("-", "first = \"red\"")), HasSubstr("\"first\" must be one of black, white"));
  EXPECT_THAT(error(with("-", "first = 1")), HasSubstr("\"first\" must be one of black, white"));
  EXPECT_THAT(error(with("-", "scoring = \"x\"")), HasSubstr("empties-to-winner, discs-only"));
  for (const char* line : {"black_bonus = 257", "black_bonus = -257", "black_bonus = 0.5",
                           "black_bonus = true", "black_bonus = \"1\""}) {
    EXPECT_THAT(error(with("-", line)), HasSubstr("\"black_bonus\" must be a whole number from -256 to 256"))
        << line;
  }
  EXPECT_THAT(error(with("-", "clock = \"fast\"")), HasSubstr("clock: \"fast\" is not a time control"));
  EXPECT_THAT(error(with("-", "clock = 5")), HasSubstr("clock: "));
}

TEST(ParseRuleset, NamesTheLineOfBrokenToml) {
  EXPECT_THAT(error("name = \"a\"\nsize = = 8\n"), StartsWith("my.toml line 2: "));
  EXPECT_THAT(error(with("-", "size = 8")), StartsWith("my.toml line "));  // a key twice
  EXPECT_THAT(error("\xff\xfe\x01\x02"), StartsWith("my.toml line 1: "));
  EXPECT_THAT(error(std::string(3, '\0')), StartsWith("my.toml line 1: "));
  EXPECT_THAT(error("black = " + std::string(100'000, '[')), StartsWith("my.toml line 1: "));
}

RC_GTEST_PROP(ParseRuleset, SurvivesAnyBytes, (const std::string& bytes)) {
  RC_ASSERT(!parse_ruleset(bytes, "my.toml").has_value());
}

TEST(FormatRuleset, OfEveryPresetIsReadBack) {
  for (const RulesetPtr& rules : testing::all_presets()) {
    const auto again = parse_ruleset(format_ruleset(*rules), "again");
    ASSERT_TRUE(again.has_value()) << again.error().message;
    EXPECT_EQ(**again, *rules);
  }
}

RC_GTEST_PROP(FormatRuleset, IsReadBack, (std::uint64_t seed, bool white_first, bool discs_only)) {
  Rng rng(seed);
  const Position any = testing::random_position(standard(4 + 2 * static_cast<int>(rng.below(7))), rng);
  Ruleset rules = any.ruleset();
  rules.name =
      *rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(std::string("aZ09-_. "))));
  rules.black = any.discs(Color::Black);
  rules.white = any.discs(Color::White);
  rules.first = white_first ? Color::White : Color::Black;
  rules.black_bonus = *rc::gen::inRange(-256, 257);
  rules.scoring = discs_only ? Scoring::DiscsOnly : Scoring::EmptiesToWinner;
  const auto seconds = std::chrono::seconds(1 + rng.below(1000));
  if (rng.below(3) == 0) rules.clock.per_move = seconds;
  if (!rules.clock.per_move && rng.below(2) == 0) {
    rules.clock.per_game = seconds;
    rules.clock.increment = std::chrono::milliseconds(rng.below(3000));
  }
  const auto again = parse_ruleset(format_ruleset(rules), "again");
  RC_ASSERT(again.has_value());
  RC_ASSERT((**again == rules));
}

TEST(WithScoring, ChangesNothingElse) {
  const RulesetPtr changed = with_scoring(standard(8), Scoring::DiscsOnly);
  Ruleset expected = *standard(8);
  expected.scoring = Scoring::DiscsOnly;
  EXPECT_EQ(*changed, expected);
}

}  // namespace
}  // namespace turncoat::rules
