#include "learn/zero_claim.h"

#include <fstream>

#include <gmock/gmock.h>

#include "base/testing/temporary_folder.h"

namespace turncoat::learn {
namespace {

using ::testing::HasSubstr;
using turncoat::testing::TemporaryFolder;

TEST(ZeroClaim, OnlyTheSameSettingsGoOn) {
  const TemporaryFolder folder;
  const auto samples = folder / "a.samples";
  const ZeroClaim claim{rules::standard(6), "a.net", "0123", mcts::Numbers::Float, {}, 5};
  ASSERT_TRUE(claim_samples(samples, claim).has_value());
  EXPECT_TRUE(claim_samples(samples, claim).has_value());

  const auto refusal = [&](auto change) {
    ZeroClaim other = claim;
    change(other);
    const auto result = claim_samples(samples, other);
    return result ? "" : result.error().message;
  };
  EXPECT_THAT(refusal([](ZeroClaim& c) { c.seed = 6; }), HasSubstr("--seed is 5 there and 6 here"));
  EXPECT_THAT(refusal([](ZeroClaim& c) { c.rules = rules::standard(8); }),
              HasSubstr("--rules is \"standard-6\""));
  EXPECT_THAT(refusal([](ZeroClaim& c) { c.numbers = mcts::Numbers::Integer; }), HasSubstr("--numbers"));
  EXPECT_THAT(refusal([](ZeroClaim& c) { c.net_bytes = "9"; }), HasSubstr("--net is another network there"));
  EXPECT_THAT(refusal([](ZeroClaim& c) { c.net = "b.net", c.net_bytes = "9"; }),
              HasSubstr("\"a.net\" there"));
  EXPECT_THAT(refusal([](ZeroClaim& c) { c.recipe.sims = 7; }), HasSubstr("--preset: sims is \"32\" there"));
  // A copy of the network under another name is the same network.
  EXPECT_EQ(refusal([](ZeroClaim& c) { c.net = "copy.net"; }), "");
}

TEST(ZeroClaim, NonsenseIsAnError) {
  const TemporaryFolder folder;
  for (const char* text : {"", "[]", "{", "{\"seed\": 1, \"recipe\": 3}"}) {
    std::ofstream(claim_path(folder / "a")) << text;
    EXPECT_FALSE(claim_samples(folder / "a", {rules::standard(6), "n", "0", mcts::Numbers::Float, {}, 1}))
        << text;
  }
  EXPECT_FALSE(file_fingerprint(folder / "nothing").has_value());
}

}  // namespace
}  // namespace turncoat::learn
