#include "rules/playout.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "rules/testing/random_boards.h"

namespace turncoat::rules {

namespace {

using kernel::Isa;

// The games as playout.h promises them, with nothing but Position.
PlayoutTally plain_games(const Position& start, const PlayoutGames& games) {
  PlayoutTally tally;
  for (std::uint64_t i = games.first; i < games.first + games.count; ++i) {
    Rng rng = Rng::stream(games.seed, i);
    Position position = start;
    while (!position.is_over()) {
      if (position.must_pass()) {
        position = position.after(Move::pass());
        ++tally.passes;
        continue;
      }
      const SquareSet moves = position.legal_moves();
      auto at = moves.begin();
      for (auto k = rng.below(static_cast<std::uint32_t>(moves.size())); k > 0; --k) ++at;
      position = position.after(*at);
      ++tally.moves;
    }
    const int score = position.score(start.mover());
    ++tally.games;
    tally.wins += score > 0;
    tally.draws += score == 0;
    tally.losses += score < 0;
    tally.score += score;
    tally.score_square += static_cast<std::uint64_t>(score * score);
  }
  return tally;
}

PlayoutTally play(const Position& start, const PlayoutGames& games, Isa isa, int threads = 1) {
  return play_random_games(start, {.games = games, .threads = threads, .isa = isa}).value();
}

TEST(Playouts, EveryKernelPlaysThePromisedGames) {
  for (const std::string& name : preset_names()) {
    const Position start(*find_ruleset(name));
    // Not a multiple of any number of games side by side.
    const PlayoutGames games{99, 1000, 61};
    const PlayoutTally expected = plain_games(start, games);
    for (const Isa isa : kernel::supported_isas()) {
      EXPECT_EQ(play(start, games, isa), expected) << name << " " << kernel::isa_name(isa);
    }
  }
}

TEST(Playouts, AnyPositionAndAnyCount) {
  Rng rng(5);
  for (const int size : {4, 6, 8, 12}) {
    for (int i = 0; i < 40; ++i) {
      const auto board = testing::reachable_board(size, rng);
      const Color mover = rng.below(2) == 0 ? Color::Black : Color::White;
      const auto start = Position::make(standard(size), board.mover, board.other, mover).value();
      const PlayoutGames games{rng(), rng() >> 1, rng.below(24)};
      const PlayoutTally expected = plain_games(start, games);
      for (const Isa isa : kernel::supported_isas()) ASSERT_EQ(play(start, games, isa), expected);
    }
  }
}

TEST(Playouts, BonusAndDiscsOnlyCount) {
  Ruleset rules = *standard(6);
  rules.black_bonus = 3;
  rules.first = Color::White;
  rules.scoring = Scoring::DiscsOnly;
  const Position start(std::make_shared<const Ruleset>(rules));
  const PlayoutGames games{3, 0, 300};
  for (const Isa isa : kernel::supported_isas())
    EXPECT_EQ(play(start, games, isa), plain_games(start, games));
}

TEST(Playouts, FinishedGamesCountAsTheyStand) {
  const auto over = Position::parse(standard(4), "XXXX XXXX OOOO XX-X O").value();
  ASSERT_FALSE(over.is_over());
  const auto full = Position::parse(standard(4), "XXXX XXXX OOOO XXXX O").value();
  for (const Isa isa : kernel::supported_isas()) {
    const PlayoutTally tally = play(full, {1, 0, 10}, isa);
    EXPECT_EQ(tally.losses, 10U);
    EXPECT_EQ(tally.score, -80);
    EXPECT_EQ(tally.moves, 0U);
  }
}

TEST(Playouts, SameTotalsWithAnyThreads) {
  const Position start(standard(8));
  const PlayoutGames games{7, 0, 50'001};
  const PlayoutTally expected = play(start, games, Isa::Portable);
  for (const Isa isa : kernel::supported_isas()) {
    if (isa == Isa::Reference) continue;
    for (const int threads : {1, 2, 3}) EXPECT_EQ(play(start, games, isa, threads), expected);
  }
}

// Ten standard errors around the shares of 100 million games (docs/kernels.md).
TEST(Playouts, SharesOfRandomPlay) {
  const PlayoutTally tally = play(Position(standard(8)), {11, 0, 100'000}, kernel::best_isa());
  EXPECT_NEAR(static_cast<double>(tally.wins) / 1e5, 0.454, 0.016);
  EXPECT_NEAR(static_cast<double>(tally.losses) / 1e5, 0.504, 0.016);
  EXPECT_NEAR(static_cast<double>(tally.draws) / 1e5, 0.042, 0.007);
}

TEST(Playouts, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const auto result =
      play_random_games(Position(standard(8)), {.games = {1, 0, 1'000'000'000}}, source.get_token());
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Error::Code::Cancelled);
}

}  // namespace

}  // namespace turncoat::rules
