#include "protocol/agent_state.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "record/transcript.h"

namespace turncoat::protocol {

namespace {

using std::chrono::nanoseconds;

constexpr std::string_view kFirstLine = "turncoat-agent 1";
constexpr std::array<std::string_view, 8> kKeys = {"rules", "player", "start", "moves",
                                                   "line",  "left",   "spent", "overhead"};
enum Key { Rules, Player, Start, Moves, Line, Left, Spent, Overhead };
constexpr double kMostSeconds = 1e8;

double seconds_of(nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

Result<nanoseconds> read_seconds(std::string_view key, std::string_view text) {
  const auto seconds = parse_double(text);
  if (!seconds || !std::isfinite(*seconds) || *seconds < 0 || *seconds > kMostSeconds) {
    return fail(Error::Code::Parse, "{} {} is not a time in seconds", key, quote(text));
  }
  return std::chrono::duration_cast<nanoseconds>(std::chrono::duration<double>(*seconds));
}

// The values in the order of kKeys.
Result<std::array<std::string_view, kKeys.size()>> read_lines(std::string_view text) {
  const auto lines = split(text, '\n');
  if (trim(lines.front()) != kFirstLine)
    return fail(Error::Code::Parse, "it does not begin with {}", kFirstLine);
  std::array<std::string_view, kKeys.size()> values;
  for (std::size_t i = 0; i < kKeys.size(); ++i) {
    const std::string_view line = i + 1 < lines.size() ? lines[i + 1] : std::string_view();
    if (!line.starts_with(kKeys[i]))
      return fail(Error::Code::Parse, "line {} is not {} ...", i + 2, kKeys[i]);
    values[i] = trim(line.substr(kKeys[i].size()));
  }
  return values;
}

// The other side moves; the side of `position` passes where it must, and has its say as soon as it can move.
bool extend(rules::Game& game, const rules::Position& target, int& patience) {
  if (game.position() == target) return true;
  if (--patience < 0) return false;
  if (game.pass_if_forced()) {
    if (extend(game, target, patience)) return true;
    game.undo();
    return false;
  }
  const rules::Position now = game.position();
  if (now.mover() == target.mover() || now.empties().size() <= target.empties().size()) return false;
  const rules::SquareSet moves = now.legal_moves();
  for (const rules::Square square : moves) {
    if (!game.play(square)) return false;
    if (extend(game, target, patience)) return true;
    game.undo();
  }
  return false;
}

}  // namespace

std::string format_agent_state(const AgentState& state) {
  rules::Game expected(state.game.position_at(std::max(0, state.game.ply() - 1)));
  for (const rules::Move move : state.line) {
    if (!expected.play(move)) break;
  }
  using record::format_transcript;
  using record::Passes;
  const std::array<std::string, kKeys.size()> values = {
      state.game.start().ruleset().name,
      state.player,
      state.game.start().to_string(),
      format_transcript(state.game, Passes::Written),
      format_transcript(expected, Passes::Written),
      fmt::format("{:.6f}", seconds_of(state.left)),
      fmt::format("{:.6f}", seconds_of(state.spent)),
      fmt::format("{:.6f}", seconds_of(state.overhead)),
  };
  std::string text = fmt::format("{}\n", kFirstLine);
  for (std::size_t i = 0; i < kKeys.size(); ++i) text += fmt::format("{} {}\n", kKeys[i], values[i]);
  return text;
}

Result<std::optional<AgentState>> parse_agent_state(std::string_view text, const rules::RulesetPtr& rules) {
  const auto values = read_lines(text);
  if (!values) return std::unexpected(values.error());
  if ((*values)[Rules] != rules->name) return std::nullopt;
  const auto start = rules::Position::parse(rules, (*values)[Start]);
  if (!start) return fail_at(start.error(), "start");
  auto game = record::parse_transcript(*start, (*values)[Moves]);
  if (!game) return fail_at(game.error(), "moves");
  if (game->ply() == 0) return fail(Error::Code::Parse, "moves: there are none");
  const auto line = record::parse_transcript(game->position_at(game->ply() - 1), (*values)[Line]);
  if (!line) return fail_at(line.error(), "line");
  AgentState state{std::string((*values)[Player]), std::move(*game),
                   std::vector(line->moves().begin(), line->moves().end())};
  if (!state.line.empty() && state.line.front() != state.game.moves().back()) {
    return fail(Error::Code::Parse, "line does not begin with the last of moves");
  }
  for (const auto& [key, time] :
       {std::pair(Left, &state.left), std::pair(Spent, &state.spent), std::pair(Overhead, &state.overhead)}) {
    const auto read = read_seconds(kKeys[key], (*values)[key]);
    if (!read) return std::unexpected(read.error());
    *time = *read;
  }
  return state;
}

std::optional<rules::Game> play_on_to(const rules::Game& game, const rules::Position& position) {
  rules::Game on = game;
  int patience = 10'000;
  if (!extend(on, position, patience)) return std::nullopt;
  return on;
}

}  // namespace turncoat::protocol
