// SvgPage: an SVG picture in the making: a page with a title, the colours every picture of ours shares, light
// and dark, and the few shapes they are made of. Classes of its own a picture adds as CSS.
// Shared classes: page, title, grid, zero (a heavier line), end and middle (where a text is anchored).
#pragma once

#include <string>
#include <string_view>

namespace turncoat {

// For text between tags and in attributes.
std::string svg_escape(std::string_view text);

class SvgPage {
 public:
  // `light` and `dark` are CSS rules; `dark` holds where the reader prefers dark pages.
  SvgPage(double width, double height, std::string_view title, std::string_view light, std::string_view dark);

  // `words` and `tip`, which is shown under the mouse, are escaped here; sizes are in the page's units.
  void text(std::string_view kind, double x, double y, std::string_view words);
  void sideways(std::string_view kind, double x, double y, std::string_view words);
  void path(std::string_view kind, std::string_view data, std::string_view tip = {});
  void rect(std::string_view kind, double x, double y, double width, double height,
            std::string_view tip = {});
  void circle(std::string_view kind, double x, double y, double radius, std::string_view tip = {});

  // The whole document; nothing is drawn after that.
  std::string finish();

 private:
  void close(std::string_view tag, std::string_view tip);

  std::string out_;
};

}  // namespace turncoat
