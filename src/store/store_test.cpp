#include "store/store.h"

#include <limits>

#include <gmock/gmock.h>
#include <rapidcheck.h>
#include <stdlib.h>

#include "store/testing/store_testing.h"

namespace turncoat::store {
namespace {

using record::Ending;
using record::GameRecord;
using ::testing::HasSubstr;
using testing::named_record;
using testing::TemporaryFolder;

std::unique_ptr<Store> open(const std::filesystem::path& path) {
  auto store = Store::open(path);
  EXPECT_TRUE(store.has_value()) << store.error().message;
  return store ? std::move(*store) : nullptr;
}

std::vector<GameRecord> random_records(std::uint64_t seed, int count) {
  std::vector<GameRecord> records;
  Rng rng(seed);
  for (int i = 0; i < count; ++i) records.push_back(testing::random_record(rng));
  return records;
}

TEST(StoreRoundTrip, GivesBackTheSameGame) {
  const TemporaryFolder folder;
  const auto path = folder / "a.db";
  const auto property = [&](std::uint64_t seed) {
    const auto records = random_records(seed, 5);
    std::vector<GameId> ids;
    RunId run = 0;
    {
      const auto store = Store::open(path);
      RC_ASSERT(store.has_value());
      const auto added = (*store)->import_games(records);
      RC_ASSERT(added.has_value());
      ids = *added;
      run = *(*store)->begin_run("match", "{}");
      for (std::size_t i = 0; i < records.size(); ++i) {
        RC_ASSERT((*store)->add_game(run, i * 7, records[i]).has_value());
      }
    }
    const auto store = Store::open(path);
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto game = (*store)->game(ids[i]);
      RC_ASSERT(game.has_value());
      RC_ASSERT(game->record == records[i]);
      RC_ASSERT(!game->run.has_value());
    }
    const auto games = (*store)->games_of(run);
    RC_ASSERT(games.has_value());
    RC_ASSERT(games->size() == records.size());
    for (std::size_t i = 0; i < records.size(); ++i) RC_ASSERT(games->at(i * 7) == records[i]);
  };
  EXPECT_TRUE(rc::check(property));
}

TEST(StoreGames, OfOneRulesetShareIt) {
  const TemporaryFolder folder;
  const auto store = open(folder / "a.db");
  std::vector<GameRecord> records(3, GameRecord(rules::Game(*rules::find_ruleset("leader-12"))));
  ASSERT_TRUE(store->import_games(records).has_value());
  const auto games = store->list({});
  ASSERT_EQ(games->size(), 3U);
  EXPECT_EQ(games->at(0).record.game.start().ruleset_ptr(), games->at(2).record.game.start().ruleset_ptr());
}

TEST(StoreRuns, AreFoundByTheirSettings) {
  const TemporaryFolder folder;
  const auto store = open(folder / "a.db");
  EXPECT_EQ(store->find_run("match", "{\"seed\":1}")->has_value(), false);
  const auto first = store->begin_run("match", "{\"seed\":1}");
  const auto second = store->begin_run("match", "{\"seed\":1}");
  const auto other = store->begin_run("tournament", "{\"seed\":1}");
  ASSERT_TRUE(first && second && other);
  ASSERT_TRUE(store->add_game(*second, 4, named_record("a", 1)).has_value());

  const auto found = store->find_run("match", "{\"seed\":1}");
  ASSERT_TRUE(found.has_value() && found->has_value());
  EXPECT_EQ((*found)->id, *second);
  EXPECT_EQ((*found)->games, 1U);
  EXPECT_EQ((*found)->kind, "match");
  EXPECT_THAT((*found)->created, ::testing::MatchesRegex("20..-..-..T..:..:..Z"));
  EXPECT_EQ(store->runs()->size(), 3U);
  EXPECT_TRUE(store->games_of(*first)->empty());
}

TEST(StoreRuns, TakeEachItemOnce) {
  const TemporaryFolder folder;
  const auto store = open(folder / "a.db");
  const RunId run = *store->begin_run("match", "{}");
  ASSERT_TRUE(store->add_game(run, 0, named_record("a", 1)).has_value());
  const auto again = store->add_game(run, 0, named_record("b", 2));
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().code, Error::Code::Conflict);
  EXPECT_THAT(again.error().message, HasSubstr("game 0 of run 1 already"));
  EXPECT_EQ(store->games_of(run)->at(0).black, "a");
  EXPECT_TRUE(
      store->add_game(run, std::numeric_limits<std::int64_t>::max(), named_record("c", 3)).has_value());
  EXPECT_EQ(store->add_game(run, ~std::uint64_t{0}, named_record("c", 3)).error().code, Error::Code::Range);
}

TEST(StoreRuns, ThatDoNotExistAreNotFound) {
  const TemporaryFolder folder;
  const auto store = open(folder / "a.db");
  EXPECT_EQ(store->add_game(7, 0, named_record("a", 1)).error().code, Error::Code::NotFound);
  EXPECT_EQ(store->games_of(7).error().code, Error::Code::NotFound);
  EXPECT_EQ(store->game(7).error().code, Error::Code::NotFound);
  EXPECT_TRUE(store->list({})->empty());
}

TEST(StoreImport, TakesAllOrNone) {
  const TemporaryFolder folder;
  const auto store = open(folder / "a.db");
  auto records = random_records(3, 10);
  records[9] = GameRecord(rules::Game(rules::standard(8)));
  records[9].ending = Ending::Finished;
  const auto refused = store->import_games(records);
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, HasSubstr("game 10: it is called finished"));
  EXPECT_TRUE(store->list({})->empty());
  records.pop_back();
  EXPECT_EQ(store->import_games(records)->size(), 9U);
}

TEST(StoreImport, SkipsWhatIsThereWhenAsked) {
  const TemporaryFolder folder;
  const auto store = open(folder / "a.db");
  std::vector<GameRecord> records;
  for (int i = 0; i < 20; ++i) records.push_back(named_record(std::to_string(i), 1));
  ASSERT_EQ(store->import_games(records, Duplicates::Skip)->size(), 20U);
  EXPECT_EQ(store->import_games(records, Duplicates::Skip)->size(), 0U);
  records[3].date = "another day";
  records[4].notes.clear();
  EXPECT_EQ(store->import_games(records, Duplicates::Skip)->size(), 1U);
  EXPECT_EQ(store->import_games(records)->size(), 20U);
  EXPECT_EQ(store->ids({})->size(), 41U);
}

TEST(StoreGames, ThatContradictThemselvesAreRefused) {
  const TemporaryFolder folder;
  const auto store = open(folder / "a.db");
  const auto refused = [&](const std::function<void(GameRecord&)>& change) {
    GameRecord record{rules::Game(rules::standard(8))};
    EXPECT_TRUE(record.game.play(record.game.position().legal_moves().begin().operator*()).has_value());
    change(record);
    const auto added = store->import_games({record});
    return added ? std::string("taken") : added.error().message;
  };
  EXPECT_EQ(refused([](GameRecord&) {}), "taken");
  EXPECT_THAT(refused([](GameRecord& r) { r.ending = Ending::Resigned; }), HasSubstr("needs a loser"));
  EXPECT_THAT(refused([](GameRecord& r) { r.loser = rules::Color::Black; }), HasSubstr("has not a loser"));
  EXPECT_THAT(refused([](GameRecord& r) { r.notes.resize(2); }), HasSubstr("notes to 2 moves, but 1"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(refused([&](GameRecord& r) { r.notes = {{nan, {}}}; }), HasSubstr("note to move 1"));
  EXPECT_THAT(refused([&](GameRecord& r) { r.stated_score = nan; }), HasSubstr("not a number"));
}

TEST(StoreList, SelectsNewestFirst) {
  const TemporaryFolder folder;
  const auto store = open(folder / "a.db");
  const auto add = [&](const char* black, const char* white, const char* rules) {
    GameRecord record{rules::Game(*rules::find_ruleset(rules))};
    record.black = black;
    record.white = white;
    return store->import_games({record})->front();
  };
  const GameId a = add("Ann", "Bob", "standard-8");
  const GameId b = add("bob_%", "Cid", "standard-6");
  const GameId c = add("Cid", "Ann", "leader-12");
  const RunId run = *store->begin_run("match", "{}");
  const GameId d = *store->add_game(run, 0, named_record("Dan", 5));

  using ::testing::ElementsAre;
  const auto ids = [&](const GameFilter& filter) {
    std::vector<GameId> listed;
    const auto games = store->list(filter);
    for (const StoredGame& game : games.value()) listed.push_back(game.id);
    EXPECT_EQ(store->ids(filter).value(), listed);
    return listed;
  };
  EXPECT_THAT(ids({}), ElementsAre(d, c, b, a));
  EXPECT_THAT(ids({.limit = 2}), ElementsAre(d, c));
  EXPECT_THAT(ids({.player = "BOB"}), ElementsAre(b, a));
  EXPECT_THAT(ids({.player = "_%"}), ElementsAre(b));
  EXPECT_THAT(ids({.player = "%"}), ElementsAre(b));
  EXPECT_THAT(ids({.player = "' OR 1=1 --"}), ElementsAre());
  EXPECT_THAT(ids({.run = run}), ElementsAre(d));
  EXPECT_THAT(ids({.run = 99}), ElementsAre());
  EXPECT_THAT(ids({.no_run = true}), ElementsAre(c, b, a));
  EXPECT_THAT(ids({.player = "ann", .rules = "leader-12"}), ElementsAre(c));
}

TEST(StorePath, FollowsTheEnvironment) {
  setenv("HOME", "/home/x", 1);
  setenv("XDG_DATA_HOME", "/data", 1);
  EXPECT_EQ(*default_path(), "/data/turncoat/turncoat.db");
  setenv("XDG_DATA_HOME", "relative", 1);
  EXPECT_EQ(*default_path(), "/home/x/.local/share/turncoat/turncoat.db");
  unsetenv("XDG_DATA_HOME");
  EXPECT_EQ(*default_path(), "/home/x/.local/share/turncoat/turncoat.db");
  unsetenv("HOME");
  EXPECT_THAT(default_path().error().message, HasSubstr("--store FILE"));
}

TEST(StoreHistory, KeepsTheLastEntryOfEachStep) {
  const TemporaryFolder folder;
  RunId run = 0;
  RunId other = 0;
  {
    const auto store = open(folder / "a.db");
    run = *store->begin_run("evolution", "{}");
    other = *store->begin_run("evolution", "{}");
    EXPECT_TRUE(store->history_of(run)->empty());
    ASSERT_TRUE(store->put_history(run, 7, "{\"b\":1}").has_value());
    ASSERT_TRUE(store->put_history(run, 1, "first").has_value());
    ASSERT_TRUE(store->put_history(run, 1, "second").has_value());
    ASSERT_TRUE(store->put_history(other, 1, "of the other").has_value());
  }
  const auto store = open(folder / "a.db");
  const std::vector<HistoryEntry> expected = {{1, "second"}, {7, "{\"b\":1}"}};
  EXPECT_EQ(*store->history_of(run), expected);
  EXPECT_THAT(store->history_of(99).error().message, HasSubstr("has no run 99"));
  EXPECT_THAT(store->put_history(99, 1, "").error().message, HasSubstr("has no run 99"));
  EXPECT_THAT(store->put_history(run, std::numeric_limits<std::uint64_t>::max(), "").error().message,
              HasSubstr("too large"));
}

TEST(StoreGames, TellTheirNumberInTheRun) {
  const TemporaryFolder folder;
  const auto store = open(folder / "a.db");
  const RunId run = *store->begin_run("evolution", "{}");
  const GameId id = *store->add_game(run, std::uint64_t{1} << 62, named_record("x", 1));
  EXPECT_EQ(store->game(id)->item, std::uint64_t{1} << 62);
  const auto imported = store->import_games({named_record("y", 2)});
  EXPECT_EQ(store->game(imported->front())->item, std::nullopt);
}

}  // namespace
}  // namespace turncoat::store
