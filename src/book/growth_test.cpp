#include "book/growth.h"

#include <set>

#include <gmock/gmock.h>

#include "book/testing/sample_books.h"
#include "record/transcript.h"

namespace turncoat::book {
namespace {

TEST(DrawBeta, HasTheRightMeanAndSpread) {
  for (const auto& [a, b] : {std::pair(1.0, 1.0), std::pair(9.0, 3.0), std::pair(1.0, 30.5)}) {
    Rng rng(3);
    constexpr int kDraws = 20'000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double x = draw_beta(a, b, rng);
      ASSERT_TRUE(x > 0 && x < 1);
      sum += x;
      squares += x * x;
    }
    const double mean = a / (a + b);
    const double variance = mean * (1 - mean) / (a + b + 1);
    EXPECT_NEAR(sum / kDraws, mean, 0.01);
    EXPECT_NEAR(squares / kDraws - sum / kDraws * sum / kDraws, variance, 0.005);
  }
}

TEST(MovesAllowed, GrowWithTheLogarithm) {
  EXPECT_EQ(moves_allowed(0), 1);
  EXPECT_EQ(moves_allowed(1), 2);
  EXPECT_EQ(moves_allowed(3), 2);
  EXPECT_EQ(moves_allowed(4), 3);
  EXPECT_EQ(moves_allowed(1000), 6);
}

// Grows a book with games that always go on with the first legal move, as a player that never varies does.
Book grown(int games, std::set<std::string>& lines) {
  Book book(*rules::find_ruleset("leader-12"));
  for (int i = 0; i < games; ++i) {
    Rng rng = Rng::stream(1, static_cast<std::uint64_t>(i));
    rules::Game game = draw_opening(book, 8, rng);
    EXPECT_LE(game.ply(), 8);
    EXPECT_FALSE(game.is_over());
    while (game.ply() < 8 && !game.is_over()) {
      if (game.pass_if_forced()) continue;
      EXPECT_TRUE(game.play(*game.position().legal_moves().begin()));
    }
    lines.insert(record::format_transcript(game));
    // Whoever took the lower column on the first move wins: something to learn.
    const int black = game.moves()[0].square().column() < 4 ? -10 : 10;
    book.add_game(game, black, 0, 8);
  }
  return book;
}

TEST(DrawOpening, TriesSomethingNewInEveryGame) {
  std::set<std::string> lines;
  grown(60, lines);
  EXPECT_GE(lines.size(), 50U) << "but for lines that meet again, no game twice";
}

TEST(DrawOpening, FollowsWhatDidWell) {
  std::set<std::string> lines;
  const Book book = grown(200, lines);
  const Entry& start = *book.find(canonical(rules::Position(book.rules())).key);
  EXPECT_EQ(start.games(), 200U);
  std::uint64_t best = 0;
  for (const MoveGames& move : start.moves) best = std::max(best, move.games());
  EXPECT_GT(best, 100U);
}

TEST(DrawOpening, IsEmptyForAnEmptyBook) {
  Rng rng(1);
  EXPECT_EQ(draw_opening(Book(rules::standard(8)), 10, rng).ply(), 0);
}

}  // namespace
}  // namespace turncoat::book
