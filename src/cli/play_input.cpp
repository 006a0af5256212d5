#include "cli/play_input.h"

#include <array>
#include <vector>

#include "base/text.h"

namespace turncoat::cli {

namespace {

using Kind = PlayCommand::Kind;

constexpr std::array<PlayCommandInfo, 11> kCommands = {{
    {Kind::Hint, "hint", "h", "", "what a program would play here"},
    {Kind::Undo, "undo", "u", "", "take your last move back, and the reply to it"},
    {Kind::Board, "board", "b", "", "draw the board again"},
    {Kind::Moves, "moves", "m", "", "the moves so far"},
    {Kind::Pass, "pass", "", "", "never needed: passes are played for you"},
    {Kind::Save, "save", "", "FILE", "write the game to a file"},
    {Kind::Load, "load", "", "FILE", "go on with a game from a file"},
    {Kind::New, "new", "", "", "start again"},
    {Kind::Resign, "resign", "", "", "give the game up"},
    {Kind::Help, "help", "?", "", "this list"},
    {Kind::Quit, "quit", "q", "", "leave (so does Ctrl-D)"},
}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// "4 3", "4,3", "4, 3": the two numbers, or nothing when the line is not made of two numbers.
std::optional<std::pair<std::string_view, std::string_view>> two_numbers(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && is_digit(line[end])) ++end;
  if (end == 0) return std::nullopt;
  std::string_view rest = trim(line.substr(end));
  if (rest.starts_with(',')) rest = trim(rest.substr(1));
  if (rest.empty() || end + rest.size() == line.size()) return std::nullopt;
  for (const char c : rest) {
    if (!is_digit(c)) return std::nullopt;
  }
  return std::pair(line.substr(0, end), rest);
}

Result<PlayCommand> row_then_column(std::string_view row_text, std::string_view column_text, int size) {
  const auto row = parse_uint(row_text);
  const auto column = parse_uint(column_text);
  const auto limit = static_cast<std::uint64_t>(size);
  if (!row || !column || *row < 1 || *row > limit || *column < 1 || *column > limit) {
    return fail(Error::Code::Range, "row {}, column {} is off the board: both run from 1 to {}",
                quote(row_text, 8), quote(column_text, 8), size);
  }
  return PlayCommand{
      Kind::Move, rules::Square(static_cast<int>(*column) - 1, static_cast<int>(*row) - 1), {}};
}

Result<PlayCommand> square_named(std::string_view name, int size) {
  const auto square = rules::Square::parse(name, size);
  if (!square) return std::unexpected(square.error());
  return PlayCommand{Kind::Move, *square, {}};
}

const PlayCommandInfo* find_command(std::string_view word) {
  for (const PlayCommandInfo& info : kCommands) {
    if (word == info.name || (!info.alias.empty() && word == info.alias)) return &info;
  }
  return word == "exit" ? find_command("quit") : nullptr;
}

}  // namespace

std::span<const PlayCommandInfo> play_commands() {
  return kCommands;
}

Result<PlayCommand> parse_play_command(std::string_view line, int board_size) {
  line = trim(line);
  if (line.empty()) return PlayCommand{};
  if (const auto numbers = two_numbers(line)) {
    return row_then_column(numbers->first, numbers->second, board_size);
  }
  const std::size_t space = line.find_first_of(" \t");
  const std::string_view argument =
      space == std::string_view::npos ? std::string_view() : trim(line.substr(space));
  const std::string word = to_lower(line.substr(0, space));

  // "h 7" is h7, though h alone is a command.
  if (word.size() == 1 && !is_digit(word[0]) && !argument.empty() && is_digit(argument[0])) {
    return square_named(word + std::string(argument), board_size);
  }
  if (const PlayCommandInfo* info = find_command(word)) {
    if (info->argument.empty() && !argument.empty()) {
      return fail(Error::Code::Parse, "{} stands alone; {} was not expected", info->name, quote(argument));
    }
    if (!info->argument.empty() && argument.empty()) {
      return fail(Error::Code::Parse, "{} needs a file name, as in: {} game.ggf", info->name, info->name);
    }
    return PlayCommand{info->kind, std::nullopt, std::string(argument)};
  }
  if (word.size() >= 2 && word[0] >= 'a' && word[0] <= 'z' && is_digit(word[1])) {
    return square_named(line, board_size);
  }
  std::vector<std::string> names;
  for (const PlayCommandInfo& info : kCommands) names.emplace_back(info.name);
  const std::string meant = did_you_mean(word, names);
  return fail(Error::Code::Parse, "{} is neither a square nor a command{}", quote(line),
              meant.empty() ? "; write a square like d3 or its row and column like 3 4, or help" : meant);
}

}  // namespace turncoat::cli
