#include "base/time_control.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace turncoat {
namespace {

using std::chrono::nanoseconds;
using testing::HasSubstr;
using namespace std::chrono_literals;

TimeControl per_move(nanoseconds time) {
  return {.per_move = time, .per_game = {}, .increment = 0ns};
}
TimeControl per_game(nanoseconds time, nanoseconds increment = 0ns) {
  return {.per_move = {}, .per_game = time, .increment = increment};
}

TEST(ParseTimeControl, ReadsEveryForm) {
  EXPECT_EQ(parse_time_control("1s/move"), per_move(1s));
  EXPECT_EQ(parse_time_control("250ms / move"), per_move(250ms));
  EXPECT_EQ(parse_time_control("60s/game"), per_game(60s));
  EXPECT_EQ(parse_time_control("5m"), per_game(5min));
  EXPECT_EQ(parse_time_control(" 60s + 1s "), per_game(60s, 1s));
  EXPECT_EQ(parse_time_control("60+0"), per_game(60s));
  EXPECT_EQ(parse_time_control("none"), TimeControl{});
}

TEST(ParseTimeControl, TellsWhatIsWrong) {
  const auto error = [](std::string_view text) {
    const auto parsed = parse_time_control(text);
    return parsed ? "no error" : parsed.error().message;
  };
  EXPECT_THAT(error(""), HasSubstr("write 1s/move"));
  EXPECT_THAT(error("fast"), HasSubstr("write 1s/move"));
  EXPECT_THAT(error("1s/turn"), HasSubstr("must end in /move or /game"));
  EXPECT_THAT(error("x/move"), HasSubstr("\"x\" is not a duration"));
  EXPECT_THAT(error("-1s"), HasSubstr("write 1s/move"));
  EXPECT_THAT(error("60s+"), HasSubstr("is not a duration"));
  EXPECT_THAT(error("60s+1s+1s"), HasSubstr("is not a duration"));
  EXPECT_THAT(error("0s"), HasSubstr("\"0s\" leaves no time"));
  EXPECT_THAT(error("0s+1s"), HasSubstr("leaves no time"));
  EXPECT_THAT(error("0/move"), HasSubstr("leaves no time"));
  EXPECT_THAT(error("9999h"), HasSubstr("longer than a year"));
}

RC_GTEST_PROP(FormatTimeControl, IsReadBack, ()) {
  const auto time = rc::gen::map(rc::gen::inRange<std::int64_t>(1, 86'400'000), [](std::int64_t ms) {
    return nanoseconds(ms * 1'000'000 + (ms % 3 == 0 ? 1 : 0));
  });
  const TimeControl control =
      *rc::gen::oneOf(rc::gen::map(time, per_move),
                      rc::gen::map(rc::gen::pair(time, time),
                                   [](const auto& times) { return per_game(times.first, times.second); }),
                      rc::gen::just(TimeControl{}));
  RC_ASSERT((parse_time_control(format_time_control(control)) == control));
}

TEST(TimeBudget, LimitIsTheTighterOfMoveAndGame) {
  EXPECT_EQ((TimeBudget{1s, {}, 0s}).hard_limit(), nanoseconds(1s));
  EXPECT_EQ((TimeBudget{{}, 5s, 1s}).hard_limit(), nanoseconds(5s));
  EXPECT_EQ((TimeBudget{2s, 1s, 0s}).hard_limit(), nanoseconds(1s));
  EXPECT_EQ((TimeBudget{}).hard_limit(), std::nullopt);
  EXPECT_TRUE(TimeBudget{}.unlimited());
}

TEST(SideClock, PerMoveStartsAnewEachMove) {
  SideClock clock(per_move(1s));
  for (int move = 0; move < 3; ++move) {
    EXPECT_EQ(clock.budget().move, nanoseconds(1s));
    EXPECT_TRUE(clock.charge(1s, 0s));
  }
  EXPECT_FALSE(clock.charge(1s + 1ns, 0s));
}

TEST(SideClock, PerGameRunsDown) {
  SideClock clock(per_game(10s));
  EXPECT_TRUE(clock.charge(4s, 0s));
  EXPECT_EQ(clock.budget().game, nanoseconds(6s));
  EXPECT_TRUE(clock.charge(6s, 0s));
  EXPECT_EQ(clock.budget().game, nanoseconds(0));
  EXPECT_TRUE(clock.charge(0s, 0s));
  EXPECT_FALSE(clock.charge(1ns, 0s));
}

TEST(SideClock, IncrementComesAfterTheMoveAndCannotSaveIt) {
  SideClock clock(per_game(1s, 5s));
  EXPECT_EQ(clock.budget().increment, nanoseconds(5s));
  SideClock late = clock;
  EXPECT_FALSE(late.charge(2s, 0s));
  EXPECT_TRUE(clock.charge(1s, 0s));
  EXPECT_EQ(clock.budget().game, nanoseconds(5s));
}

TEST(SideClock, MarginForgivesButIsNeverInTheBudget) {
  SideClock clock(per_game(1s, 2s));
  EXPECT_TRUE(clock.charge(1050ms, 50ms));
  EXPECT_EQ(clock.budget().game, nanoseconds(2s));
  EXPECT_FALSE(clock.charge(2051ms, 50ms));
}

TEST(SideClock, WithoutLimitNeverFalls) {
  SideClock clock(TimeControl{});
  EXPECT_TRUE(clock.budget().unlimited());
  EXPECT_TRUE(clock.charge(1000h, 0s));
}

}  // namespace
}  // namespace turncoat
