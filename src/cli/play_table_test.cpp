#include "cli/play_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace turncoat::cli {
namespace {

using namespace std::chrono_literals;
using player::Choice;
using record::Ending;
using rules::Color;
using testing::HasSubstr;

rules::Move to(std::string_view name) {
  return *rules::Square::parse(name, rules::kMaxSize);
}

// Plays its moves in turn, each after so much of the test's time; then fails.
class Scripted final : public player::Player {
 public:
  struct Step {
    std::string move;
    std::chrono::nanoseconds takes{0};
  };
  Scripted(std::chrono::steady_clock::time_point& now, std::vector<Step> steps)
      : now_(now), steps_(std::move(steps)) {}

  Result<void> new_game(const rules::Position& start, std::uint64_t) override {
    ++games;
    if (start.size() == 16) return fail(Error::Code::Range, "16x16 is too large");
    return {};
  }
  Result<Choice> choose(const rules::Game&, const player::Request& request) override {
    asked.push_back(request.time);
    if (next_ == steps_.size()) return fail(Error::Code::Unavailable, "out of moves");
    const Step& step = steps_[next_++];
    now_ += step.takes;
    return Choice{to(step.move), {}};
  }

  int games = 0;
  std::vector<TimeBudget> asked;

 private:
  std::chrono::steady_clock::time_point& now_;
  std::vector<Step> steps_;
  std::size_t next_ = 0;
};

class PlayTableTest : public testing::Test {
 protected:
  using Steps = std::vector<Scripted::Step>;

  PlayTable& seat(bool black_human, Steps black, bool white_human, Steps white, TableOptions options = {}) {
    auto first = std::make_unique<Scripted>(now_, std::move(black));
    auto second = std::make_unique<Scripted>(now_, std::move(white));
    black_ = first.get();
    white_ = second.get();
    options.now = [this] { return now_; };
    table_ = std::make_unique<PlayTable>(
        std::array{TableSide{black_human ? "human" : "program", black_human, std::move(first)},
                   TableSide{white_human ? "human" : "program", white_human, std::move(second)}},
        std::move(options), rules::standard(8));
    EXPECT_TRUE(table_->start_new(rules::standard(8)));
    return *table_;
  }
  void step() {
    const auto choice = table_->choose({});
    if (!choice) return table_->fail_mover(choice.error());
    const auto accepted = table_->accept(*choice);
    EXPECT_TRUE(accepted) << accepted.error().message;
  }
  static TableOptions clock(std::string_view text, bool humans = false) {
    TableOptions options;
    options.time = *parse_time_control(text);
    options.humans_can_lose_on_time = humans;
    return options;
  }

  std::chrono::steady_clock::time_point now_{};
  Scripted* black_ = nullptr;
  Scripted* white_ = nullptr;
  std::unique_ptr<PlayTable> table_;
};

TEST_F(PlayTableTest, ClocksRunWhileASideThinksAndComeBackWithUndo) {
  PlayTable& table = seat(true, {{"d3", 3s}, {"c4", 1s}}, false, {{"c3", 2s}}, clock("10s+1s", true));
  step();
  step();
  EXPECT_EQ(table.time_left(Color::Black), 8s);
  EXPECT_EQ(table.time_left(Color::White), 9s);
  EXPECT_EQ(table.last_think(Color::White), 2s);
  EXPECT_EQ(table.to_record().notes.at(0).seconds, 3.0);
  const auto taken = table.undo();
  ASSERT_TRUE(taken);
  EXPECT_EQ(*taken, 2);
  EXPECT_EQ(table.time_left(Color::Black), 10s);
  EXPECT_EQ(table.time_left(Color::White), 10s);
}

TEST_F(PlayTableTest, AQuestionPutTwiceCostsTheTimeOfBoth) {
  PlayTable& table = seat(true, {{"a1", 4s}, {"d3", 3s}}, false, {}, clock("10s", true));
  const auto wrong = table.choose({});
  ASSERT_TRUE(wrong);
  const auto refused = table.accept(*wrong);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("a1 turns no disc"));
  EXPECT_EQ(table.time_left(Color::Black), 6s);
  step();
  EXPECT_EQ(table.time_left(Color::Black), 3s);
  EXPECT_EQ(black_->asked.at(1).game, 6s);
}

TEST_F(PlayTableTest, AProgramLosesOnTimeAlways) {
  PlayTable& table = seat(true, {{"d3", 60s}}, false, {{"c3", 11s}}, clock("10s"));
  step();
  EXPECT_FALSE(table.is_over()) << "nobody asked for a person's time to count";
  EXPECT_TRUE(black_->asked.at(0).unlimited());
  EXPECT_EQ(table.time_left(Color::Black), 0s);
  step();
  ASSERT_TRUE(table.forfeit());
  EXPECT_EQ(table.forfeit()->ending, Ending::Time);
  EXPECT_EQ(table.forfeit()->loser, Color::White);
  EXPECT_EQ(table.game().ply(), 1);
}

TEST_F(PlayTableTest, APersonLosesOnTimeWhenAskedFor) {
  PlayTable& table = seat(true, {{"d3", 11s}}, false, {}, clock("10s", true));
  step();
  ASSERT_TRUE(table.forfeit());
  EXPECT_EQ(table.forfeit()->loser, Color::Black);
  EXPECT_EQ(table.to_record().ending, Ending::Time);
}

TEST_F(PlayTableTest, AnIllegalProgramLosesAndUndoGivesItAnotherChance) {
  PlayTable& table = seat(true, {{"d3"}}, false, {{"a1"}});
  step();
  step();
  ASSERT_TRUE(table.forfeit());
  EXPECT_EQ(table.forfeit()->ending, Ending::Illegal);
  EXPECT_THAT(table.forfeit()->reason, HasSubstr("a1 turns no disc for White"));
  EXPECT_EQ(table.undo().value(), 1);
  EXPECT_FALSE(table.is_over());
  EXPECT_EQ(table.game().ply(), 0);
}

TEST_F(PlayTableTest, AFailedProgramIsStartedAgainByUndo) {
  PlayTable& table = seat(true, {{"d3"}}, false, {});
  step();
  step();
  ASSERT_TRUE(table.forfeit());
  EXPECT_EQ(table.forfeit()->ending, Ending::Failed);
  EXPECT_THAT(table.forfeit()->reason, HasSubstr("White could not go on: out of moves"));
  EXPECT_EQ(white_->games, 1);
  EXPECT_EQ(table.undo().value(), 1);
  EXPECT_EQ(white_->games, 2);
}

TEST_F(PlayTableTest, UndoStopsAtThePersonsOwnMoves) {
  PlayTable& table = seat(false, {{"d3"}, {"c4"}}, true, {{"c3"}});
  step();
  EXPECT_EQ(table.undo().value(), std::nullopt)
      << "the program's first move is not the person's to take back";
  step();
  step();
  EXPECT_EQ(table.undo().value(), 2);
  EXPECT_EQ(table.game().ply(), 1);
}

TEST_F(PlayTableTest, AResignationIsTakenBackAlone) {
  PlayTable& table = seat(true, {{"d3"}}, true, {{"c3"}});
  step();
  table.forfeit({Ending::Resigned, Color::White, "White resigned"});
  EXPECT_EQ(table.to_record().loser, Color::White);
  EXPECT_EQ(table.undo().value(), 0);
  EXPECT_EQ(table.game().ply(), 1);
  EXPECT_EQ(table.undo().value(), 1);
}

TEST_F(PlayTableTest, AGameAPlayerRefusesChangesNothing) {
  PlayTable& table = seat(true, {{"d3"}}, false, {});
  step();
  const auto started = table.start_new(rules::standard(16));
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().message, "Black (human): 16x16 is too large");
  EXPECT_EQ(table.position().size(), 8);
  EXPECT_EQ(table.game().ply(), 1);
}

}  // namespace
}  // namespace turncoat::cli
