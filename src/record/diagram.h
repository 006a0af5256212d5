// Board diagrams as SVG: for pages, mails and print.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/position.h"

namespace turncoat::record {

struct SquareLabel {
  rules::Square square;
  std::string text;  // a move number or a score; four characters fit
};

struct DiagramOptions {
  int square_pixels = 48;  // 8 to 512; the drawing scales anyway
  bool coordinates = true;
  bool show_legal = true;
  std::optional<rules::Move> last_move = std::nullopt;
  std::vector<SquareLabel> labels = {};  // those outside the board are left out
};

// A whole SVG document.
std::string draw_svg(const rules::Position& position, const DiagramOptions& options);

}  // namespace turncoat::record
