#include "record/board_canvas.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/svg.h"

namespace turncoat::record {

namespace {

constexpr std::string_view kStyle =
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
    ".on-black{fill:#f6f4ee}.on-white{fill:#16181a}.on-felt{fill:#f6f4ee}";

}  // namespace

BoardCanvas::BoardCanvas(int size, const BoardCanvasOptions& options)
    : size_(size), margin_(options.coordinates ? kMargin : kEdge) {
  const int high = width() + options.footer;
  const int scale = std::clamp(options.square_pixels, 8, 512);
  out_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" "
      "role=\"img\">\n<title>{}</title>\n",
      width() * scale / kUnit, high * scale / kUnit, width(), high, svg_escape(options.title));
  style(kStyle);
  out_ += fmt::format("<rect class=\"frame\" width=\"{}\" height=\"{}\" rx=\"26\"/>\n", width(), high);
  out_ += fmt::format("<rect class=\"felt\" x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{1}\"/>\n", margin_,
                      size_ * kUnit);
  draw_grid();
  if (options.coordinates) draw_coordinates();
}

void BoardCanvas::circle(std::string_view kind, int x, int y, int radius, std::string_view attributes) {
  out_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"{}{}/>\n", kind, x, y, radius,
                      attributes.empty() ? "" : " ", attributes);
}

void BoardCanvas::circle(std::string_view kind, rules::Square square, int radius,
                         std::string_view attributes) {
  circle(kind, middle(square.column()), middle(square.row()), radius, attributes);
}

void BoardCanvas::text(std::string_view kind, int x, int y, std::string_view words) {
  out_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", kind, x, y, words);
}

void BoardCanvas::style(std::string_view css) {
  out_ += fmt::format("<style>{}</style>\n", css);
}

std::string BoardCanvas::finish() {
  return std::move(out_) + "</svg>\n";
}

void BoardCanvas::draw_grid() {
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

void BoardCanvas::draw_coordinates() {
  for (int i = 0; i < size_; ++i) {
    text("coordinate", middle(i), margin_ - 18, std::string(1, static_cast<char>('a' + i)));
    text("coordinate", margin_ / 2, middle(i) + 11, fmt::format("{}", i + 1));
  }
}

}  // namespace turncoat::record
