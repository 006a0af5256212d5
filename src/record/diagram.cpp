#include "record/diagram.h"

#include "base/svg.h"
#include "record/board_canvas.h"
#include "record/source_text.h"

namespace turncoat::record {

namespace {

using rules::Color;
using rules::Position;
using rules::Square;

void draw_discs(BoardCanvas& canvas, const Position& position) {
  for (const Color color : {Color::Black, Color::White}) {
    for (const Square square : position.discs(color)) {
      canvas.circle(color == Color::Black ? "black" : "white", square, BoardCanvas::kDisc);
    }
  }
}

void draw_marks(BoardCanvas& canvas, const Position& position, const DiagramOptions& options) {
  rules::SquareSet labelled;
  for (const SquareLabel& label : options.labels) {
    if (position.ruleset().board().contains(label.square)) labelled.insert(label.square);
  }
  if (options.show_legal) {
    for (const Square square : position.legal_moves() & ~labelled) {
      canvas.circle(position.mover() == Color::Black ? "legal" : "legal-white", square, 13);
    }
  }
  const bool marked = options.last_move && !options.last_move->is_pass();
  if (marked && (position.ruleset().board() & ~labelled).contains(options.last_move->square())) {
    canvas.circle("last", options.last_move->square(), BoardCanvas::kMark);
  }
  for (const SquareLabel& label : options.labels) {
    if (!labelled.contains(label.square)) continue;
    const bool on_black = position.discs(Color::Black).contains(label.square);
    const bool on_white = position.discs(Color::White).contains(label.square);
    canvas.text(on_black   ? "label on-black"
                : on_white ? "label on-white"
                           : "label on-felt",
                canvas.middle(label.square.column()), canvas.middle(label.square.row()) + 14,
                svg_escape(clean_text(label.text)));
  }
}

}  // namespace

std::string draw_svg(const Position& position, const DiagramOptions& options) {
  BoardCanvas canvas(position.size(), {.square_pixels = options.square_pixels,
                                       .coordinates = options.coordinates,
                                       .title = position.to_string()});
  draw_discs(canvas, position);
  draw_marks(canvas, position, options);
  return canvas.finish();
}

}  // namespace turncoat::record
