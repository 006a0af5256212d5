#include "engine/registry.h"

#include <set>

#include <gmock/gmock.h>

namespace turncoat::engine {
namespace {

using testing::HasSubstr;

std::string error(std::string_view spec) {
  const auto player = make_player(spec);
  return player ? "no error" : player.error().message;
}

TEST(ListPlayers, GivesEveryPlayerOnceWithHelp) {
  std::set<std::string> names;
  for (const PlayerInfo& info : list_players()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.summary.empty()) << info.name;
    for (const ParamInfo& param : info.params)
      EXPECT_FALSE(param.help.empty()) << info.name << ' ' << param.name;
  }
  EXPECT_TRUE(names.contains("random"));
  EXPECT_TRUE(names.contains("greedy"));
  EXPECT_TRUE(names.contains("human"));
}

TEST(ListPlayers, GivesDefaultsThatAreAllowedAndCanonicalWhenLeftOut) {
  for (const PlayerInfo& info : list_players()) {
    for (const ParamInfo& param : info.params) {
      const std::string spec = info.name + ":" + param.name + "=\"" + param.default_text + "\"";
      const auto canonical = canonical_spec(spec);
      ASSERT_TRUE(canonical.has_value()) << spec << ": " << canonical.error().message;
      EXPECT_EQ(*canonical, info.name) << spec;
    }
  }
}

TEST(CanonicalSpec, IsItsOwnCanonicalSpec) {
  for (const PlayerInfo& info : list_players()) {
    EXPECT_EQ(canonical_spec(" " + info.name + " : "), info.name);
    EXPECT_EQ(canonical_spec(info.name), info.name);
  }
}

TEST(MakePlayer, MakesThePlayersThatNeedNothing) {
  for (const char* spec : {"random", "greedy", " greedy: "}) {
    const auto player = make_player(spec);
    ASSERT_TRUE(player.has_value()) << spec;
    EXPECT_NE(*player, nullptr);
  }
}

TEST(MakePlayer, SuggestsTheNameThatWasMeant) {
  EXPECT_EQ(error("gredy"), "there is no player \"gredy\"; did you mean \"greedy\"?");
  EXPECT_EQ(error("Random"), "there is no player \"Random\"; did you mean \"random\"?");
  EXPECT_EQ(error("zzzzzz"), "there is no player \"zzzzzz\"; turncoat players lists them");
}

TEST(MakePlayer, RefusesBadSpecs) {
  EXPECT_THAT(error(""), HasSubstr("is not a name"));
  EXPECT_THAT(error("random:x=1"), HasSubstr("random has no parameter \"x\"; it takes none"));
  EXPECT_THAT(error("random:x"), HasSubstr("is not key=value"));
  EXPECT_EQ(canonical_spec("random:x=1").error().message, error("random:x=1"));
}

TEST(MakePlayer, GivesHumanOnlyWhereThereIsOne) {
  EXPECT_THAT(error("human"), HasSubstr("use turncoat play"));
  Environment environment;
  environment.ask_human = [](const rules::Game&, const player::Request&) -> Result<rules::Move> {
    return rules::Square(2, 3);
  };
  const auto human = make_player("human", environment);
  ASSERT_TRUE(human.has_value());
  const auto choice = (*human)->choose(rules::Game(rules::standard(8)), {});
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->move.name(), "c4");
}

}  // namespace
}  // namespace turncoat::engine
