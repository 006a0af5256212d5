#include "engine/analysis.h"

#include <gmock/gmock.h>

#include "engine/analysis_graph.h"
#include "engine/models.h"
#include "rules/testing/random_games.h"

namespace turncoat::engine {
namespace {

using rules::Color;
using rules::Game;
using rules::Move;
using rules::Position;
using rules::testing::late_position;
using rules::testing::plain_negamax;

// A random game from a position so late that level 4 solves it.
Game late_game(const rules::RulesetPtr& rules, std::uint64_t seed, int empties = 6) {
  Game game(late_position(rules, empties, seed));
  Rng rng(seed + 1);
  while (!game.is_over()) rules::testing::play_random_move(game, rng);
  return game;
}

Analysis analyse_quickly(const Game& game, AnalysisSettings settings = {.level = 4}) {
  settings.options.table_bytes = 1 << 18;
  return analyse(game, settings, {}, {});
}

TEST(Analysis, ScoresEveryMoveOfALateGameAsPlainNegamaxDoes) {
  for (const rules::RulesetPtr& rules : rules::testing::all_presets()) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const Game game = late_game(rules, seed);
      const Analysis analysis = analyse_quickly(game);
      ASSERT_EQ(analysis.positions.size(), static_cast<std::size_t>(game.ply()) + 1);
      EXPECT_TRUE(analysis.complete);
      for (int ply = 0; ply <= game.ply(); ++ply) {
        const Position& position = game.position_at(ply);
        const PositionAnalysis& here = analysis.positions[static_cast<std::size_t>(ply)];
        ASSERT_TRUE(here.verdict.has_value()) << rules->name << ' ' << position.to_string();
        EXPECT_TRUE(here.verdict->exact);
        EXPECT_EQ(here.verdict->discs, plain_negamax(position)) << position.to_string();
        const auto legal = static_cast<std::size_t>(position.legal_moves().size());
        EXPECT_EQ(here.moves.size(), position.must_pass() ? 1 : legal);
        for (const ScoredMove& scored : here.moves) {
          ASSERT_TRUE(scored.verdict.has_value());
          EXPECT_EQ(scored.verdict->discs, -plain_negamax(position.after(scored.move)));
        }
      }
    }
  }
}

TEST(Analysis, LinesCanBePlayedAndEndInTheirScore) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Position start = late_position(rules::standard(8), 7, seed);
    const Analysis analysis = analyse_quickly(Game(start));
    for (const ScoredMove& scored : analysis.positions.front().moves) {
      Game game(start);
      for (const Move move : scored.line) ASSERT_TRUE(game.play(move).has_value()) << move.name();
      game.pass_if_forced();
      ASSERT_TRUE(game.is_over()) << start.to_string() << ' ' << scored.move.name();
      EXPECT_EQ(game.position().score(start.mover()), scored.verdict->discs);
    }
  }
}

TEST(Analysis, FindsAKnownBlunder) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Game game(late_position(rules::standard(8), 6, seed));
    const Position start = game.position();
    // The worst move is played, whatever it costs.
    int best = -100;
    int worst = 100;
    Move blunder = Move::pass();
    for (const rules::Square square : start.legal_moves()) {
      const int score = -plain_negamax(start.after(square));
      best = std::max(best, score);
      if (score < worst) blunder = square;
      worst = std::min(worst, score);
    }
    ASSERT_TRUE(game.play(blunder).has_value());
    const Analysis analysis = analyse_quickly(game);
    EXPECT_EQ(analysis.positions.front().loss, best - worst);
    EXPECT_EQ(analysis.side(start.mover()).lost, best - worst);
    const bool mistake = best - worst >= 1;
    EXPECT_EQ(analysis.side(start.mover()).mistakes.size(), mistake ? 1U : 0U);
    EXPECT_TRUE(analysis.side(rules::other(start.mover())).mistakes.empty());
    found += mistake ? 1 : 0;
  }
  EXPECT_GE(found, 10);
}

// The score for Black at the start, less what Black lost, plus what White lost, is the result.
TEST(Analysis, LossesExplainTheResult) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Game game = late_game(rules::standard(8), seed, 8);
    const Analysis analysis = analyse_quickly(game);
    const double sign = game.start().mover() == Color::Black ? 1 : -1;
    const double begun = sign * analysis.positions.front().verdict->discs;
    EXPECT_EQ(begun - analysis.side(Color::Black).lost + analysis.side(Color::White).lost,
              game.position().score(Color::Black));
  }
}

// With estimates too: what is shown for a move played is what is shown for the position after it.
TEST(Analysis, IsOfOnePieceFromTheFirstEstimateToTheEnd) {
  const auto patterns = load_patterns("patterns-8");
  ASSERT_TRUE(patterns.has_value()) << patterns.error().message;
  Rng rng(11);
  const Game game = rules::testing::random_game(rules::standard(8), rng);
  const Analysis analysis = analyse_quickly(game, {.level = 3, .evaluation = *patterns});
  ASSERT_TRUE(analysis.complete);
  bool exact = false;
  for (int ply = 0; ply < game.ply(); ++ply) {
    const PositionAnalysis& here = analysis.positions[static_cast<std::size_t>(ply)];
    const PositionAnalysis& next = analysis.positions[static_cast<std::size_t>(ply) + 1];
    ASSERT_TRUE(here.verdict && next.verdict && here.loss) << ply;
    EXPECT_EQ(here.played_verdict()->discs, -next.verdict->discs);
    EXPECT_EQ(here.played_verdict()->exact, next.verdict->exact);
    EXPECT_EQ(here.verdict->discs, here.moves.front().verdict->discs);
    EXPECT_GE(*here.loss, 0);
    EXPECT_LE(std::abs(here.verdict->discs), 64);
    EXPECT_TRUE(!exact || here.verdict->exact) << "solved before " << ply << " and then not";
    exact = here.verdict->exact;
  }
  EXPECT_TRUE(exact);
  EXPECT_FALSE(analysis.positions.front().verdict->exact);
  const double begun = analysis.positions.front().verdict->discs;
  EXPECT_NEAR(begun - analysis.side(Color::Black).lost + analysis.side(Color::White).lost,
              game.position().score(Color::Black), 1e-9);
}

// The best move is played where level 2 begins to solve: no estimate may call it a mistake.
TEST(Analysis, TrustsWhatIsSolvedOverEstimates) {
  const auto patterns = load_patterns("patterns-8");
  ASSERT_TRUE(patterns.has_value());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Game game(late_position(rules::standard(8), 5, seed));
    const int best = plain_negamax(game.position());
    for (const rules::Square square : game.position().legal_moves()) {
      if (-plain_negamax(game.position().after(square)) != best) continue;
      ASSERT_TRUE(game.play(square).has_value());
      break;
    }
    const Analysis analysis = analyse_quickly(game, {.level = 2, .evaluation = *patterns});
    EXPECT_TRUE(analysis.side(game.start().mover()).mistakes.empty()) << game.start().to_string();
    EXPECT_LT(analysis.positions.front().verdict->discs, best + 1);
  }
}

TEST(Analysis, ThresholdDecidesWhatIsAMistake) {
  const Game game = late_game(rules::standard(8), 3, 8);
  const Analysis strict = analyse_quickly(game, {.level = 4, .threshold = 0});
  const Analysis mild = analyse_quickly(game, {.level = 4, .threshold = 200});
  for (const Color color : {Color::Black, Color::White}) {
    EXPECT_TRUE(mild.side(color).mistakes.empty());
    EXPECT_EQ(mild.side(color).lost, strict.side(color).lost);
    for (const int ply : strict.side(color).mistakes) {
      EXPECT_GT(*strict.positions[static_cast<std::size_t>(ply)].loss, 0);
    }
  }
}

TEST(Analysis, GivesNoScoresItCannotStandBehind) {
  for (const rules::RulesetPtr& rules : rules::testing::all_presets()) {
    Rng rng(5);
    const Game game = rules::testing::random_game(rules, rng, 3);
    const Analysis analysis = analyse_quickly(game, {.level = 1});
    EXPECT_TRUE(analysis.complete);
    for (const PositionAnalysis& here : analysis.positions) {
      EXPECT_FALSE(here.verdict.has_value());
      EXPECT_FALSE(here.loss.has_value());
      EXPECT_FALSE(here.line.empty());
    }
  }
}

TEST(Analysis, StoppedAtOnceIsEmptyAndWhole) {
  std::stop_source source;
  source.request_stop();
  const Game game = late_game(rules::standard(8), 1);
  const Analysis analysis = analyse(game, {.level = 4}, source.get_token(), {});
  EXPECT_FALSE(analysis.complete);
  EXPECT_EQ(analysis.positions.size(), static_cast<std::size_t>(game.ply()) + 1);
  EXPECT_EQ(analysis.nodes, 0U);
  EXPECT_THAT(draw_graph(analysis), testing::EndsWith("</svg>\n"));
}

TEST(Analysis, StoppedOnTheWayKeepsTheEndOfTheGame) {
  std::stop_source source;
  const Game game = late_game(rules::standard(8), 2, 9);
  const auto report = [&](const AnalysisProgress& progress) {
    EXPECT_LE(progress.done, progress.total);
    if (progress.ply < game.ply() / 2) source.request_stop();
  };
  const Analysis analysis = analyse(game, {.level = 6}, source.get_token(), report);
  EXPECT_FALSE(analysis.complete);
  bool done = false;
  for (const PositionAnalysis& here : analysis.positions) {
    EXPECT_TRUE(!done || here.done) << "a gap";
    done = here.done;
  }
  EXPECT_TRUE(done);
}

TEST(Analysis, TimeStillGivesEveryMoveAScoreAtTheEnd) {
  const Game game = late_game(rules::standard(8), 4, 5);
  const Analysis analysis = analyse(game, {.level = 60, .time = std::chrono::nanoseconds(1)}, {}, {});
  EXPECT_TRUE(analysis.complete);
  EXPECT_TRUE(analysis.positions.back().verdict.has_value());
}

TEST(Analysis, NamesTheOpening) {
  Game game(rules::standard(8));
  for (const char* name : {"f5", "d6", "c3", "d3", "c4"}) {
    ASSERT_TRUE(game.play(*rules::Square::parse(name, 8)).has_value());
  }
  const Analysis analysis = analyse_quickly(game, {.level = 0});
  ASSERT_TRUE(analysis.opening.has_value());
  EXPECT_EQ(analysis.opening->name, "Tiger");
  EXPECT_THAT(draw_graph(analysis), testing::HasSubstr("(Tiger)"));
}

TEST(AnalysisGraph, MarksSolvedPartAndMistakes) {
  const Game game = late_game(rules::standard(8), 3, 8);
  const Analysis analysis = analyse_quickly(game);
  const std::string svg = draw_graph(analysis);
  EXPECT_THAT(svg, testing::StartsWith("<svg "));
  EXPECT_THAT(svg, testing::HasSubstr("class=\"exact\""));
  EXPECT_THAT(svg, testing::HasSubstr("class=\"solved\""));
  EXPECT_THAT(svg, testing::HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(svg, testing::Not(testing::HasSubstr("nan")));
}

TEST(Verdict, ExactOutranksDeepOutranksCareful) {
  const Verdict exact{.depth = 3, .exact = true};
  const Verdict deep{.depth = 20, .selectivity = 0};
  const Verdict careful{.depth = 10};
  EXPECT_TRUE(is_weaker(deep, exact));
  EXPECT_TRUE(is_weaker(careful, deep));
  EXPECT_TRUE(is_weaker({.depth = 10, .selectivity = 0}, careful));
  EXPECT_FALSE(is_weaker(exact, exact));
}

}  // namespace
}  // namespace turncoat::engine
