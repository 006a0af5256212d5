#include "learn/weight_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/check.h"
#include "base/svg.h"
#include "rules/square.h"

namespace turncoat::learn {

namespace {

// In the SVG's units. Curves left, the board right, the legend below them, heat maps below that.
constexpr double kWidth = 1000;
constexpr double kEdge = 40;
constexpr double kLeft = 78;
constexpr double kRight = 640;
constexpr double kTop = 84;
constexpr double kBottom = 404;
constexpr double kBoardLeft = 706;
constexpr double kBoardSide = 254;
constexpr double kBoardTop = 110;
constexpr double kLegendTop = 476;
constexpr double kLegendRow = 22;
constexpr int kLegendColumns = 3;
constexpr int kHeatSteps = 10;  // shades on either side of zero

using Rgb = std::array<int, 3>;

struct Theme {
  std::array<Rgb, kMostPlotClusters> clusters;
  Rgb negative;
  Rgb neutral;
  Rgb positive;
  std::string_view letter;  // on a cluster's colour
};

constexpr Theme kLightTheme{{{{31, 111, 180},
                              {200, 80, 26},
                              {28, 133, 96},
                              {163, 64, 143},
                              {154, 107, 0},
                              {91, 91, 208},
                              {184, 50, 74},
                              {0, 127, 140},
                              {107, 122, 31},
                              {122, 82, 48},
                              {89, 102, 115},
                              {63, 143, 47}}},
                            {178, 74, 10},
                            {240, 240, 235},
                            {20, 84, 160},
                            "#ffffff"};
constexpr Theme kDarkTheme{{{{109, 179, 242},
                             {255, 154, 98},
                             {79, 207, 159},
                             {229, 138, 211},
                             {229, 180, 74},
                             {165, 165, 255},
                             {255, 128, 149},
                             {77, 208, 220},
                             {192, 208, 96},
                             {208, 165, 124},
                             {170, 182, 194},
                             {143, 220, 122}}},
                           {255, 150, 74},
                           {44, 49, 54},
                           {104, 172, 255},
                           "#16191c"};

std::string css(const Rgb& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]);
}

Rgb mixed(const Rgb& from, const Rgb& to, double share) {
  Rgb result{};
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = static_cast<int>(std::lround(from[i] + share * (to[i] - from[i])));
  }
  return result;
}

// A shade from -kHeatSteps to kHeatSteps as a class name.
std::string shade_class(int shade) {
  return fmt::format("{}{}", shade < 0 ? "n" : "p", std::abs(shade));
}

std::string rules_of(const Theme& theme, std::size_t clusters) {
  std::string rules = fmt::format(".letter{{fill:{}}}", theme.letter);
  for (std::size_t c = 0; c < clusters; ++c) {
    rules += fmt::format(".c{0}{{stroke:{1}}}.f{0}{{fill:{1}}}", c, css(theme.clusters[c]));
  }
  for (int shade = -kHeatSteps; shade <= kHeatSteps; ++shade) {
    const double share = static_cast<double>(std::abs(shade)) / kHeatSteps;
    rules += fmt::format(".{}{{fill:{}}}", shade_class(shade),
                         css(mixed(theme.neutral, shade < 0 ? theme.negative : theme.positive, share)));
  }
  return rules;
}

constexpr std::string_view kShapes =
    ".curve,.mean{fill:none;stroke-linejoin:round}"
    ".curve{stroke-width:1;stroke-opacity:.5}.mean{stroke-width:2.6}"
    ".small{font-size:11px}.letter{font-weight:600;text-anchor:middle}";

// A round step that divides the range into at most eight.
double tick_step(double range) {
  for (const double step : {0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0}) {
    if (range <= 8 * step) return step;
  }
  return 50;
}

std::string number(double value, double step) {
  const int decimals = step >= 1 ? 0 : step == 0.25 ? 2 : 1;
  return value == 0 ? "0" : fmt::format("{:.{}f}", value, decimals);
}

class Plot {
 public:
  Plot(const eval::SquareWeights& weights, const Clusters& clusters, std::string_view name)
      : weights_(weights),
        clusters_(clusters),
        curves_(weight_curves(weights)),
        heat_columns_(columns_for(weights.stages.size())),
        heat_pitch_((kWidth - 2 * kEdge) / heat_columns_),
        page_(kWidth, height(), fmt::format("{}: the weight of every square through the game", name),
              std::string(kShapes) + rules_of(kLightTheme, clusters.centres.size()),
              rules_of(kDarkTheme, clusters.centres.size())) {
    double low = 0;
    double high = 1;
    for (const auto& curve : curves_) {
      low = std::min(low, *std::ranges::min_element(curve));
      high = std::max(high, *std::ranges::max_element(curve));
    }
    step_ = tick_step(high - low);
    low_ = std::floor(low / step_) * step_;
    high_ = std::ceil(high / step_) * step_;
    reach_ = std::max(-low, high);
    page_.text("title", kEdge, 32, fmt::format("{}: the weight of every square through the game", name));
    page_.text("", kEdge, 52, weights.about);
  }

  std::string draw() {
    draw_axes();
    draw_curves();
    draw_board();
    draw_legend();
    draw_scale();
    for (std::size_t i = 0; i < weights_.stages.size(); ++i) draw_heat(i);
    return page_.finish();
  }

 private:
  static int columns_for(std::size_t stages) {
    return stages <= 36 ? 8 : stages <= 60 ? 10 : stages <= 100 ? 12 : 14;
  }
  std::size_t groups() const { return clusters_.centres.size(); }
  double heat_top() const {
    const auto rows = (groups() + kLegendColumns - 1) / kLegendColumns;
    return kLegendTop + kLegendRow * static_cast<double>(rows) + 30;
  }
  double heat_side() const { return heat_pitch_ - 14; }
  double heat_row() const { return heat_side() + 30; }
  double height() const {
    const auto columns = static_cast<std::size_t>(heat_columns_);
    const auto rows = (weights_.stages.size() + columns - 1) / columns;
    return heat_top() + 18 + heat_row() * static_cast<double>(rows) + 8;
  }
  double x(int move) const {
    const double first = weights_.stages.front().move;
    const double last = std::max(first + 1, static_cast<double>(weights_.stages.back().move));
    return kLeft + (kRight - kLeft) * (move - first) / (last - first);
  }
  double y(double weight) const { return kBottom - (kBottom - kTop) * (weight - low_) / (high_ - low_); }

  void draw_axes() {
    page_.text("", kLeft, kTop - 12, "Weight by move; thick: the mean of a cluster");
    const int first = weights_.stages.front().move;
    const int last = weights_.stages.back().move;
    const int step = last - first > 120 ? 20 : last - first > 50 ? 10 : last - first > 12 ? 5 : 1;
    for (int move = first; move <= last; ++move) {
      if (move != first && move % step != 0) continue;
      page_.path("grid", fmt::format("M{:.1f} {:.1f}V{:.1f}", x(move), kTop, kBottom));
      page_.text("middle", x(move), kBottom + 18, fmt::format("{}", move));
    }
    page_.text("middle", (kLeft + kRight) / 2, kBottom + 38, "move (discs placed)");
    const int ticks = static_cast<int>(std::lround((high_ - low_) / step_));
    for (int i = 0; i <= ticks; ++i) {
      const double weight = low_ + i * step_;
      const bool zero = std::abs(weight) < step_ / 2;
      page_.path(zero ? "zero" : "grid", fmt::format("M{:.1f} {:.1f}H{:.1f}", kLeft, y(weight), kRight));
      page_.text("end", kLeft - 8, y(weight) + 4, number(zero ? 0 : weight, step_));
    }
    page_.sideways("middle", kEdge - 8, (kTop + kBottom) / 2, "weight (discs)");
  }

  std::string curve(const std::vector<double>& values) const {
    std::string data;
    for (std::size_t i = 0; i < values.size(); ++i) {
      data += fmt::format("{}{:.1f} {:.1f}", i == 0 ? 'M' : 'L', x(weights_.stages[i].move), y(values[i]));
    }
    return data;
  }

  void draw_curves() {
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      const auto square = static_cast<int>(i);
      const int group = clusters_.of[i];
      page_.path(fmt::format("curve c{}", group), curve(curves_[i]),
                 fmt::format("{} ({})", rules::Square(square % weights_.size, square / weights_.size).name(),
                             cluster_letter(group)));
    }
    for (std::size_t c = 0; c < groups(); ++c) {
      page_.path(fmt::format("mean c{}", c), curve(clusters_.centres[c]));
    }
  }

  void draw_board() {
    page_.text("", kBoardLeft, kTop - 12, fmt::format("Clusters, silhouette {:.2f}", clusters_.silhouette));
    const int size = weights_.size;
    const double side = kBoardSide / size;
    for (int i = 0; i < size; ++i) {
      page_.text("small middle", kBoardLeft + (i + 0.5) * side, kBoardTop - 6,
                 std::string(1, static_cast<char>('a' + i)));
      page_.text("small end", kBoardLeft - 6, kBoardTop + (i + 0.5) * side + 4, fmt::format("{}", i + 1));
    }
    for (int i = 0; i < size * size; ++i) {
      const int group = clusters_.of[static_cast<std::size_t>(i)];
      const double left = kBoardLeft + i % size * side;
      const double top = kBoardTop + i / size * side;
      page_.rect(fmt::format("f{}", group), left + 0.5, top + 0.5, side - 1, side - 1);
      page_.text("letter", left + side / 2, top + side / 2 + 4.5, std::string(1, cluster_letter(group)));
    }
  }

  void draw_legend() {
    const double width = (kWidth - 2 * kEdge) / kLegendColumns;
    for (std::size_t c = 0; c < groups(); ++c) {
      const double left = kEdge + width * static_cast<double>(c % kLegendColumns);
      const double top = kLegendTop + kLegendRow * static_cast<double>(c / kLegendColumns);
      const auto group = static_cast<int>(c);
      const auto squares = cluster_squares(clusters_, group, weights_.size);
      page_.rect(fmt::format("f{}", c), left, top - 11, 14, 14);
      page_.text("", left + 22, top,
                 fmt::format("{}: {} square{}, mean weight {:+.2f}, {}{}", cluster_letter(group),
                             squares.size(), squares.size() == 1 ? "" : "s", mean_weight(clusters_, group),
                             squares.size() == 1 ? "" : "such as ", squares.front()));
    }
  }

  int shade(double weight) const {
    return static_cast<int>(std::lround(std::clamp(weight / reach_, -1.0, 1.0) * kHeatSteps));
  }

  // What the colours of the heat maps mean.
  void draw_scale() {
    const double top = heat_top();
    page_.text("", kEdge, top, "Weight of every square after each move");
    constexpr double kStepWidth = 12;
    const double left = kWidth - kEdge - 40 - kStepWidth * (2 * kHeatSteps + 1);
    page_.text("end", left - 6, top, fmt::format("{:+.1f}", -reach_));
    for (int i = -kHeatSteps; i <= kHeatSteps; ++i) {
      page_.rect(shade_class(i), left + kStepWidth * (i + kHeatSteps), top - 11, kStepWidth + 0.4, 14);
    }
    page_.text("", left + kStepWidth * (2 * kHeatSteps + 1) + 6, top, fmt::format("{:+.1f}", reach_));
    page_.text("middle", left + kStepWidth * (kHeatSteps + 0.5), top - 16, "0");
  }

  // One path per shade keeps the file small.
  void draw_heat(std::size_t stage) {
    const auto columns = static_cast<std::size_t>(heat_columns_);
    const int size = weights_.size;
    const double side = heat_side() / size;
    const double left = kEdge + heat_pitch_ * static_cast<double>(stage % columns);
    const double top = heat_top() + 36 + heat_row() * static_cast<double>(stage / columns);
    page_.text("small", left, top - 5, fmt::format("{}", weights_.stages[stage].move));
    std::array<std::string, 2 * kHeatSteps + 1> paths;
    for (int i = 0; i < size * size; ++i) {
      const int colour = shade(weights_.stages[stage].weights[static_cast<std::size_t>(i)]);
      paths[static_cast<std::size_t>(colour + kHeatSteps)] +=
          fmt::format("M{:.1f} {:.1f}h{:.1f}v{:.1f}h-{:.1f}z", left + i % size * side, top + i / size * side,
                      side - 0.4, side - 0.4, side - 0.4);
    }
    for (int i = -kHeatSteps; i <= kHeatSteps; ++i) {
      const std::string& path = paths[static_cast<std::size_t>(i + kHeatSteps)];
      if (!path.empty()) page_.path(shade_class(i), path);
    }
  }

  const eval::SquareWeights& weights_;
  const Clusters& clusters_;
  std::vector<std::vector<double>> curves_;
  int heat_columns_;
  double heat_pitch_;
  SvgPage page_;
  double step_ = 1;
  double low_ = 0;
  double high_ = 1;
  double reach_ = 1;  // the weight of the darkest shade
};

}  // namespace

std::vector<std::vector<double>> weight_curves(const eval::SquareWeights& weights) {
  std::vector<std::vector<double>> curves(static_cast<std::size_t>(weights.size * weights.size));
  for (const auto& stage : weights.stages) {
    for (std::size_t i = 0; i < curves.size(); ++i) curves[i].push_back(stage.weights[i]);
  }
  return curves;
}

char cluster_letter(int cluster) {
  return static_cast<char>('A' + cluster);
}

std::vector<std::string> cluster_squares(const Clusters& clusters, int cluster, int size) {
  std::vector<std::string> names;
  for (int i = 0; i < size * size; ++i) {
    if (clusters.of[static_cast<std::size_t>(i)] == cluster) {
      names.push_back(rules::Square(i % size, i / size).name());
    }
  }
  return names;
}

double mean_weight(const Clusters& clusters, int cluster) {
  const auto& centre = clusters.centres[static_cast<std::size_t>(cluster)];
  return std::accumulate(centre.begin(), centre.end(), 0.0) / static_cast<double>(centre.size());
}

std::string draw_weights(const eval::SquareWeights& weights, const Clusters& clusters,
                         std::string_view name) {
  TURNCOAT_CHECK(clusters.centres.size() <= kMostPlotClusters && !weights.stages.empty(),
                 "more clusters than colours, or nothing to draw");
  return Plot(weights, clusters, name).draw();
}

}  // namespace turncoat::learn
