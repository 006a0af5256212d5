#include "base/svg.h"

#include <utility>

#include <fmt/format.h>

namespace turncoat {

namespace {

// Plain colours, the dark ones over the light: not every viewer knows variables.
constexpr std::string_view kLight =
    "text{font-family:Inter,\"Helvetica Neue\",Arial,sans-serif;font-size:13px;fill:#626a72}"
    ".title{font-size:16px;font-weight:600;fill:#1d2125}"
    ".page{fill:#fbfbf9}"
    ".grid{stroke:#d9dcd8;stroke-width:1;fill:none}"
    ".zero{stroke:#626a72;stroke-width:1.5;fill:none}"
    ".end{text-anchor:end}.middle{text-anchor:middle}";
constexpr std::string_view kDark =
    "text{fill:#9aa3ab}.title{fill:#e6e8ea}.page{fill:#16191c}.grid{stroke:#343a40}.zero{stroke:#9aa3ab}";

}  // namespace

std::string svg_escape(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

SvgPage::SvgPage(double width, double height, std::string_view title, std::string_view light,
                 std::string_view dark)
    : out_(fmt::format(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
          "height=\"{1:.0f}\" role=\"img\">\n<title>{2}</title>\n<style>{3}{4}"
          "@media(prefers-color-scheme:dark){{{5}{6}}}</style>\n"
          "<rect class=\"page\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n",
          width, height, svg_escape(title), kLight, light, kDark, dark)) {}

void SvgPage::text(std::string_view kind, double x, double y, std::string_view words) {
  out_ +=
      fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", kind, x, y, svg_escape(words));
}

void SvgPage::sideways(std::string_view kind, double x, double y, std::string_view words) {
  out_ += fmt::format("<text class=\"{}\" transform=\"translate({:.1f} {:.1f}) rotate(-90)\">{}</text>\n",
                      kind, x, y, svg_escape(words));
}

void SvgPage::path(std::string_view kind, std::string_view data, std::string_view tip) {
  out_ += fmt::format("<path class=\"{}\" d=\"{}\"", kind, data);
  close("path", tip);
}

void SvgPage::rect(std::string_view kind, double x, double y, double width, double height,
                   std::string_view tip) {
  out_ += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"", kind,
                      x, y, width, height);
  close("rect", tip);
}

void SvgPage::circle(std::string_view kind, double x, double y, double radius, std::string_view tip) {
  out_ += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"", kind, x, y, radius);
  close("circle", tip);
}

std::string SvgPage::finish() {
  out_ += "</svg>\n";
  return std::move(out_);
}

void SvgPage::close(std::string_view tag, std::string_view tip) {
  out_ += tip.empty() ? "/>\n" : fmt::format("><title>{}</title></{}>\n", svg_escape(tip), tag);
}

}  // namespace turncoat
