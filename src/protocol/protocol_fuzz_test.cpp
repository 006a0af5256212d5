// Hostile input to every protocol, at a fixed seed: an answer of the right shape comes back, the board stays
// one that the rules allow, and what is read prints and reads back to the same.
#include <gmock/gmock.h>

#include "base/testing/fuzz.h"
#include "player/random_player.h"
#include "protocol/agent_input.h"
#include "protocol/agent_state.h"
#include "protocol/calibration.h"
#include "protocol/gtp_session.h"
#include "protocol/nboard_session.h"
#include "record/ggf.h"
#include "rules/testing/random_games.h"

namespace turncoat::protocol {
namespace {

using fuzzing::fuzz;

GtpSession gtp_session() {
  GtpSession::Options options;
  options.player = std::make_unique<player::RandomPlayer>();
  options.rules = rules::standard(8);
  return GtpSession(std::move(options));
}

// One answer, told by its sign, ended by an empty line and holding none.
void check_framing(const std::string& answer) {
  if (answer.empty()) return;
  EXPECT_TRUE(answer.front() == '=' || answer.front() == '?') << answer;
  EXPECT_EQ(answer.find("\n\n"), answer.size() - 2) << answer;
  for (const char c : answer) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 32);
}

TEST(ProtocolFuzz, GtpLines) {
  const std::vector<std::string> samples = {
      "1 play b f5",           "genmove b", "2 genmove white", "undo",          "boardsize 6",
      "boardsize 16",          "showboard", "clear_board",     "reg_genmove b", "known_command play",
      "time_settings 60 5 10", "komi 6.5",  "list_commands",   "play w pass",   "time_left black 30 0",
      "name # comment",        "play b d3", "set_game Othello"};
  GtpSession session = gtp_session();
  int refused = 0;
  for (int round = 0; round < fuzzing::kMutations; ++round) {
    Rng rng = Rng::stream(2026, static_cast<std::uint64_t>(round));
    std::string line = samples[rng.below(static_cast<std::uint32_t>(samples.size()))];
    if (rng.below(2) == 0) line = fuzzing::mutate(std::move(line), rng);
    const rules::Game before = session.game();
    const std::string answer = session.handle(line);
    check_framing(answer);
    if (answer.starts_with('?')) {
      ++refused;
      EXPECT_EQ(session.game(), before);
    }
    if (HasFailure()) FAIL() << "round " << round << ", line: " << testing::PrintToString(line);
  }
  EXPECT_GT(refused, fuzzing::kMutations / 10);
  EXPECT_LT(refused, fuzzing::kMutations);
}

std::vector<std::string> ggf_samples() {
  std::vector<std::string> samples;
  for (const rules::RulesetPtr& rules : rules::testing::all_presets()) {
    Rng rng(samples.size());
    record::GameRecord record(rules::testing::random_game(rules, rng, 20));
    samples.push_back("set game " + record::format_ggf(record));
  }
  return samples;
}

TEST(ProtocolFuzz, NboardLines) {
  std::vector<std::string> samples = ggf_samples();
  for (const char* line : {"nboard 2", "set depth 12", "set contempt 0", "move F5/1.5/0.3", "hint 3", "go",
                           "ping 17", "learn", "analyze", "move PA"}) {
    samples.emplace_back(line);
  }
  std::vector<std::string> heard;
  NboardSession session(std::make_unique<player::RandomPlayer>(),
                        [&](std::string_view line) { heard.emplace_back(line); });
  int refused = 0;
  for (int round = 0; round < fuzzing::kMutations; ++round) {
    Rng rng = Rng::stream(2027, static_cast<std::uint64_t>(round));
    std::string line = samples[rng.below(static_cast<std::uint32_t>(samples.size()))];
    if (rng.below(4) != 0) line = fuzzing::mutate(std::move(line), rng);
    const rules::Game before = session.game();
    session.handle(line);
    session.wait();
    for (const std::string& said : heard) {
      for (const char c : said) EXPECT_GE(static_cast<unsigned char>(c), 32);
      if (!said.starts_with("status error: ")) continue;
      ++refused;
      EXPECT_EQ(session.game(), before);
    }
    heard.clear();
    if (HasFailure()) FAIL() << "round " << round << ", line: " << testing::PrintToString(line);
  }
  EXPECT_GT(refused, fuzzing::kMutations / 100);
  EXPECT_LT(refused, fuzzing::kMutations);
}

TEST(ProtocolFuzz, AgentInput) {
  std::vector<std::string> samples;
  for (const rules::RulesetPtr& rules : rules::testing::all_presets()) {
    std::string text = "X\n300 12.5\n";
    for (int row = 0; row < rules->size; ++row)
      text += std::string(static_cast<std::size_t>(rules->size), '.') + '\n';
    samples.push_back(std::move(text));
  }
  fuzz(samples, [](const std::string& text) {
    const auto input = parse_agent_input(text, std::nullopt);
    if (!input) {
      EXPECT_THAT(input.error().message, testing::StartsWith("line "));
      return false;
    }
    EXPECT_GE(input->left.count(), 0);
    return true;
  });
}

TEST(ProtocolFuzz, AgentState) {
  std::vector<std::string> samples;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    AgentState state{"alphabeta",
                     rules::testing::random_game(rules::standard(8), rng, 1 + 3 * static_cast<int>(seed)),
                     {}};
    state.line = {state.game.moves().back()};
    samples.push_back(format_agent_state(state));
  }
  Rng rng(99);
  const rules::Position asked = rules::testing::random_game(rules::standard(8), rng, 40).position();
  fuzz(samples, [&](const std::string& text) {
    const auto state = parse_agent_state(text, rules::standard(8));
    if (!state) {
      EXPECT_FALSE(state.error().message.empty());
      return false;
    }
    if (!*state) return false;
    const auto again = parse_agent_state(format_agent_state(**state), rules::standard(8));
    EXPECT_TRUE(again && *again && (*again)->game == (*state)->game && (*again)->line == (*state)->line);
    (void)play_on_to((*state)->game, asked);
    return true;
  });
}

TEST(ProtocolFuzz, Calibration) {
  const std::string sample = format_calibration({0.02, {{8, 2e6, {0.001, 0.002}}, {12, 1e6, {0.01, 0.03}}}});
  fuzz({sample}, [](const std::string& text) {
    const auto read = parse_calibration(text);
    if (!read) {
      EXPECT_FALSE(read.error().message.empty());
      return false;
    }
    for (const SizeSpeed& speed : read->sizes) EXPECT_GE(depth_within(*read, speed.size, 1).value_or(0), 0);
    return true;
  });
}

}  // namespace
}  // namespace turncoat::protocol
