#include "learn/fit_graph.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/svg.h"

namespace turncoat::learn {

namespace {

// In the SVG's units.
constexpr double kWidth = 800;
constexpr double kHeight = 400;
constexpr double kLeft = 62;
constexpr double kRight = kWidth - 24;
constexpr double kTop = 72;
constexpr double kBottom = kHeight - 56;

constexpr std::string_view kLight =
    ".line{fill:none;stroke-width:2.5;stroke-linejoin:round}.rms{stroke:#1c7a55}.mean{stroke:#c9481c}"
    ".dot{stroke:none}.dot.rms{fill:#1c7a55}.dot.mean{fill:#c9481c}";
constexpr std::string_view kDark =
    ".rms{stroke:#56c596}.mean{stroke:#ff8a5c}.dot.rms{fill:#56c596}.dot.mean{fill:#ff8a5c}";

int first_ply(const StageReport& report) {
  return eval::PatternSet::kPliesPerStage * report.stage;
}

}  // namespace

std::string draw_fit(std::vector<StageReport> reports, const std::string& title) {
  std::erase_if(reports, [](const StageReport& report) { return report.held_out == 0; });
  std::ranges::sort(reports, {}, &StageReport::stage);
  SvgPage page(kWidth, kHeight, title, kLight, kDark);
  page.text("title", kLeft, 30, title);
  double highest = 1;
  double last = 1;
  for (const StageReport& report : reports) {
    highest = std::max(highest, report.rmse);
    last = std::max(last, static_cast<double>(first_ply(report) + eval::PatternSet::kPliesPerStage));
  }
  const double step = highest > 12 ? 4 : highest > 6 ? 2 : 1;
  highest = std::ceil(highest / step) * step;
  const auto x = [&](double ply) { return kLeft + (kRight - kLeft) * ply / last; };
  const auto y = [&](double discs) { return kBottom - (kBottom - kTop) * discs / highest; };
  for (double discs = 0; discs <= highest; discs += step) {
    page.path(discs == 0 ? "zero" : "grid", fmt::format("M{:.1f} {:.1f}H{:.1f}", kLeft, y(discs), kRight));
    page.text("end", kLeft - 8, y(discs) + 4, fmt::format("{:.0f}", discs));
  }
  for (int ply = 0; ply <= last; ply += 10) {
    page.text("middle", x(ply), kBottom + 20, fmt::format("{}", ply));
  }
  page.text("middle", (kLeft + kRight) / 2, kHeight - 14, "ply");
  page.sideways("middle", 18, (kTop + kBottom) / 2, "held-out error, discs");

  const auto draw = [&](const std::string& kind, double StageReport::*error) {
    std::string line;
    for (const StageReport& report : reports) {
      line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? 'M' : 'L', x(first_ply(report) + 1),
                          y(report.*error));
    }
    if (reports.empty()) return;
    page.path("line " + kind, line);
    for (const StageReport& report : reports) {
      page.circle("dot " + kind, x(first_ply(report) + 1), y(report.*error), 3,
                  fmt::format("plies {}-{}: {} {:.2f} discs, {} positions", first_ply(report),
                              first_ply(report) + eval::PatternSet::kPliesPerStage - 1, kind, report.*error,
                              report.held_out));
    }
  };
  draw("rms", &StageReport::rmse);
  draw("mean", &StageReport::mae);
  page.path("line rms", fmt::format("M{:.1f} 48h26", kRight - 170));
  page.text("", kRight - 138, 52, "rms");
  page.path("line mean", fmt::format("M{:.1f} 48h26", kRight - 80));
  page.text("", kRight - 48, 52, "mean");
  return page.finish();
}

}  // namespace turncoat::learn
