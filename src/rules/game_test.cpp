#include "rules/game.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "rules/testing/random_games.h"

namespace turncoat::rules {
namespace {

using testing::all_presets;
using testing::random_game;

// Plays "f5d6..." from the start, forced passes included.
Game replay(int size, std::string_view line) {
  Game game(standard(size));
  for (std::size_t at = 0; at < line.size(); at += 2) {
    game.pass_if_forced();
    const auto played = game.play(*Square::parse(line.substr(at, 2), size));
    EXPECT_TRUE(played.has_value()) << "move " << at / 2 + 1 << ": " << played.error().message;
  }
  return game;
}

std::string refusal(Game& game, Move move) {
  const Game before = game;
  const auto played = game.play(move);
  EXPECT_EQ(game, before);
  EXPECT_EQ(game.position(), before.position());
  return played ? "played" : played.error().message;
}

TEST(KnownGames, TheDrawOfPerfectPlay) {
  // "Othello is Solved", Takizawa, arXiv 2310.19387.
  const Game game =
      replay(8,
             "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3"
             "h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6");
  EXPECT_TRUE(game.is_over());
  EXPECT_EQ(game.ply(), 60);
  EXPECT_EQ(game.position().disc_count(Color::Black), 32);
  EXPECT_EQ(game.position().disc_count(Color::White), 32);
  EXPECT_EQ(game.position().score(Color::Black), 0);
}

TEST(KnownGames, AShortestDraw) {
  const Game game = replay(8, "f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5");
  EXPECT_TRUE(game.is_over());
  EXPECT_EQ(game.ply(), 20);
  EXPECT_EQ(game.position().disc_count(Color::Black), 12);
  EXPECT_EQ(game.position().disc_count(Color::White), 12);
  EXPECT_EQ(game.position().score(Color::White), 0);
}

TEST(KnownGames, AShortestGameWipesWhiteOut) {
  const Game game = replay(8, "e6f4e3f6g5d6e7f5c5");
  EXPECT_TRUE(game.is_over());
  EXPECT_EQ(game.ply(), 9);
  EXPECT_EQ(game.position().disc_count(Color::White), 0);
  EXPECT_EQ(game.position().disc_count(Color::Black), 13);
  EXPECT_EQ(game.position().score(Color::Black), 64);
}

TEST(KnownGames, PerfectPlayOn4x4) {
  const Game game = replay(4, "b1a1a2c1d4a3d1b4a4c4");
  EXPECT_TRUE(game.is_over());
  EXPECT_EQ(game.position().disc_count(Color::Black), 3);
  EXPECT_EQ(game.position().disc_count(Color::White), 11);
  EXPECT_EQ(game.position().score(Color::Black), -10);
}

struct Tally {
  int games = 0;
  int value = 0;  // best result for the mover
};

// Every game from here on, without any shortcut.
Tally walk(const Position& position) {
  if (position.is_over()) return {1, position.score(position.mover())};
  if (position.must_pass()) {
    const Tally after = walk(position.after(Move::pass()));
    return {after.games, -after.value};
  }
  Tally best{0, -1000};
  for (const Square square : position.legal_moves()) {
    const Tally after = walk(position.after(square));
    best.games += after.games;
    best.value = std::max(best.value, -after.value);
  }
  return best;
}

TEST(Board4x4, Has60060GamesAndIsLostForBlack) {
  const Tally winner_takes_empties = walk(Position(standard(4)));
  EXPECT_EQ(winner_takes_empties.games, 60'060);
  EXPECT_EQ(winner_takes_empties.value, -10);
  EXPECT_EQ(walk(Position(with_scoring(standard(4), Scoring::DiscsOnly))).value, -8);
}

RC_GTEST_PROP(RandomGames, KeepTheInvariantsOnEveryBoard, (std::uint64_t seed)) {
  Rng rng(seed);
  for (const RulesetPtr& rules : all_presets()) {
    const Game game = random_game(rules, rng);
    RC_ASSERT(game.is_over());
    int placed = 0;
    for (int ply = 0; ply < game.ply(); ++ply) {
      const Position& before = game.position_at(ply);
      const Position& after = game.position_at(ply + 1);
      const Move move = game.moves()[static_cast<std::size_t>(ply)];
      const Color mover = before.mover();
      RC_ASSERT(after.mover() == other(mover));
      RC_ASSERT((after.discs(Color::Black) & after.discs(Color::White)).empty());
      if (move.is_pass()) {
        RC_ASSERT(before.legal_moves().empty());
        RC_ASSERT(!after.legal_moves().empty());
        RC_ASSERT((after.empties() == before.empties()));
        continue;
      }
      ++placed;
      const SquareSet flips = before.flips(move.square());
      RC_ASSERT(!flips.empty());
      RC_ASSERT((after.empties() == (before.empties() ^ SquareSet{move.square()})));
      RC_ASSERT(after.disc_count(mover) == before.disc_count(mover) + flips.size() + 1);
      RC_ASSERT(after.disc_count(other(mover)) == before.disc_count(other(mover)) - flips.size());
    }
    RC_ASSERT(placed <= game.start().empties().size());
    RC_ASSERT(game.ply() <= 2 * placed);
    RC_ASSERT(game.position().score(Color::Black) == -game.position().score(Color::White));
  }
}

RC_GTEST_PROP(GameUndo, WalksBackToTheStart, (std::uint64_t seed)) {
  Rng rng(seed);
  for (const RulesetPtr& rules : all_presets()) {
    Game game = random_game(rules, rng);
    const Game whole = game;
    while (game.ply() > 0) {
      RC_ASSERT(game.undo());
      RC_ASSERT((game.position() == whole.position_at(game.ply())));
    }
    RC_ASSERT(!game.undo());
    RC_ASSERT((game == Game(rules)));
    for (const Move move : whole.moves()) RC_ASSERT(game.play(move).has_value());
    RC_ASSERT((game == whole));
  }
}

TEST(GamePlay, TellsWhyAMoveIsIllegal) {
  Game game(standard(8));
  EXPECT_EQ(refusal(game, Square(0, 0)), "a1 turns no disc for Black");
  EXPECT_EQ(refusal(game, Square(3, 3)), "d4 is not empty");
  EXPECT_EQ(refusal(game, Square(8, 0)), "i1 is outside the 8x8 board");
  EXPECT_EQ(refusal(game, Square(15, 15)), "p16 is outside the 8x8 board");
  EXPECT_EQ(refusal(game, Move::pass()), "Black may not pass: there are legal moves");
  ASSERT_TRUE(game.play(*Square::parse("f5", 8)).has_value());
  EXPECT_EQ(refusal(game, *Square::parse("a1", 8)), "a1 turns no disc for White");
}

TEST(GamePlay, DemandsThePassAndEndsTheGame) {
  const RulesetPtr rules = standard(4);
  Game forced(*Position::parse(rules, "OX-- ---- ---- ---- X"));
  EXPECT_EQ(refusal(forced, Square(2, 0)), "Black has no legal move and must pass");
  ASSERT_TRUE(forced.play(Move::pass()).has_value());
  EXPECT_FALSE(forced.pass_if_forced());
  ASSERT_TRUE(forced.play(Square(2, 0)).has_value());
  EXPECT_TRUE(forced.is_over());
  EXPECT_FALSE(forced.pass_if_forced());
  EXPECT_EQ(refusal(forced, Square(3, 0)), "d1 cannot be played: the game is over");
  EXPECT_EQ(refusal(forced, Move::pass()), "pass cannot be played: the game is over");
}

TEST(GamePass, IsPlayedOnlyWhenForced) {
  Game game(*Position::parse(standard(4), "OX-- ---- ---- ---- X"));
  EXPECT_TRUE(game.pass_if_forced());
  EXPECT_EQ(game.ply(), 1);
  EXPECT_TRUE(game.moves()[0].is_pass());
  EXPECT_TRUE(game.undo());
  EXPECT_EQ(game.position().mover(), Color::Black);
}

TEST(GameEquality, SeesStartAndMoves) {
  EXPECT_EQ(replay(8, "f5d6"), replay(8, "f5d6"));
  EXPECT_FALSE(replay(8, "f5d6") == replay(8, "f5f6"));
  EXPECT_FALSE(Game(standard(8)) == Game(standard(6)));
}

}  // namespace
}  // namespace turncoat::rules
