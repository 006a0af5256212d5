#include "server/presets.h"

#include <gmock/gmock.h>

namespace turncoat::server {
namespace {

using ::testing::HasSubstr;

std::string refusal(const std::string& spec) {
  const auto checked = check_spec(spec, Limits{}, 2);
  return checked ? "taken" : checked.error().message;
}

TEST(Presets, AreSixAndKnowThemselves) {
  const auto list = presets(2);
  ASSERT_EQ(list.size(), 6u);
  for (const Preset& preset : list) EXPECT_EQ(refusal(preset.spec), "taken") << preset.spec;
}

TEST(SpecOverTheNetwork, GetsNoProgramsFilesOrMachines) {
  EXPECT_EQ(refusal("mcts:sims=100,memory=64MB"), "taken");
  EXPECT_EQ(refusal("alphabeta:eval=linear,weights=seed-best"), "taken");
  EXPECT_THAT(refusal("gtp:command=\"sh -c reboot\""), HasSubstr("over the network"));
  EXPECT_THAT(refusal("human"), HasSubstr("over the network"));
  EXPECT_THAT(refusal("mcts:memory=2GB"), HasSubstr("512MB is the most"));
  EXPECT_THAT(refusal("engine:hash=2GB"), HasSubstr("is the most"));
  EXPECT_THAT(refusal("engine:threads=3"), HasSubstr("2 is the most"));
  EXPECT_THAT(refusal("mcts:time=1h"), HasSubstr("is the most"));
  EXPECT_THAT(refusal("engine:ponder=on"), HasSubstr("ponder"));
  EXPECT_THAT(refusal("engine:weights=/etc/passwd"), HasSubstr("not a path"));
  EXPECT_THAT(refusal("mcts:tree=../x"), HasSubstr("not a path"));
  EXPECT_THAT(refusal("engin"), HasSubstr("did you mean"));
  EXPECT_THAT(refusal(""), ::testing::Not("taken"));
}

}  // namespace
}  // namespace turncoat::server
