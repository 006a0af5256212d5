// draw_board: a position as lines of text for a terminal or a mail: coordinates, X, O, legal moves as '+',
// the last move in brackets. Not a format that can be read back: that is Position::to_string.
#pragma once

#include <optional>
#include <string>

#include "rules/position.h"

namespace turncoat::record {

struct TextBoardOptions {
  bool color = false;  // ANSI colours; the characters stay the same
  bool show_legal = true;
  std::optional<rules::Move> last_move = std::nullopt;
};

// One heading line and one line per row, each with its newline.
std::string draw_board(const rules::Position& position, const TextBoardOptions& options);

}  // namespace turncoat::record
