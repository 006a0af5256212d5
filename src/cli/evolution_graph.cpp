#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "cli/evolution_history.h"

namespace turncoat::cli {

namespace {

// In the SVG's units.
constexpr double kWidth = 800;
constexpr double kHeight = 420;
constexpr double kLeft = 62;
constexpr double kRight = kWidth - 20;
constexpr double kTop = 74;
constexpr double kBottom = kHeight - 54;
constexpr std::size_t kColors = 4;

// Plain colours, the dark ones over the light: not every viewer knows variables.
constexpr std::string_view kStyle =
    "<style>"
    "text{font-family:Inter,\"Helvetica Neue\",Arial,sans-serif;font-size:13px;fill:#626a72}"
    ".title{font-size:16px;font-weight:600;fill:#1d2125}"
    ".page{fill:#fbfbf9}"
    ".grid{stroke:#d9dcd8;stroke-width:1;fill:none}"
    ".half{stroke:#626a72;stroke-width:1.5;fill:none;stroke-dasharray:5 4}"
    ".one{fill:none;stroke-width:1;stroke-opacity:.4}"
    ".mean{fill:none;stroke-width:3;stroke-linejoin:round;stroke-linecap:round}"
    ".bar{fill:none;stroke-width:1.5}"
    ".c0{stroke:#1c7a55}.c1{stroke:#c9481c}.c2{stroke:#2b5fb3}.c3{stroke:#7a4a9e}"
    ".end{text-anchor:end}.middle{text-anchor:middle}"
    "@media(prefers-color-scheme:dark){"
    "text{fill:#9aa3ab}.title{fill:#e6e8ea}.page{fill:#16191c}.grid{stroke:#343a40}.half{stroke:#9aa3ab}"
    ".c0{stroke:#56c596}.c1{stroke:#ff8a5c}.c2{stroke:#7fb0ff}.c3{stroke:#c39be0}}"
    "</style>\n";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else {
      result += c;
    }
  }
  return result;
}

// 1, 2 or 5 times a power of ten, for four to eight lines.
double tick_step(double range) {
  const double power = std::pow(10, std::floor(std::log10(std::max(range, 1.0) / 4)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (range <= 8 * factor * power) return factor * power;
  }
  return 10 * power;
}

class Graph {
 public:
  explicit Graph(const std::vector<Curve>& curves) : curves_(curves) {
    for (const Curve& curve : curves) {
      for (const auto& iteration : curve.iterations) {
        for (const CurvePoint& point : iteration) most_games_ = std::max(most_games_, point.games);
      }
    }
  }

  std::string draw(const std::string& title) {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" role=\"img\">\n<title>{2}</title>\n",
        kWidth, kHeight, escaped(title));
    out_ += kStyle;
    out_ += "<rect class=\"page\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n";
    text("title", kLeft, 28, title);
    draw_axes();
    double legend = kLeft;
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      const std::string color = fmt::format("c{}", i % kColors);
      draw_curve(curves_[i], color);
      out_ += fmt::format("<path class=\"mean {}\" d=\"M{:.1f} 48H{:.1f}\"/>\n", color, legend, legend + 24);
      text("", legend + 32, 52, curves_[i].label);
      legend += 56 + 7.5 * static_cast<double>(curves_[i].label.size());
    }
    const bool many =
        std::ranges::any_of(curves_, [](const Curve& curve) { return curve.iterations.size() > 1; });
    text("end", kRight, 52, many ? "thin: iterations; thick: their mean, with 95 % bars" : "bars: 95 %");
    return out_ + "</svg>\n";
  }

 private:
  double x(double games) const { return kLeft + (kRight - kLeft) * games / most_games_; }
  static double y(double score) { return kBottom - (kBottom - kTop) * std::clamp(score, 0.0, 1.0); }

  void text(std::string_view kind, double at_x, double at_y, std::string_view words) {
    out_ += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", kind, at_x, at_y,
                        escaped(words));
  }

  void draw_axes() {
    for (const int percent : {0, 25, 50, 75, 100}) {
      const double at = y(percent / 100.0);
      out_ += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n",
                          percent == 50 ? "half" : "grid", kLeft, at, kRight);
      text("end", kLeft - 8, at + 4, fmt::format("{} %", percent));
    }
    const double step = tick_step(most_games_);
    for (double games = 0; games <= most_games_ + step / 1000; games += step) {
      text("middle", x(games), kBottom + 20, fmt::format("{:.0f}", games));
    }
    text("middle", (kLeft + kRight) / 2, kHeight - 12, "games that decided, in one iteration");
    out_ += fmt::format(
        "<text class=\"middle\" transform=\"translate(16 {:.1f}) rotate(-90)\">points of the champion "
        "against "
        "the panel</text>\n",
        (kTop + kBottom) / 2);
  }

  void draw_line(const std::vector<CurvePoint>& points, const std::string& kind) {
    if (points.empty()) return;
    std::string path;
    for (const CurvePoint& point : points) {
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', x(point.games), y(point.score));
    }
    out_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", kind, path);
  }

  void draw_curve(const Curve& curve, const std::string& color) {
    std::vector<CurvePoint> mean;
    std::size_t longest = 0;
    for (const auto& iteration : curve.iterations) longest = std::max(longest, iteration.size());
    for (std::size_t i = 0; i < longest; ++i) {
      CurvePoint sum;
      double count = 0;
      for (const auto& iteration : curve.iterations) {
        if (i >= iteration.size()) continue;
        sum.games += iteration[i].games;
        sum.score += iteration[i].score;
        sum.error += iteration[i].error * iteration[i].error;
        ++count;
      }
      mean.push_back({sum.games / count, sum.score / count, std::sqrt(sum.error) / count});
    }
    if (curve.iterations.size() > 1) {
      for (const auto& iteration : curve.iterations) draw_line(iteration, "one " + color);
    }
    for (const CurvePoint& point : mean) {
      out_ += fmt::format("<path class=\"bar {}\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", color, x(point.games),
                          y(point.score - point.error), y(point.score + point.error));
    }
    draw_line(mean, "mean " + color);
  }

  const std::vector<Curve>& curves_;
  double most_games_ = 1;
  std::string out_;
};

}  // namespace

std::string evolution_svg(const std::vector<Curve>& curves, const std::string& title) {
  return Graph(curves).draw(title);
}

}  // namespace turncoat::cli
