#include "server/live_game.h"

#include <gmock/gmock.h>
#include <rapidcheck.h>

#include "base/rng.h"
#include "server/json_game.h"
#include "server/start.h"

namespace turncoat::server {
namespace {

using rules::Color;
using std::chrono::milliseconds;

LiveGame new_game(bool black_human, bool white_human, std::optional<GameClock> clock = {}, int size = 8) {
  return LiveGame(rules::Game(rules::standard(size)),
                  {Side{black_human, black_human ? "" : "greedy", "B"},
                   Side{white_human, white_human ? "" : "greedy", "W"}},
                  clock, 7, "2026-11-16T07:00:00Z");
}

rules::Move move(const char* name) {
  return parse_move(name, 8).value();
}

GameClock five_seconds() {
  GameClock clock;
  clock.initial = milliseconds(5000);
  clock.increment = milliseconds(1000);
  clock.left.fill(clock.initial);
  return clock;
}

int status(const Answer<void>& answer) {
  return answer ? 200 : answer.error().status;
}

TEST(LiveGame, GoesThroughTheStoreUnchanged) {
  const auto property = [](std::uint64_t seed) {
    Rng rng(seed);
    LiveGame game = new_game(rng.below(2) == 0, rng.below(2) == 0,
                             rng.below(2) == 0 ? std::nullopt : std::optional(five_seconds()), 6);
    game.id = 12;
    for (std::uint32_t i = rng.below(40); i > 0 && game.phase() == Phase::Playing; --i) {
      const auto legal = game.game().position().legal_moves();
      RC_ASSERT(game.play(*legal.begin(), milliseconds(rng.below(2000))).has_value());
      RC_ASSERT(game.phase() == Phase::Over || !game.game().position().must_pass());
    }
    const auto again = LiveGame::from_store(game.to_store());
    RC_ASSERT(again.has_value());
    PositionTexts texts;
    RC_ASSERT(game_text(*again, texts, {}) == game_text(game, texts, {}));
    RC_ASSERT(again->to_store().settings == game.to_store().settings);
  };
  RC_ASSERT(rc::check("a live game stored and read is the same", property));
}

TEST(LiveGame, SettingsChangedByHandAreAnError) {
  store::LiveGame stored = new_game(true, true).to_store();
  for (const char* settings : {"", "{}", "[]", "{\"black\":7}", "nonsense"}) {
    stored.settings = settings;
    EXPECT_FALSE(LiveGame::from_store(stored).has_value()) << settings;
  }
}

TEST(LiveGame, UndoGoesBackToAPersonsChoice) {
  LiveGame both = new_game(true, true);
  EXPECT_EQ(status(both.undo()), 409);
  ASSERT_TRUE(both.play(move("f5"), {}).has_value());
  ASSERT_TRUE(both.play(move("d6"), {}).has_value());
  ASSERT_TRUE(both.undo().has_value());
  EXPECT_EQ(both.game().ply(), 1);

  LiveGame white = new_game(false, true);
  ASSERT_TRUE(white.play(move("f5"), {}).has_value());
  EXPECT_EQ(status(white.undo()), 409) << "the machine's move is not ours to take back";
  ASSERT_TRUE(white.play(move("d6"), {}).has_value());
  ASSERT_TRUE(white.play(move("c3"), {}).has_value());
  ASSERT_TRUE(white.undo().has_value());
  EXPECT_EQ(white.game().ply(), 1);
  EXPECT_TRUE(white.waits_for_human());
  EXPECT_EQ(white.record().notes.size(), 1u);
}

TEST(LiveGame, ClockRunsAndFalls) {
  LiveGame game = new_game(true, true, five_seconds());
  ASSERT_TRUE(game.play(move("f5"), milliseconds(2000)).has_value());
  EXPECT_EQ(game.left(Color::Black), milliseconds(4000));
  ASSERT_TRUE(game.pause(milliseconds(1500)).has_value());
  EXPECT_EQ(game.left(Color::White), milliseconds(3500));
  EXPECT_EQ(status(game.play(move("d6"), {})), 409);
  ASSERT_TRUE(game.resume().has_value());
  ASSERT_TRUE(game.play(move("d6"), milliseconds(3600)).has_value()) << "a message may be late a little";
  EXPECT_EQ(game.left(Color::White), milliseconds(1000));
  ASSERT_TRUE(game.play(move("c3"), milliseconds(60'000)).has_value());
  EXPECT_EQ(game.phase(), Phase::Over);
  EXPECT_EQ(game.record().ending, record::Ending::Time);
  EXPECT_EQ(game.record().loser, Color::Black);
  EXPECT_EQ(game.game().ply(), 2) << "the move came too late to count";
  EXPECT_EQ(status(game.undo()), 409);
}

TEST(LiveGame, EndsInEveryWay) {
  LiveGame resigned = new_game(true, false);
  EXPECT_EQ(status(resigned.resign(Color::White)), 409);
  ASSERT_TRUE(resigned.resign(std::nullopt).has_value());
  EXPECT_EQ(resigned.record().loser, Color::Black);
  EXPECT_EQ(status(resigned.resign(std::nullopt)), 409);
  LiveGame failed = new_game(true, false);
  failed.lose_by_failure(Color::White, "its program ended");
  EXPECT_EQ(failed.error(), "W cannot go on: its program ended");
  EXPECT_EQ(failed.to_store().state, "over");
  EXPECT_EQ(status(new_game(true, true).play(move("a1"), {})), 422);
}

}  // namespace
}  // namespace turncoat::server
