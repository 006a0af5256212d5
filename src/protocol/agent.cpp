#include "protocol/agent.h"

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "engine/registry.h"
#include "player/pace.h"
#include "protocol/agent_input.h"
#include "protocol/agent_state.h"
#include "protocol/ask.h"
#include "protocol/default_players.h"

namespace turncoat::protocol {

namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr std::uint64_t kLargestFile = 1 << 16;
// What a call is taken to cost where nothing was measured: the start of a process, files that go to disk.
constexpr std::chrono::milliseconds kUsualOverhead{40};
// A clock that jumped, a referee that slept: no sign of what the next call will cost.
constexpr std::chrono::seconds kMostOverhead{2};

template <class T>
std::optional<T> warned(std::vector<std::string>& warnings, const std::string& file,
                        const Result<T>& result) {
  if (result) return *result;
  warnings.push_back(fmt::format("{} is ignored: {}", file, result.error().message));
  return std::nullopt;
}

// A file of the agent's own. Not there is no fault; damaged is one to be told and survived.
template <class Parse>
auto read_own(const std::filesystem::path& path, std::vector<std::string>& warnings, Parse parse)
    -> std::optional<typename decltype(parse(std::string_view()))::value_type> {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  const auto text = warned(warnings, path.string(), load_file(path, kLargestFile));
  if (!text) return std::nullopt;
  return warned(warnings, path.string(), parse(*text));
}

struct Memory {
  rules::Game game;               // up to the position that is asked about
  std::vector<rules::Move> line;  // expected from here on; empty unless the opponent had to pass
  nanoseconds overhead{0};        // of calls so far
};

// What the state tells about the position at hand: nothing when it belongs to another game.
std::optional<Memory> remember(const AgentState& state, const AgentInput& input, const std::string& player) {
  auto game = play_on_to(state.game, input.position);
  if (!game) return std::nullopt;
  Memory memory{std::move(*game), {}, state.overhead};
  const nanoseconds lost = state.left - state.spent - input.left;
  if (lost.count() > 0 && lost <= kMostOverhead) memory.overhead = std::max(memory.overhead, lost);
  const auto since = memory.game.moves().subspan(static_cast<std::size_t>(state.game.ply()));
  const bool only_passed = since.size() == 1 && since.front().is_pass();
  if (only_passed && state.player == player && state.line.size() > 2 && state.line[1].is_pass()) {
    memory.line.assign(state.line.begin() + 2, state.line.end());
  }
  return memory;
}

Memory recall(const std::optional<AgentState>& state, const AgentInput& input, const std::string& player) {
  if (state) {
    if (auto memory = remember(*state, input, player)) return std::move(*memory);
  }
  const rules::Game fresh(input.position.ruleset_ptr());
  if (auto game = play_on_to(fresh, input.position)) return {std::move(*game), {}, nanoseconds(0)};
  return {rules::Game(input.position), {}, nanoseconds(0)};
}

std::string describe(const player::Thought& thought) {
  std::vector<std::string> parts;
  if (thought.depth) parts.push_back(fmt::format("depth {}", *thought.depth));
  if (thought.score) parts.push_back(fmt::format("score {:+.0f}", *thought.score));
  if (!thought.note.empty()) parts.push_back(thought.note);
  return join(parts, ", ");
}

Result<player::Choice> think(const Memory& memory, const AgentInput& input, const AgentOptions& options,
                             const std::string& spec, const std::optional<Calibration>& calibration) {
  player::Choice choice{rules::Move::pass(), {}};
  const rules::Position& position = input.position;
  if (position.must_pass()) {
    choice.thought.note = "no legal move";
    return choice;
  }
  if (!memory.line.empty() && !memory.line.front().is_pass() && position.is_legal(memory.line.front())) {
    choice.move = memory.line.front();
    choice.thought.line = memory.line;
    choice.thought.note = "as foreseen";
    return choice;
  }
  const auto player = engine::make_player(spec);
  if (!player) return std::unexpected(player.error());
  if (auto ready = start_game(**player, memory.game.start()); !ready) return std::unexpected(ready.error());
  nanoseconds overhead = std::max<nanoseconds>(
      memory.overhead, calibration ? nanoseconds(static_cast<std::int64_t>(calibration->overhead * 1e9))
                                   : nanoseconds(kUsualOverhead));
  player::Request request;
  request.time = plan_time(position, input.left - (steady_clock::now() - options.called), overhead,
                           calibration ? &*calibration : nullptr);
  request.other_time = input.other_left;
  request.stop = options.stop;
  auto answer = ask(**player, memory.game, request);
  if (!answer) return fail_at(answer.error(), "{}", spec);
  if (answer->resigns) return fail(Error::Code::Unavailable, "{} resigns, which has no square", spec);
  return answer;
}

}  // namespace

TimeBudget plan_time(const rules::Position& position, nanoseconds left, nanoseconds overhead,
                     const Calibration* calibration) {
  const int empties = position.empties().size();
  const int calls = (empties + 1) / 2;
  TimeBudget time;
  time.game = std::max<nanoseconds>(left - overhead * calls, std::chrono::milliseconds(1));
  if (calibration == nullptr) return time;
  const auto to_the_end = seconds_to_depth(*calibration, position.size(), empties);
  const double usable = std::chrono::duration<double>(*time.game).count();
  // Later moves are then known, or found in a fraction of the time. A player begins no iteration after a part
  // of what it is given, so it gets a multiple.
  if (to_the_end && *to_the_end * 8 <= usable) time.move = *time.game / 2;
  return time;
}

Result<AgentAnswer> run_agent(const AgentOptions& options) {
  const auto path = [&](const char* name) { return options.dir / name; };
  const auto text = load_file(path(kAgentInput), kLargestFile);
  if (!text) return std::unexpected(text.error());
  const auto input = parse_agent_input(*text, options.rules);
  if (!input) return fail_at(input.error(), "{}", path(kAgentInput).string());
  const rules::Position& position = input->position;
  if (position.is_over()) {
    return fail(Error::Code::Illegal, "{}: the game is over, X {} to O {}: there is no move to answer with",
                path(kAgentInput).string(), position.disc_count(rules::Color::Black),
                position.disc_count(rules::Color::White));
  }
  const auto spec = engine::canonical_spec(options.player.empty() ? agent_player(position.size())
                                                                  : std::string_view(options.player));
  if (!spec) return fail_at(spec.error(), "--player");

  AgentAnswer answer;
  const auto calibration = read_own(path(kAgentCalibration), answer.warnings, parse_calibration);
  const auto state = read_own(path(kAgentState), answer.warnings, [&](std::string_view bytes) {
    return parse_agent_state(bytes, position.ruleset_ptr());
  });
  Memory memory = recall(state.value_or(std::nullopt), *input, *spec);
  const auto choice = think(memory, *input, options, *spec, calibration);
  if (!choice) return std::unexpected(choice.error());
  answer.move = choice->move.name();
  answer.note = describe(choice->thought);
  if (auto saved = save_file(path(kAgentOutput), fmt::format("{}\n", answer.move), Existing::Replace);
      !saved) {
    return std::unexpected(saved.error());
  }

  AgentState next{*spec, std::move(memory.game), choice->thought.line};
  if (auto played = next.game.play(choice->move); !played) return std::unexpected(played.error());
  if (next.line.empty() || next.line.front() != choice->move) next.line = {choice->move};
  next.left = input->left;
  next.spent = steady_clock::now() - options.called;
  next.overhead = memory.overhead;
  const auto saved = save_file(path(kAgentState), format_agent_state(next), Existing::Replace);
  if (!saved) answer.warnings.push_back(saved.error().message);
  return answer;
}

}  // namespace turncoat::protocol
