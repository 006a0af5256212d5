#include "record/game_record.h"

#include <array>

#include <gmock/gmock.h>

namespace turncoat::record {
namespace {

constexpr std::array kEndings = {Ending::Finished, Ending::Unfinished, Ending::Resigned,
                                 Ending::Time,     Ending::Illegal,    Ending::Failed};

GameRecord wipe_out() {
  rules::Game game(rules::standard(8));
  for (const char* name : {"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"}) {
    EXPECT_TRUE(game.play(*rules::Square::parse(name, 8)).has_value()) << name;
  }
  return GameRecord(game);
}

TEST(EndingName, IsReadBackAndUnique) {
  for (const Ending ending : kEndings) EXPECT_EQ(ending_from_name(ending_name(ending)), ending);
  EXPECT_EQ(ending_name(Ending::Finished), "finished");
  EXPECT_EQ(ending_name(Ending::Time), "time");
  EXPECT_EQ(ending_from_name("Finished"), std::nullopt);
  EXPECT_EQ(ending_from_name(""), std::nullopt);
}

TEST(BlackScore, IsTheBoardsCountOfAFinishedGame) {
  GameRecord record = wipe_out();
  EXPECT_EQ(black_score(record), std::nullopt);  // nobody said that it is finished
  record.ending = Ending::Finished;
  EXPECT_EQ(black_score(record), 64);
}

TEST(BlackScore, IsEverySquareAgainstTheLoserOfAForfeit) {
  for (int size = rules::kMinSize; size <= rules::kMaxSize; size += 2) {
    GameRecord record{rules::Game(rules::standard(size))};
    for (const Ending ending : {Ending::Resigned, Ending::Time, Ending::Illegal, Ending::Failed}) {
      record.ending = ending;
      record.loser = rules::Color::Black;
      EXPECT_EQ(black_score(record), -size * size);
      record.loser = rules::Color::White;
      EXPECT_EQ(black_score(record), size * size);
    }
  }
}

TEST(BlackScore, IsNothingForAGameBrokenOff) {
  GameRecord record{rules::Game(rules::standard(8))};
  EXPECT_EQ(record.ending, Ending::Unfinished);
  EXPECT_EQ(black_score(record), std::nullopt);
}

TEST(BlackScore, CountsTheBonusOfTheRuleset) {
  const auto rules = rules::find_ruleset("leader-12");
  rules::SquareSet left;
  rules::SquareSet right;
  for (const rules::Square square : (*rules)->board()) (square.column() < 6 ? left : right).insert(square);
  GameRecord record{rules::Game(*rules::Position::make(*rules, left, right, rules::Color::White))};
  record.ending = Ending::Finished;
  EXPECT_EQ(black_score(record), 1);
}

TEST(GameRecordEquality, SeesEveryField) {
  const GameRecord record = wipe_out();
  const auto differs = [&](auto change) {
    GameRecord other = record;
    change(other);
    return !(other == record);
  };
  EXPECT_TRUE(record == wipe_out());
  EXPECT_TRUE(differs([](GameRecord& r) { r.game.undo(); }));
  EXPECT_TRUE(differs([](GameRecord& r) { r.black += 'x'; }));
  EXPECT_TRUE(differs([](GameRecord& r) { r.white += 'x'; }));
  EXPECT_TRUE(differs([](GameRecord& r) { r.event += 'x'; }));
  EXPECT_TRUE(differs([](GameRecord& r) { r.date += 'x'; }));
  EXPECT_TRUE(differs([](GameRecord& r) { r.ending = Ending::Finished; }));
  EXPECT_TRUE(differs([](GameRecord& r) { r.loser = rules::Color::White; }));
  EXPECT_TRUE(differs([](GameRecord& r) { r.reason += 'x'; }));
  EXPECT_TRUE(differs([](GameRecord& r) { r.stated_score = 1; }));
  EXPECT_TRUE(differs([](GameRecord& r) { r.notes.resize(9); }));
}

}  // namespace
}  // namespace turncoat::record
