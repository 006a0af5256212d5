#include "protocol/default_players.h"

#include <gtest/gtest.h>

#include "engine/registry.h"

namespace turncoat::protocol {
namespace {

TEST(DefaultPlayers, AreThere) {
  for (const std::string_view spec : {kGtpPlayer, kNboardPlayer, agent_player(8), agent_player(12)}) {
    EXPECT_TRUE(engine::make_player(spec).has_value()) << spec;
  }
}

TEST(DefaultPlayers, TakeADepth) {
  EXPECT_EQ(with_depth("alphabeta", 4), "alphabeta:depth=4");
  EXPECT_EQ(with_depth("alphabeta:depth=9,tt=1MB", 4), "alphabeta:tt=1MB,depth=4");
  EXPECT_EQ(with_depth("alphabeta", 1000), "alphabeta:depth=60");
  EXPECT_EQ(with_depth("random", 4), "random");
  EXPECT_EQ(with_depth("gtp:command=edax", 4), "gtp:command=edax");
  EXPECT_FALSE(with_depth("alphabeta:depth", 4).has_value());
}

}  // namespace
}  // namespace turncoat::protocol
