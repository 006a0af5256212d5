#include "protocol/agent_input.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"

namespace turncoat::protocol {

namespace {

using rules::Color;
using std::chrono::nanoseconds;

constexpr double kMostSeconds = 1e8;
constexpr std::size_t kFirstRow = 2;  // the line before it, from 0

Result<Color> read_side(std::string_view line) {
  if (equal_ignoring_case(line, "X")) return Color::Black;
  if (equal_ignoring_case(line, "O")) return Color::White;
  return fail(Error::Code::Parse, "line 1: the side to move must be X or O, not {}", quote(line));
}

Result<std::vector<nanoseconds>> read_times(std::string_view line) {
  std::vector<nanoseconds> times;
  for (const std::string_view word : split(line, ' ')) {
    if (trim(word).empty()) continue;
    const auto seconds = parse_double(trim(word));
    if (!seconds || !std::isfinite(*seconds) || *seconds < 0 || *seconds > kMostSeconds) {
      return fail(Error::Code::Parse, "line 2: {} is not a time left in seconds", quote(trim(word)));
    }
    times.push_back(std::chrono::duration_cast<nanoseconds>(std::chrono::duration<double>(*seconds)));
  }
  if (times.empty() || times.size() > 2) {
    return fail(Error::Code::Parse, "line 2: it must be one time left in seconds, or two, not {}",
                quote(line));
  }
  return times;
}

Result<rules::RulesetPtr> rules_for(int size, const std::optional<rules::RulesetPtr>& rules) {
  if (rules && (*rules)->size != size) {
    return fail(Error::Code::Conflict, "line 3: the rows have {} squares, but {} is played on {}x{}", size,
                (*rules)->name, (*rules)->size, (*rules)->size);
  }
  if (rules) return *rules;
  return size == 12 ? rules::find_ruleset("leader-12") : rules::standard(size);
}

Result<rules::Position> read_board(const std::vector<std::string_view>& lines,
                                   const std::optional<rules::RulesetPtr>& rules, Color side) {
  if (lines.size() <= kFirstRow) return fail(Error::Code::Parse, "line 3: the board is missing");
  const std::size_t size = lines[kFirstRow].size();
  if (size < rules::kMinSize || size > rules::kMaxSize || size % 2 != 0) {
    return fail(Error::Code::Range, "line 3: a row has an even number of squares from {} to {}, not {}",
                rules::kMinSize, rules::kMaxSize, size);
  }
  const auto chosen = rules_for(static_cast<int>(size), rules);
  if (!chosen) return std::unexpected(chosen.error());
  rules::SquareSet discs[2];
  for (std::size_t number = kFirstRow; number < lines.size(); ++number) {
    const std::string_view line = lines[number];
    if (number - kFirstRow == size) {
      return fail(Error::Code::Parse, "line {}: the board has {} rows; nothing may follow them", number + 1,
                  size);
    }
    if (line.size() != size) {
      return fail(Error::Code::Parse, "line {}: the row has {} squares, but line 3 has {}", number + 1,
                  line.size(), size);
    }
    for (std::size_t column = 0; column < size; ++column) {
      const char c = line[column];
      if (c == '.') continue;
      const bool black = c == 'X' || c == 'x';
      if (!black && c != 'O' && c != 'o') {
        return fail(Error::Code::Parse, "line {}, character {}: a square is X, O or '.', not {}", number + 1,
                    column + 1, quote(line.substr(column, 1)));
      }
      discs[index_of(black ? Color::Black : Color::White)].insert(
          {static_cast<int>(column), static_cast<int>(number - kFirstRow)});
    }
  }
  if (lines.size() - kFirstRow < size) {
    return fail(Error::Code::Parse, "line {}: the board ends after {} of {} rows", lines.size() + 1,
                lines.size() - kFirstRow, size);
  }
  return rules::Position::make(*chosen, discs[0], discs[1], side);
}

}  // namespace

Result<AgentInput> parse_agent_input(std::string_view text, const std::optional<rules::RulesetPtr>& rules) {
  std::vector<std::string_view> lines;
  for (const std::string_view line : split(text, '\n')) lines.push_back(trim(line));
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (lines.empty()) return fail(Error::Code::Parse, "line 1: the file is empty");
  const auto side = read_side(lines[0]);
  if (!side) return std::unexpected(side.error());
  if (lines.size() < 2) return fail(Error::Code::Parse, "line 2: the time left is missing");
  const auto times = read_times(lines[1]);
  if (!times) return std::unexpected(times.error());
  auto position = read_board(lines, rules, *side);
  if (!position) return std::unexpected(position.error());
  AgentInput input{std::move(*position), times->front(), std::nullopt};
  if (times->size() == 2) input.other_left = times->back();
  return input;
}

}  // namespace turncoat::protocol
