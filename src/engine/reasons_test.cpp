#include "engine/reasons.h"

#include <set>

#include <gmock/gmock.h>

#include "base/rng.h"
#include "rules/testing/random_games.h"

namespace turncoat::engine {
namespace {

using rules::Position;
using rules::Square;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Position board(std::string_view rows, char mover) {
  const auto parsed = Position::parse(rules::standard(8), std::string(rows) + ' ' + mover);
  EXPECT_TRUE(parsed.has_value()) << parsed.error().message;
  return *parsed;
}

Square at(std::string_view name) {
  return *Square::parse(name, 8);
}

std::vector<ReasonCode> codes(const std::vector<Reason>& reasons) {
  std::vector<ReasonCode> list;
  for (const Reason& reason : reasons) list.push_back(reason.code);
  return list;
}

// b2 is played beside a1, which White cannot take at once.
constexpr std::string_view kCornerAtStake =
    "--------"
    "--------"
    "--O-----"
    "---XO---"
    "---OX---"
    "-----X--"
    "--------"
    "--------";

TEST(Reasons, XSquareBesideAnEmptyCorner) {
  const Position position = board(kCornerAtStake, 'X');
  ASSERT_TRUE(position.is_legal(at("b2")));
  ASSERT_TRUE(position.is_legal(at("f4")));
  const auto reasons = reasons_for(position, at("b2"), at("f4"));
  ASSERT_THAT(reasons, ::testing::Not(IsEmpty()));
  EXPECT_EQ(reasons.front().code, ReasonCode::XSquare);
  EXPECT_THAT(reasons.front().squares, ElementsAre(at("a1")));
}

// White stands on d4 beyond Black's diagonal: Black on b2 hands White a1.
TEST(Reasons, CornerGivenComesBeforeTheSquareBesideIt) {
  const Position position = board(
      "--------"
      "--------"
      "--O-----"
      "---XO---"
      "----O---"
      "-----X--"
      "--------"
      "--------",
      'X');
  ASSERT_TRUE(position.is_legal(at("b2")));
  const auto legal = position.legal_moves();
  Square better = at("b2");
  for (const Square square : legal) {
    if (square != at("b2")) better = square;
  }
  ASSERT_NE(better, at("b2"));
  const auto reasons = reasons_for(position, at("b2"), better);
  const bool gives = position.after(at("b2")).legal_moves().contains(at("a1"));
  ASSERT_TRUE(gives);
  EXPECT_EQ(reasons.front(), (Reason{ReasonCode::CornerGiven, {at("a1")}, 1}));
  EXPECT_THAT(codes(reasons), ::testing::Not(Contains(ReasonCode::XSquare)));
}

TEST(Reasons, TellOfACornerNotTaken) {
  const Position position = board(
      "--------"
      "-O------"
      "--X-----"
      "---XO---"
      "---OX---"
      "--------"
      "--------"
      "--------",
      'X');
  ASSERT_TRUE(position.is_legal(at("a1")));
  ASSERT_TRUE(position.is_legal(at("f4")));
  const auto reasons = reasons_for(position, at("f4"), at("a1"));
  EXPECT_EQ(reasons.front(), (Reason{ReasonCode::CornerMissed, {at("a1")}, 0}));
}

// Two regions: a1-b1 is even, g8-h8 with h7 is odd.
TEST(Reasons, TellOfParity) {
  const Position position = board(
      "--OXXXXX"
      "OOOXXXXX"
      "XOOOXXXX"
      "XXOOOXXX"
      "XXXOOOXX"
      "XXXXOOOX"
      "XXXXXOO-"
      "XXXXXO--",
      'X');
  ASSERT_TRUE(position.is_legal(at("b1")));
  ASSERT_TRUE(position.is_legal(at("g8")));
  const auto reasons = reasons_for(position, at("b1"), at("g8"));
  EXPECT_THAT(codes(reasons), Contains(ReasonCode::ParityLost));
  for (const Reason& reason : reasons) {
    if (reason.code == ReasonCode::ParityLost) {
      EXPECT_THAT(reason.squares, ElementsAre(at("h7"), at("g8"), at("h8")));
    }
  }
}

TEST(Reasons, AWipeoutComesFirst) {
  const Position position(rules::standard(8));
  EXPECT_EQ(reasons_for(position, at("d3"), at("c4"), true).front().code, ReasonCode::Wipeout);
  EXPECT_THAT(reasons_for(position, at("d3"), at("c4")), IsEmpty()) << "symmetric moves differ in nothing";
}

TEST(Reasons, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(ReasonCode::EndgameCount); ++i) {
    names.insert(reason_name(static_cast<ReasonCode>(i)));
  }
  EXPECT_THAT(names, SizeIs(11));
  EXPECT_EQ(reason_name(ReasonCode::CornerGiven), "corner_given");
  EXPECT_EQ(reason_name(ReasonCode::EndgameCount), "endgame_count");
}

// Any two moves of any position on any board.
TEST(Reasons, AreFewAndOnTheBoard) {
  Rng rng(1);
  for (const int size : {4, 6, 8, 12}) {
    for (int i = 0; i < 60; ++i) {
      const auto plies = static_cast<int>(rng.below(static_cast<std::uint32_t>(size * size - 4)));
      const Position position = rules::testing::random_game(rules::standard(size), rng, plies).position();
      const auto moves = position.legal_moves();
      for (const Square played : moves) {
        for (const Square better : moves) {
          if (played == better) continue;
          const auto reasons = reasons_for(position, played, better);
          EXPECT_LE(reasons.size(), 3U);
          for (const Reason& reason : reasons) {
            for (const Square square : reason.squares)
              EXPECT_TRUE(rules::SquareSet::board(size).contains(square));
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace turncoat::engine
