#include "learn/zero_curves.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace turncoat::learn {

namespace {

constexpr double kWidth = 800;
constexpr double kHeight = 560;
constexpr double kLeft = 62;
constexpr double kRight = kWidth - 110;

constexpr std::string_view kStyle =
    "<style>"
    "text{font-family:Inter,\"Helvetica Neue\",Arial,sans-serif;font-size:13px;fill:#626a72}"
    ".title{font-size:16px;font-weight:600;fill:#1d2125}.page{fill:#fbfbf9}"
    ".grid{stroke:#d9dcd8;stroke-width:1;fill:none}.end{text-anchor:end}.middle{text-anchor:middle}"
    ".line{fill:none;stroke-width:2;stroke-linejoin:round}"
    ".policy{stroke:#1c7a55}.value{stroke:#c9481c}.score{stroke:#7a5fc0}.ownership{stroke:#b08a00}"
    ".elo{stroke:#1c6aa5}.dot{fill:#1c6aa5}.bar{stroke:#1c6aa5;stroke-width:1;stroke-opacity:.5}"
    "@media(prefers-color-scheme:dark){text{fill:#9aa3ab}.title{fill:#e6e8ea}.page{fill:#16191c}"
    ".grid{stroke:#343a40}.policy{stroke:#56c596}.value{stroke:#ff8a5c}.score{stroke:#b39cff}"
    ".ownership{stroke:#e5c04b}.elo,.bar{stroke:#6bb3ea}.dot{fill:#6bb3ea}}"
    "</style>\n";

struct Point {
  double round;
  double at;
  double error = 0;
};

struct Curve {
  std::string name;
  std::vector<Point> points;
};

std::optional<double> number_at(const nlohmann::ordered_json& line, std::string_view key) {
  const auto found = line.find(key);
  if (found == line.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

Curve curve_of(const std::vector<nlohmann::ordered_json>& log, const std::string& key,
               const std::string& name) {
  Curve curve{name, {}};
  for (const auto& line : log) {
    const auto round = number_at(line, "round");
    const auto at = number_at(line, key);
    if (round && at) curve.points.push_back({*round, *at, number_at(line, key + "_error").value_or(0)});
  }
  return curve;
}

class Panel {
 public:
  Panel(double top, double bottom, double rounds, std::vector<Curve> curves)
      : top_(top), bottom_(bottom), rounds_(rounds), curves_(std::move(curves)) {
    for (const Curve& curve : curves_) {
      for (const Point& point : curve.points) {
        low_ = std::min(low_, point.at - point.error);
        high_ = std::max(high_, point.at + point.error);
      }
    }
    if (high_ <= low_) high_ = low_ + 1;
    step_ = std::pow(10, std::floor(std::log10((high_ - low_) / 2)));
    while ((high_ - low_) / step_ > 6) step_ *= 2;
    low_ = std::floor(low_ / step_) * step_;
    high_ = std::ceil(high_ / step_) * step_;
  }

  std::string draw(std::string_view caption) const {
    std::string svg = fmt::format("<text x='{}' y='{}'>{}</text>\n", kLeft, top_ - 10, caption);
    for (double at = low_; at <= high_ + step_ / 2; at += step_) {
      svg += fmt::format(
          "<path class='grid' d='M{} {:.1f}H{}'/><text class='end' x='{}' y='{:.1f}'>{:.6g}</text>\n", kLeft,
          y(at), kRight, kLeft - 8, y(at) + 4, at);
    }
    double label = top_;
    for (const Curve& curve : curves_) {
      if (curve.points.empty()) continue;
      std::string path;
      for (const Point& point : curve.points) {
        path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x(point.round), y(point.at));
        if (point.error > 0) {
          svg += fmt::format("<path class='bar' d='M{:.1f} {:.1f}V{:.1f}'/>", x(point.round),
                             y(point.at - point.error), y(point.at + point.error));
          svg += fmt::format("<circle class='dot' cx='{:.1f}' cy='{:.1f}' r='3'/>\n", x(point.round),
                             y(point.at));
        }
      }
      svg += fmt::format("<path class='line {}' d='{}'/>\n", curve.name, path);
      label = std::max(label + 15, y(curve.points.back().at) + 4);
      svg += fmt::format("<text x='{}' y='{:.1f}'>{}</text>\n", kRight + 8, std::min(label, bottom_ + 12),
                         curve.name);
    }
    return svg;
  }

  double x(double round) const { return kLeft + (kRight - kLeft) * round / rounds_; }

 private:
  double y(double at) const { return bottom_ - (bottom_ - top_) * (at - low_) / (high_ - low_); }

  double top_;
  double bottom_;
  double rounds_;
  std::vector<Curve> curves_;
  double low_ = 0;
  double high_ = 0;
  double step_ = 1;
};

}  // namespace

std::string draw_curves(const std::vector<nlohmann::ordered_json>& log, const std::string& title) {
  double rounds = 1;
  for (const auto& line : log) rounds = std::max(rounds, number_at(line, "round").value_or(0));
  std::vector<Curve> losses;
  for (const char* name : {"policy", "value", "score", "ownership"}) {
    losses.push_back(curve_of(log, fmt::format("loss_{}", name), name));
  }
  const Panel elo(70, 270, rounds, {curve_of(log, "elo", "elo")});
  const Panel loss(320, 520, rounds, std::move(losses));
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}'>\n{2}"
      "<rect class='page' width='{0}' height='{1}'/>\n<text class='title' x='{3}' y='30'>{4}</text>\n",
      kWidth, kHeight, kStyle, kLeft, title);
  svg += elo.draw("Elo above random");
  svg += loss.draw("losses");
  const double each = std::max(1.0, std::ceil(rounds / 8));
  for (double round = 0; round <= rounds; round += each) {
    svg += fmt::format("<text class='middle' x='{:.1f}' y='{}'>{:.0f}</text>\n", loss.x(round), 540, round);
  }
  svg += fmt::format("<text class='end' x='{}' y='556'>round</text>\n</svg>\n", kRight);
  return svg;
}

}  // namespace turncoat::learn
