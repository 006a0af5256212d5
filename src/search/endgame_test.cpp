// The endgame ladder of every instruction set this machine can run, against negamax that looks at everything.
#include <bit>

#include <gmock/gmock.h>

#include "base/rng.h"
#include "eval/geometry.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/symmetry.h"
#include "rules/testing/random_games.h"
#include "search/edge_stability.h"
#include "search/endgame_solver.h"
#include "search/endgame_stability.h"

namespace turncoat::search {
namespace {

using rules::kernel::Board64;
using rules::kernel::Isa;
using Kernel = rules::kernel::PortableKernel64;

constexpr std::uint64_t kSeed = 20261116;

// All but the reference kernel, which would take minutes.
std::vector<Isa> isas() {
  std::vector<Isa> all = rules::kernel::supported_isas();
  std::erase(all, Isa::Reference);
  return all;
}

class Solvers {
 public:
  explicit Solvers(int size) {
    for (const Isa isa : isas()) all_.push_back(make_endgame_solver(size, isa));
  }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::vector<std::unique_ptr<EndgameSolver>> all_;
};

int end_score(const Board64& board, int size) {
  const int mover = std::popcount(board.mover);
  const int other = std::popcount(board.other);
  const int empties = size * size - mover - other;
  return mover == other ? 0 : mover > other ? mover - other + empties : mover - other - empties;
}

// As rules::testing::plain_negamax, fast enough for ten empties.
int plain_score(const Board64& board, int size) {
  const std::uint64_t area = Kernel::area(size);
  std::uint64_t moves = Kernel::moves(board, area);
  if (moves == 0) {
    const Board64 turned = Kernel::after_pass(board);
    return Kernel::moves(turned, area) == 0 ? end_score(board, size) : -plain_score(turned, size);
  }
  int best = -100;
  while (moves != 0) {
    const int bit = Kernel::pop_first(moves);
    best = std::max(best, -plain_score(Kernel::after(board, bit, Kernel::flips(board, bit)), size));
  }
  return best;
}

// So many empties anywhere, discs of both sides in any proportion: passes, double passes and wipe-outs are
// common.
Board64 scattered(int size, int empties, Rng& rng) {
  std::uint64_t open = 0;
  while (std::popcount(open) < empties) {
    open |= Kernel::single(Kernel::nth(Kernel::area(size),
                                       static_cast<int>(rng.below(static_cast<std::uint32_t>(size * size)))));
  }
  const std::uint32_t share = rng.below(17);
  Board64 board;
  for (std::uint64_t rest = Kernel::area(size) & ~open; rest != 0;) {
    const std::uint64_t disc = Kernel::single(Kernel::pop_first(rest));
    (rng.below(16) < share ? board.mover : board.other) |= disc;
  }
  return board;
}

Board64 from_a_game(int size, int empties, std::uint64_t seed) {
  return Kernel::board_of(rules::testing::late_position(rules::standard(size), empties, seed));
}

void expect_bound(int result, int alpha, int score, const Board64& board) {
  if (result > alpha) {
    ASSERT_GT(score, alpha) << std::hex << board.mover << ' ' << board.other;
    ASSERT_LE(result, score) << std::hex << board.mover << ' ' << board.other;
  } else {
    ASSERT_LE(score, alpha) << std::hex << board.mover << ' ' << board.other;
    ASSERT_GE(result, score) << std::hex << board.mover << ' ' << board.other;
  }
}

void expect_window(int result, int alpha, int beta, int score, const Board64& board) {
  if (result > alpha && result < beta) {
    ASSERT_EQ(result, score) << std::hex << board.mover << ' ' << board.other;
  } else if (result >= beta) {
    ASSERT_GE(score, result) << std::hex << board.mover << ' ' << board.other;
  } else {
    ASSERT_LE(score, result) << std::hex << board.mover << ' ' << board.other;
  }
}

// Null windows of every alpha, far ones and near ones, and some wide ones.
void check_position(const Solvers& solvers, const Board64& board, int size) {
  const int score = plain_score(board, size);
  const int squares = size * size;
  for (const auto& solver : solvers) {
    for (int alpha = -squares - 1; alpha <= squares; ++alpha) {
      expect_bound(solver->null_window(board, alpha), alpha, score, board);
    }
    ASSERT_EQ(solver->window(board, -squares - 1, squares + 1), score);
    ASSERT_EQ(solver->window(board, -squares, squares), score);
    for (const int below : {-20, -3, -2, -1, 0, 1, 6}) {
      for (const int width : {1, 2, 3, 16}) {
        const int alpha = score + below;
        expect_window(solver->window(board, alpha, alpha + width), alpha, alpha + width, score, board);
      }
    }
  }
}

void check_many(int size, int least, int most, int count) {
  const Solvers solvers(size);
  Rng rng = Rng::stream(kSeed, static_cast<std::uint64_t>(100 * size + least));
  for (int i = 0; i < count && !::testing::Test::HasFatalFailure(); ++i) {
    for (int empties = least; empties <= most; ++empties) {
      check_position(solvers, scattered(size, empties, rng), size);
      // No game has a move on a full board.
      if (empties > 0)
        check_position(solvers, from_a_game(size, empties, static_cast<std::uint64_t>(i)), size);
    }
  }
}

TEST(Endgame, PlainScoreIsTheRulesOne) {
  for (const int size : {4, 6, 8}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const rules::Position position = rules::testing::late_position(rules::standard(size), 6, seed);
      EXPECT_EQ(plain_score(Kernel::board_of(position), size), rules::testing::plain_negamax(position));
    }
  }
}

TEST(Endgame, FullBoardIsCounted) {
  for (const int size : {4, 6, 8}) check_many(size, 0, 0, 50);
}
TEST(Endgame, LastFourAreExact) {
  check_many(4, 1, 4, 150);
  check_many(6, 1, 4, 150);
  check_many(8, 1, 4, 600);
}
TEST(Endgame, FiveToSevenAreExact) {
  check_many(4, 5, 7, 40);
  check_many(6, 5, 7, 40);
  check_many(8, 5, 7, 120);
}
TEST(Endgame, EightAndNineAreExact) {
  check_many(4, 8, 9, 12);
  check_many(6, 8, 9, 4);
  check_many(8, 8, 9, 4);
}
TEST(SlowEndgame, LastFourAreExactOnManyBoards) {
  for (const int size : {4, 6, 8}) check_many(size, 1, 4, 4000);
}
TEST(SlowEndgame, FiveToEightAreExactOnManyBoards) {
  for (const int size : {4, 6, 8}) check_many(size, 5, 8, 300);
}
TEST(SlowEndgame, TenAreExact) {
  for (const int size : {4, 6, 8}) check_many(size, 10, 10, 4);
}
TEST(Endgame, WholeLadderOnTheSmallestBoard) {
  const Solvers solvers(4);
  for (std::uint64_t seed = 0; seed < 2; ++seed) check_position(solvers, from_a_game(4, 12, seed), 4);
}

// Twelve empties cannot be looked at in full; every instruction set must agree, and no window may contradict
// another.
TEST(Endgame, AgreesWithItselfAtTwelve) {
  for (const int size : {6, 8}) {
    const Solvers solvers(size);
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const Board64 board = from_a_game(size, EndgameSolver::kMostEmpties, seed);
      std::vector<int> scores;
      std::vector<std::uint64_t> nodes;
      for (const auto& solver : solvers) {
        const std::uint64_t before = solver->nodes();
        scores.push_back(solver->window(board, -size * size, size * size));
        for (int alpha = -size * size; alpha < size * size; ++alpha) {
          expect_bound(solver->null_window(board, alpha), alpha, scores.front(), board);
        }
        nodes.push_back(solver->nodes() - before);
      }
      EXPECT_THAT(scores, ::testing::Each(scores.front()));
      EXPECT_THAT(nodes, ::testing::Each(nodes.front())) << "a kernel searched another tree";
    }
  }
}

TEST(Endgame, DoublePassGivesTheEmptiesToTheWinner) {
  for (const auto& solver : Solvers(8)) {
    // Only one colour on the board: nobody moves.
    for (int empties = 0; empties <= EndgameSolver::kMostEmpties; ++empties) {
      const std::uint64_t discs = empties == 0 ? ~std::uint64_t{0} : ~std::uint64_t{0} << empties;
      EXPECT_EQ(solver->window({discs, 0}, -64, 64), 64);
      EXPECT_EQ(solver->window({0, discs}, -64, 64), -64);
      EXPECT_EQ(solver->null_window({0, discs}, -64), -64);
    }
    // Halves that no move can turn: rows 1-4 against rows 5-8, corners a1 and h8 empty.
    const Board64 even{0x00000000fffffffeULL, 0x7fffffff00000000ULL};
    EXPECT_EQ(solver->window(even, -64, 64), plain_score(even, 8));
  }
}

TEST(Endgame, EightSymmetriesHaveOneScore) {
  for (const int size : {6, 8}) {
    const auto solver = make_endgame_solver(size, rules::kernel::best_isa());
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Board64 board = from_a_game(size, 11, seed);
      const int score = solver->window(board, -size * size, size * size);
      for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
        EXPECT_EQ(solver->window(symmetry(board), -size * size, size * size), score);
      }
    }
  }
}

TEST(Endgame, WarmTableChangesNoScore) {
  const auto warm = make_endgame_solver(8, rules::kernel::best_isa());
  const auto cold = make_endgame_solver(8, rules::kernel::best_isa());
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Board64 board = from_a_game(8, 10 + static_cast<int>(seed % 3), seed / 3);
    cold->clear();
    const int score = cold->window(board, -64, 64);
    EXPECT_EQ(warm->window(board, -64, 64), score);
    EXPECT_EQ(warm->window(board, -64, 64), score);
    EXPECT_EQ(warm->window(Kernel::after_pass(board), -64, 64),
              cold->window(Kernel::after_pass(board), -64, 64));
  }
}

TEST(Endgame, ClearedTableSearchesTheSameTree) {
  for (const auto& solver : Solvers(8)) {
    const Board64 board = from_a_game(8, 12, 5);
    std::vector<std::uint64_t> nodes;
    for (int run = 0; run < 3; ++run) {
      solver->clear();
      const std::uint64_t before = solver->nodes();
      solver->null_window(board, 0);
      nodes.push_back(solver->nodes() - before);
    }
    EXPECT_GT(nodes.front(), 0U);
    EXPECT_THAT(nodes, ::testing::Each(nodes.front()));
  }
}

// Discs called stable keep their colour in every line of play that random games find, and the fast count
// never knows more than the truth on the edge.
TEST(StableDiscs, NeverTurn) {
  const StableDiscs<Kernel> stable;
  Rng rng(kSeed);
  int found = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Board64 start = from_a_game(8, 4 + static_cast<int>(seed % 12), seed);
    const std::uint64_t kept = stable.of(start.mover, start.other);
    const std::uint64_t theirs = stable.of(start.other, start.mover);
    ASSERT_EQ(kept & ~start.mover, 0U);
    found += std::popcount(kept);
    for (int game = 0; game < 20; ++game) {
      Board64 board = start;
      bool turned = false;
      for (int passes = 0; passes < 2;) {
        const std::uint64_t moves = Kernel::moves(board, ~std::uint64_t{0});
        if (moves == 0) {
          ++passes;
          board = Kernel::after_pass(board);
        } else {
          passes = 0;
          const int bit = Kernel::nth(
              moves, static_cast<int>(rng.below(static_cast<std::uint32_t>(std::popcount(moves)))));
          board = Kernel::after(board, bit, Kernel::flips(board, bit));
        }
        turned = !turned;
        ASSERT_EQ(kept & ~(turned ? board.other : board.mover), 0U);
        ASSERT_EQ(theirs & ~(turned ? board.mover : board.other), 0U);
      }
    }
  }
  EXPECT_GT(found, 600);
}

TEST(StableDiscs, FindAllThatTheGeneralCountFinds) {
  const StableDiscs<Kernel> stable;
  const eval::Geometry<Kernel> geometry(8);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Board64 board = from_a_game(8, 1 + static_cast<int>(seed % 14), seed);
    const std::uint64_t general = geometry.stable(board);
    EXPECT_EQ(general & board.mover & ~stable.of(board.mover, board.other), 0U);
    EXPECT_EQ(general & board.other & ~stable.of(board.other, board.mover), 0U);
  }
}

TEST(EdgeStability, KnowsTheTextbookEdges) {
  const EdgeStability& edges = EdgeStability::get();
  EXPECT_EQ(edges(0b00000001, 0), 0b00000001);  // a corner
  EXPECT_EQ(edges(0b00000111, 0), 0b00000111);  // and what leans on it
  EXPECT_EQ(edges(0b00111100, 0), 0);           // nothing leans on nothing
  EXPECT_EQ(edges(0b11111111, 0), 0b11111111);
  EXPECT_EQ(edges(0b01010101, 0b10101010), 0b01010101);  // full: nothing turns
  EXPECT_EQ(edges(0b01111110, 0b00000001), 0);           // a move on the far corner takes it all
  EXPECT_EQ(edges(0b00000001, 0b01111110), 0b00000001);
}

// Whatever was asked before, in whatever window: a table that is warm must not change an answer.
TEST(Endgame, AnswersTheSameWithAWarmTable) {
  const rules::RulesetPtr rules = rules::standard(8);
  Rng rng(3);
  for (const std::uint64_t seed : {1, 2, 25}) {
    const auto warm = make_endgame_solver(8, rules::kernel::best_isa());
    const rules::Position root = rules::testing::late_position(rules, 11, seed);
    for (int round = 0; round < 150; ++round) {
      rules::Position position = root;
      for (std::uint32_t down = rng.below(4); down > 0 && !position.is_over(); --down) {
        std::vector<rules::Move> moves;
        const rules::SquareSet legal = position.legal_moves();
        for (const rules::Square square : legal) moves.emplace_back(square);
        if (moves.empty()) moves.push_back(rules::Move::pass());
        position = position.after(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      const Board64 board = Kernel::board_of(position);
      const int exact = make_endgame_solver(8, rules::kernel::best_isa())->window(board, -64, 64);
      const int alpha = exact - 20 + static_cast<int>(rng.below(40));
      const int answer = warm->null_window(board, alpha);
      ASSERT_EQ(answer > alpha, exact > alpha) << position.to_string() << " at " << alpha;
      if (answer > alpha) {
        ASSERT_LE(answer, exact);
      } else {
        ASSERT_GE(answer, exact);
      }
    }
  }
}

}  // namespace
}  // namespace turncoat::search
