#include "record/diagram.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/svg.h"
#include "record/source_text.h"

namespace turncoat::record {

namespace {

using rules::Color;
using rules::Square;

// One square is 100 units wide; `square_pixels` only sets the size it is shown at.
constexpr int kUnit = 100;
constexpr int kEdge = 18;    // frame without coordinates
constexpr int kMargin = 60;  // frame with coordinates

constexpr std::string_view kStyle =
    "<style>"
    ".frame{fill:#1d3b30}"
    ".felt{fill:#2f7d5b}"
    ".grid{stroke:#1b4a36;stroke-width:2;fill:none}"
    ".dot{fill:#1b4a36}"
    ".black{fill:#16181a;stroke:#3d4246;stroke-width:3}"
    ".white{fill:#f6f4ee;stroke:#b9b5a8;stroke-width:3}"
    ".legal{fill:#16181a;fill-opacity:.28}"
    ".legal-white{fill:#f6f4ee;fill-opacity:.5}"
    ".last{fill:#e2572b}"
    "text{font-family:Inter,\"Helvetica Neue\",Arial,sans-serif;text-anchor:middle}"
    ".coordinate{fill:#b9d3c6;font-size:32px}"
    ".label{font-size:40px;font-weight:600}"
    ".on-black{fill:#f6f4ee}.on-white{fill:#16181a}.on-felt{fill:#f6f4ee}"
    "</style>\n";

class Diagram {
 public:
  Diagram(const rules::Position& position, const DiagramOptions& options)
      : position_(position),
        options_(options),
        size_(position.size()),
        margin_(options.coordinates ? kMargin : kEdge) {}

  std::string draw() {
    const int side = size_ * kUnit + margin_ + kEdge;
    const int pixels = side * std::clamp(options_.square_pixels, 8, 512) / kUnit;
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{0}\" viewBox=\"0 0 {1} {1}\" "
        "role=\"img\">\n<title>{2}</title>\n",
        pixels, side, position_.to_string());
    out_ += kStyle;
    out_ += fmt::format("<rect class=\"frame\" width=\"{0}\" height=\"{0}\" rx=\"26\"/>\n", side);
    out_ += fmt::format("<rect class=\"felt\" x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{1}\"/>\n", margin_,
                        size_ * kUnit);
    draw_grid();
    if (options_.coordinates) draw_coordinates();
    draw_discs();
    draw_marks();
    return out_ + "</svg>\n";
  }

 private:
  int corner(int index) const { return margin_ + index * kUnit; }
  int middle(int index) const { return corner(index) + kUnit / 2; }

  void circle(std::string_view kind, int x, int y, int radius) {
    out_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", kind, x, y, radius);
  }
  void circle(std::string_view kind, Square square, int radius) {
    circle(kind, middle(square.column()), middle(square.row()), radius);
  }
  void text(std::string_view kind, int x, int y, std::string_view words) {
    out_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", kind, x, y, words);
  }

  void draw_grid() {
    std::string path;
    for (int i = 0; i <= size_; ++i) {
      path += fmt::format("M{0} {1}V{2}M{1} {0}H{2}", corner(i), corner(0), corner(size_));
    }
    out_ += fmt::format("<path class=\"grid\" d=\"{}\"/>\n", path);
    // The dots guide the eye two squares in from each corner; a 4x4 board has them one square in.
    const int in = size_ > 4 ? 2 : 1;
    for (const int x : {in, size_ - in}) {
      for (const int y : {in, size_ - in}) circle("dot", corner(x), corner(y), 7);
    }
  }

  void draw_coordinates() {
    for (int i = 0; i < size_; ++i) {
      text("coordinate", middle(i), margin_ - 18, std::string(1, static_cast<char>('a' + i)));
      text("coordinate", margin_ / 2, middle(i) + 11, fmt::format("{}", i + 1));
    }
  }

  void draw_discs() {
    for (const Color color : {Color::Black, Color::White}) {
      for (const Square square : position_.discs(color)) {
        circle(color == Color::Black ? "black" : "white", square, 42);
      }
    }
  }

  void draw_marks() {
    rules::SquareSet labelled;
    for (const SquareLabel& label : options_.labels) {
      if (position_.ruleset().board().contains(label.square)) labelled.insert(label.square);
    }
    if (options_.show_legal) {
      for (const Square square : position_.legal_moves() & ~labelled) {
        circle(position_.mover() == Color::Black ? "legal" : "legal-white", square, 13);
      }
    }
    const bool marked = options_.last_move && !options_.last_move->is_pass();
    if (marked && (position_.ruleset().board() & ~labelled).contains(options_.last_move->square())) {
      circle("last", options_.last_move->square(), 11);
    }
    for (const SquareLabel& label : options_.labels) {
      if (!labelled.contains(label.square)) continue;
      const bool on_black = position_.discs(Color::Black).contains(label.square);
      const bool on_white = position_.discs(Color::White).contains(label.square);
      text(on_black   ? "label on-black"
           : on_white ? "label on-white"
                      : "label on-felt",
           middle(label.square.column()), middle(label.square.row()) + 14,
           svg_escape(clean_text(label.text)));
    }
  }

  const rules::Position& position_;
  const DiagramOptions& options_;
  int size_;
  int margin_;
  std::string out_;
};

}  // namespace

std::string draw_svg(const rules::Position& position, const DiagramOptions& options) {
  return Diagram(position, options).draw();
}

}  // namespace turncoat::record
