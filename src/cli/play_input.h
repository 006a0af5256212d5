// What a person types in `turncoat play`, as a command. Parsing only: nothing here knows the game.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "rules/square.h"

namespace turncoat::cli {

struct PlayCommand {
  enum class Kind { Nothing, Move, Pass, Hint, Undo, Moves, Board, Save, Load, New, Resign, Help, Quit };
  Kind kind = Kind::Nothing;
  std::optional<rules::Square> square;  // Move
  std::string file;                     // Save, Load
};

struct PlayCommandInfo {
  PlayCommand::Kind kind;
  std::string_view name;
  std::string_view alias;     // a short way to write it, or empty
  std::string_view argument;  // "FILE" or empty
  std::string_view help;
};

// Every named command, in the order of the help.
std::span<const PlayCommandInfo> play_commands();

// "d3", "4 3" or "4,3" (row, then column), or a command's name with its argument. The error says what could
// be written instead. Any bytes are safe.
Result<PlayCommand> parse_play_command(std::string_view line, int board_size);

}  // namespace turncoat::cli
