// BoardCanvas: what every picture of a board shares: frame, felt, grid, coordinates, colours. One square is
// 100 units wide. The picture carries its own colours and frame, so it stands on light and dark pages alike;
// outside its rounded frame it is transparent. Classes: black, white, last, legal, legal-white, coordinate.
#pragma once

#include <string>
#include <string_view>

#include "rules/square.h"

namespace turncoat::record {

struct BoardCanvasOptions {
  int square_pixels = 48;  // 8 to 512; the drawing scales anyway
  bool coordinates = true;
  int footer = 0;          // units of frame below the board
  std::string title = {};  // for who cannot see it; escaped here
};

class BoardCanvas {
 public:
  static constexpr int kUnit = 100;
  static constexpr int kDisc = 42;  // radius
  static constexpr int kMark = 11;

  BoardCanvas(int size, const BoardCanvasOptions& options);

  int width() const { return size_ * kUnit + margin_ + kEdge; }
  // Where the footer begins.
  int below() const { return width(); }
  int corner(int index) const { return margin_ + index * kUnit; }
  int middle(int index) const { return corner(index) + kUnit / 2; }

  void circle(std::string_view kind, int x, int y, int radius, std::string_view attributes = {});
  void circle(std::string_view kind, rules::Square square, int radius, std::string_view attributes = {});
  // `words` is not escaped here.
  void text(std::string_view kind, int x, int y, std::string_view words);
  // CSS of the picture's own.
  void style(std::string_view css);
  void raw(std::string_view svg) { out_ += svg; }

  // The whole document; nothing is drawn after that.
  std::string finish();

 private:
  static constexpr int kEdge = 18;    // frame without coordinates
  static constexpr int kMargin = 60;  // frame with coordinates

  void draw_grid();
  void draw_coordinates();

  int size_;
  int margin_;
  std::string out_;
};

}  // namespace turncoat::record
