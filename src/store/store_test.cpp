#include "store/store.h"

#include <gmock/gmock.h>

TEST(Store, Opens) {
  const auto path = std::filesystem::temp_directory_path() / "turncoat-smoke.db";
  std::filesystem::remove(path);
  auto store = turncoat::store::Store::open(path);
  ASSERT_TRUE(store.has_value()) << store.error().message;
  std::vector<turncoat::record::GameRecord> games;
  games.emplace_back(turncoat::rules::Game(turncoat::rules::standard(8)));
  auto ids = (*store)->import_games(games);
  ASSERT_TRUE(ids.has_value()) << ids.error().message;
  EXPECT_EQ((*store)->game(ids->front())->record, games[0]);
}
