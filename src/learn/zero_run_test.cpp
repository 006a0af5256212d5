#include "learn/zero_run.h"

#include <gmock/gmock.h>

#include "base/file.h"
#include "base/testing/temporary_folder.h"

namespace turncoat::learn {
namespace {

using ::testing::HasSubstr;
using turncoat::testing::TemporaryFolder;

// There is no trainer: a run is made and then fails at its first network.
ZeroRunOptions options_in(const std::filesystem::path& folder) {
  ZeroRunOptions options;
  options.rules = rules::standard(4);
  options.arch = "1x8";
  options.recipe.games = 7;
  options.recipe.merge = true;
  options.seed = 5;
  options.out = folder;
  options.rounds = 1;
  options.trainer = "/bin/false";
  return options;
}

std::string refusal(const ZeroRunOptions& options) {
  const auto state = run_zero(options);
  return state ? "" : state.error().message;
}

TEST(ZeroRun, ItsSettingsAreInItsFolder) {
  const TemporaryFolder temporary;
  const auto options = options_in(temporary / "run");
  EXPECT_THAT(refusal(options), HasSubstr("turncoat-trainer exited with status 1"));
  const auto settings = read_zero_settings(temporary / "run");
  ASSERT_TRUE(settings.has_value());
  EXPECT_EQ(*settings->rules, *options.rules);
  EXPECT_EQ(settings->arch, "1x8");
  EXPECT_EQ(settings->recipe.games, 7);
  EXPECT_EQ(settings->seed, 5u);
  EXPECT_TRUE(settings->from.empty());
}

TEST(ZeroRun, GoesOnWithTheSameSettingsOnly) {
  const TemporaryFolder temporary;
  auto options = options_in(temporary / "run");
  options.resume = true;
  EXPECT_THAT(refusal(options), HasSubstr("is not the folder of a run"));
  options.resume = false;
  EXPECT_THAT(refusal(options), HasSubstr("turncoat-trainer"));
  EXPECT_THAT(refusal(options), HasSubstr("--resume goes on with it"));
  options.resume = true;
  EXPECT_THAT(refusal(options), HasSubstr("turncoat-trainer"));
  options.seed = 6;
  EXPECT_THAT(refusal(options), HasSubstr("was made with seed 5, not 6"));
  options.seed = 5;
  options.recipe.games = 8;
  EXPECT_THAT(refusal(options), HasSubstr("was made with games=7, not 8"));
}

// A recipe that is older than some of its settings of today goes on without them.
TEST(ZeroRun, ReadsAnOlderRecipe) {
  const TemporaryFolder temporary;
  EXPECT_NE(refusal(options_in(temporary / "run")), "");
  const auto path = temporary / "run" / "run.json";
  auto json = nlohmann::ordered_json::parse(*load_file(path, 1 << 20));
  json["recipe"].erase("trials");
  json["recipe"].erase("merge");
  ASSERT_TRUE(save_file(path, json.dump(), Existing::Replace).has_value());
  const auto settings = read_zero_settings(temporary / "run");
  ASSERT_TRUE(settings.has_value());
  EXPECT_EQ(settings->recipe.trials, 0);
  EXPECT_FALSE(settings->recipe.merge);
  for (const char* key : {"ruleset", "arch", "seed", "recipe"}) {
    auto broken = json;
    broken.erase(key);
    ASSERT_TRUE(save_file(path, broken.dump(), Existing::Replace).has_value());
    EXPECT_FALSE(read_zero_settings(temporary / "run").has_value()) << key;
  }
}

}  // namespace
}  // namespace turncoat::learn
