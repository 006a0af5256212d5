#include "protocol/agent.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <unistd.h>

#include "base/file.h"
#include "protocol/agent_input.h"
#include "protocol/agent_state.h"
#include "record/transcript.h"
#include "rules/testing/random_games.h"

namespace turncoat::protocol {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string input_text(const rules::Position& position, std::string_view times) {
  std::string text = fmt::format("{}\n{}\n", rules::disc_char(position.mover()), times);
  for (int row = 0; row < position.size(); ++row) {
    for (int column = 0; column < position.size(); ++column) {
      const rules::Square square(column, row);
      const bool black = position.discs(rules::Color::Black).contains(square);
      text += black ? 'X' : position.discs(rules::Color::White).contains(square) ? 'O' : '.';
    }
    text += '\n';
  }
  return text;
}

class AgentTest : public testing::Test {
 protected:
  AgentTest() {
    std::string name = (fs::temp_directory_path() / "turncoat-agent-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    options.dir = name;
    options.player = "alphabeta:depth=2";
  }
  ~AgentTest() override { fs::remove_all(options.dir); }

  void put(const char* name, std::string_view text) {
    ASSERT_TRUE(save_file(options.dir / name, text, Existing::Replace).has_value());
  }
  std::string get(const char* name) const {
    return load_file(options.dir / name, 1 << 20).value_or("(none)");
  }
  Result<AgentAnswer> call(const rules::Position& position, std::string_view times = "10.0 10.0") {
    put(kAgentInput, input_text(position, times));
    options.called = std::chrono::steady_clock::now();
    return run_agent(options);
  }

  AgentOptions options;
};

const rules::RulesetPtr& leader() {
  static const rules::RulesetPtr rules = *rules::find_ruleset("leader-12");
  return rules;
}

TEST(AgentInput, ReadsTheBoardByItsRows) {
  for (const rules::RulesetPtr& rules : rules::testing::all_presets()) {
    Rng rng(7);
    const rules::Position position = rules::testing::random_game(rules, rng, 12).position();
    const bool usual = rules->name != "standard-12";
    const auto input =
        parse_agent_input(input_text(position, "300 12.5"), usual ? std::nullopt : std::optional(rules));
    ASSERT_TRUE(input.has_value()) << input.error().message;
    EXPECT_EQ(input->position, position);
    EXPECT_EQ(input->left, 300s);
    EXPECT_EQ(input->other_left, 12500ms);
  }
  const auto relaxed =
      parse_agent_input("o\r\n  0.25\r\n.ox.\r\n.XO.\r\n....\r\n....\r\n\r\n\n", std::nullopt);
  ASSERT_TRUE(relaxed.has_value()) << relaxed.error().message;
  EXPECT_EQ(relaxed->position.mover(), rules::Color::White);
  EXPECT_EQ(relaxed->left, 250ms);
  EXPECT_EQ(relaxed->other_left, std::nullopt);
}

TEST(AgentInput, SaysWhatIsWrongAndWhere) {
  const auto reason = [](std::string_view text, std::optional<rules::RulesetPtr> rules = std::nullopt) {
    const auto input = parse_agent_input(text, rules);
    return input ? std::string("(read)") : input.error().message;
  };
  const std::string board = "....\n.OX.\n.XO.\n....\n";
  EXPECT_THAT(reason(""), StartsWith("line 1: "));
  EXPECT_THAT(reason("\n\n"), StartsWith("line 1: "));
  EXPECT_THAT(reason("Z\n1\n" + board), StartsWith("line 1: the side to move must be X or O, not \"Z\""));
  EXPECT_THAT(reason("X"), StartsWith("line 2: "));
  for (const std::string_view time : {"", "abc", "-1", "nan", "inf", "1e300", "1 2 3", "1,5", "0x10"}) {
    EXPECT_THAT(reason(fmt::format("X\n{}\n{}", time, board)), StartsWith("line 2: ")) << time;
  }
  EXPECT_THAT(reason("X\n1\n"), StartsWith("line 3: the board is missing"));
  EXPECT_THAT(reason("X\n1\n...\n...\n...\n"), StartsWith("line 3: "));
  EXPECT_THAT(reason("X\n1\n" + std::string(18, '.')), StartsWith("line 3: "));
  EXPECT_THAT(reason("X\n1\n....\n.OX\n.XO.\n....\n"), StartsWith("line 4: the row has 3 squares"));
  EXPECT_THAT(reason("X\n1\n....\n.OX.\n.X?.\n....\n"), StartsWith("line 5, character 3: "));
  EXPECT_THAT(reason("X\n1\n....\n.OX.\n.XO.\n"), StartsWith("line 6: the board ends after 3 of 4 rows"));
  EXPECT_THAT(reason("X\n1\n" + board + "....\n"), StartsWith("line 7: the board has 4 rows"));
  EXPECT_THAT(reason("X\n1\n" + board, rules::standard(8)), HasSubstr("standard-8 is played on 8x8"));
  EXPECT_THAT(reason(std::string("X\n1\n....\n.O\0X.\n.XO.\n....\n", 26)), StartsWith("line 4: "));
}

TEST(AgentState, ReadsBackWhatItWrites) {
  for (const rules::RulesetPtr& rules : rules::testing::all_presets()) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Rng rng(seed);
      AgentState state{
          "alphabeta", rules::testing::random_game(rules, rng, 1 + static_cast<int>(seed) * 9), {}};
      state.line = {state.game.moves().back()};
      state.left = 12345ms;
      state.spent = 250us;
      const auto read = parse_agent_state(format_agent_state(state), rules);
      ASSERT_TRUE(read.has_value() && read->has_value()) << (read ? "" : read.error().message);
      EXPECT_EQ((*read)->game, state.game);
      EXPECT_EQ((*read)->line, state.line);
      EXPECT_EQ((*read)->left, state.left);
      EXPECT_EQ((*read)->spent, state.spent);
      EXPECT_EQ(format_agent_state(**read), format_agent_state(state));
    }
  }
}

// Whatever the other side does, its moves and both sides' passes are found again from the board alone.
TEST(AgentState, FindsTheMovesThatWerePlayed) {
  int passes = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const rules::Game whole = rules::testing::random_game(rules::standard(6), rng);
    rules::Game seen(whole.start());
    const rules::Color own = seed % 2 == 0 ? rules::Color::Black : rules::Color::White;
    for (int ply = 0; ply < whole.ply(); ++ply) {
      const rules::Position& position = whole.position_at(ply);
      if (position.mover() != own || position.must_pass()) continue;
      const auto found = play_on_to(seen, position);
      ASSERT_TRUE(found.has_value());
      EXPECT_EQ(found->position(), position);
      passes += found->ply() - seen.ply() > 1 ? 1 : 0;
      seen = *found;
      ASSERT_TRUE(seen.play(whole.moves()[static_cast<std::size_t>(ply)]).has_value());
    }
  }
  EXPECT_GT(passes, 0);
  const rules::Game start(rules::standard(8));
  EXPECT_EQ(play_on_to(start, start.position()), start);
  EXPECT_FALSE(play_on_to(start, rules::Position(rules::standard(6))).has_value());
}

TEST_F(AgentTest, AnswersAndRemembers) {
  rules::Game game(leader());
  Rng rng(4);
  int calls = 0;
  while (!game.is_over() && calls < 8) {
    if (game.position().mover() != leader()->first || game.position().must_pass()) {
      rules::testing::play_random_move(game, rng);
      continue;
    }
    const auto answer = call(game.position());
    ++calls;
    ASSERT_TRUE(answer.has_value()) << answer.error().message;
    EXPECT_THAT(answer->warnings, IsEmpty());
    EXPECT_EQ(get(kAgentOutput), answer->move + "\n");
    const auto move = rules::Square::parse(answer->move, 12);
    ASSERT_TRUE(move.has_value());
    ASSERT_TRUE(game.play(*move).has_value());
    const auto state = parse_agent_state(get(kAgentState), leader());
    ASSERT_TRUE(state.has_value() && state->has_value());
    EXPECT_EQ((*state)->game, game) << "it knows the whole game";
  }
  EXPECT_GE(calls, 4);
  // Input, output, state: nothing else is left lying about.
  EXPECT_EQ(std::distance(fs::directory_iterator(options.dir), fs::directory_iterator()), 3);
}

TEST_F(AgentTest, GoesOnAsForeseenAfterAPass) {
  int foreseen = 0;
  options.player = "alphabeta:depth=6";
  for (std::uint64_t seed = 0; seed < 20 && foreseen == 0; ++seed) {
    Rng rng(seed);
    rules::Game game(rules::standard(6));
    while (!game.is_over()) {
      if (game.position().must_pass() || game.position().mover() == rules::Color::White) {
        rules::testing::play_random_move(game, rng);
        continue;
      }
      const auto answer = call(game.position());
      ASSERT_TRUE(answer.has_value()) << answer.error().message;
      if (answer->note == "as foreseen") {
        ++foreseen;
        EXPECT_TRUE(game.moves().back().is_pass());
      }
      ASSERT_TRUE(game.play(*rules::Square::parse(answer->move, 6)).has_value());
    }
  }
  EXPECT_GT(foreseen, 0);
}

TEST_F(AgentTest, BadInputLeavesTheAnswerAlone) {
  put(kAgentOutput, "d3\n");
  options.called = std::chrono::steady_clock::now();
  EXPECT_THAT(run_agent(options).error().message, HasSubstr("input.txt cannot be read"));
  for (const std::string_view text : {"", "X\n1\n", "garbage", "X\n1\n....\n....\n....\n....\n"}) {
    put(kAgentInput, text);
    const auto answer = run_agent(options);
    ASSERT_FALSE(answer.has_value()) << text;
    EXPECT_THAT(answer.error().message, HasSubstr("input.txt"));
    EXPECT_EQ(get(kAgentOutput), "d3\n");
  }
  put(kAgentInput, std::string(1 << 20, 'X'));
  EXPECT_FALSE(run_agent(options).has_value());
  options.player = "alphabteta";
  EXPECT_THAT(call(rules::Position(leader())).error().message, HasSubstr("--player: there is no player"));
  EXPECT_EQ(get(kAgentOutput), "d3\n");
  EXPECT_EQ(get(kAgentState), "(none)");
}

TEST_F(AgentTest, PassesWhenItMust) {
  const auto position = *rules::Position::parse(rules::standard(4), "XO-- ---- ---- ---- O");
  ASSERT_TRUE(position.must_pass());
  const auto answer = call(position);
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  EXPECT_EQ(get(kAgentOutput), "pass\n");
  const auto over = *rules::Position::parse(rules::standard(4), "XX-- ---- ---- ---- O");
  EXPECT_THAT(call(over).error().message, HasSubstr("the game is over"));
  EXPECT_EQ(get(kAgentOutput), "pass\n");
}

TEST_F(AgentTest, IgnoresDamagedFilesAloud) {
  const rules::Position start{leader()};
  ASSERT_TRUE(call(start).has_value());
  const std::string good = get(kAgentState);
  const std::vector<std::string> damaged = {"",
                                            "garbage",
                                            good.substr(0, good.size() / 2),
                                            good.substr(1),
                                            std::string(1 << 20, 'a'),
                                            std::string(100, '\0')};
  for (const std::string& text : damaged) {
    put(kAgentState, text);
    const auto answer = call(start);
    ASSERT_TRUE(answer.has_value()) << answer.error().message;
    ASSERT_EQ(answer->warnings.size(), 1u);
    EXPECT_THAT(answer->warnings.front(), HasSubstr("turncoat.state is ignored: "));
    EXPECT_EQ(parse_agent_state(get(kAgentState), leader())->has_value(), true);
  }
  put(kAgentCalibration, "size 12");
  EXPECT_THAT(call(start)->warnings, testing::ElementsAre(HasSubstr("calibration.txt is ignored: ")));
  fs::remove(options.dir / kAgentCalibration);
  // Another game and other rules are nobody's fault.
  EXPECT_THAT(call(rules::Position(rules::standard(8)))->warnings, IsEmpty());
  EXPECT_THAT(call(rules::testing::late_position(rules::standard(8), 30, 1))->warnings, IsEmpty());
  // A state that cannot be written is told, but the answer stands.
  fs::remove(options.dir / kAgentState);
  fs::create_directory(options.dir / kAgentState);
  const auto answer = call(start);
  ASSERT_TRUE(answer.has_value());
  EXPECT_FALSE(answer->warnings.empty());
}

TEST_F(AgentTest, LearnsWhatItsCallsCost) {
  rules::Game game(leader());
  const auto first = call(game.position(), "100");
  ASSERT_TRUE(first.has_value());
  ASSERT_TRUE(game.play(*rules::Square::parse(first->move, 12)).has_value());
  Rng rng(1);
  rules::testing::play_random_move(game, rng);
  // The referee took off a second and a half more than was thought.
  const auto spent = (*parse_agent_state(get(kAgentState), leader()))->spent;
  const double left = 98.5 - std::chrono::duration<double>(spent).count();
  ASSERT_TRUE(call(game.position(), fmt::format("{:.6f}", left)).has_value());
  const auto overhead = (*parse_agent_state(get(kAgentState), leader()))->overhead;
  EXPECT_NEAR(std::chrono::duration<double>(overhead).count(), 1.5, 1e-3);
}

TEST(AgentTime, KeepsTheCostOfLaterCallsBack) {
  const rules::Position start{leader()};  // 136 empty squares: 68 calls
  EXPECT_EQ(plan_time(start, 300s, 1s, nullptr).game, 232s);
  EXPECT_EQ(plan_time(start, 300s, 10s, nullptr).game, 1ms);
  EXPECT_EQ(plan_time(start, -5s, 0s, nullptr).game, 1ms);
  EXPECT_EQ(plan_time(start, 300s, 0s, nullptr).move, std::nullopt);
}

TEST(AgentTime, SpendsMoreWhereTheEndIsInSight) {
  const Calibration calibration{0, {{8, 1e6, {0.001, 0.002, 0.004, 0.008, 0.016}}}};
  const rules::Position late = rules::testing::late_position(rules::standard(8), 8, 1);
  const rules::Position early(rules::standard(8));
  EXPECT_EQ(plan_time(late, 100s, 0s, &calibration).move, 50s);
  EXPECT_EQ(plan_time(early, 100s, 0s, &calibration).move, std::nullopt);
  EXPECT_EQ(plan_time(late, 100ms, 0s, &calibration).move, std::nullopt);
  const rules::Position other = rules::testing::late_position(rules::standard(6), 8, 1);
  EXPECT_EQ(plan_time(other, 100s, 0s, &calibration).move, std::nullopt) << "a size that was not measured";
}

TEST(Calibration, ReadsBackAndForetells) {
  const Calibration calibration{0.0125, {{8, 2e6, {0.001, 0.002, 0.004}}, {12, 1e6, {0.5}}}};
  EXPECT_EQ(parse_calibration(format_calibration(calibration)), calibration);
  EXPECT_DOUBLE_EQ(*seconds_to_depth(calibration, 8, 3), 0.004);
  EXPECT_NEAR(*seconds_to_depth(calibration, 8, 6), 0.032, 1e-9);
  EXPECT_EQ(depth_within(calibration, 8, 0.033), 6);
  EXPECT_EQ(depth_within(calibration, 8, 0.0005), 0);
  EXPECT_EQ(seconds_to_depth(calibration, 10, 3), std::nullopt);
  EXPECT_GT(*seconds_to_depth(calibration, 12, 2), 0.5);
}

TEST(Calibration, RefusesWhatItIsNot) {
  const std::string first = "turncoat-calibration 1\n";
  for (const std::string& text :
       {std::string(), std::string("turncoat-calibration 2\n"), first + "overhead -1\n",
        first + "overhead nan\n", first + "overhead 1e9\n", first + "size 8\n",
        first + "size 9 nodes/s 1 seconds 1\n", first + "size 8 nodes/s 1 seconds 0\n",
        first + "size 8 nodes/s 1 seconds 2 1\n",
        first + "size 8 nodes/s 1 seconds 1\nsize 8 nodes/s 1 seconds 1\n", first + "speed 9\n"}) {
    EXPECT_FALSE(parse_calibration(text).has_value()) << text;
  }
}

TEST(Calibration, MeasuresThisMachine) {
  const auto speed = measure_speed(6, 30ms, {});
  ASSERT_TRUE(speed.has_value()) << speed.error().message;
  EXPECT_GT(speed->nodes_per_second, 0);
  EXPECT_FALSE(speed->seconds.empty());
  EXPECT_TRUE(std::ranges::is_sorted(speed->seconds));
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_FALSE(measure_speed(8, 10s, stopped.get_token()).has_value());
  const auto overhead = measure_overhead();
  ASSERT_TRUE(overhead.has_value()) << overhead.error().message;
  EXPECT_GT(*overhead, 0);
}

}  // namespace
}  // namespace turncoat::protocol
