#include "engine/analysis_graph.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/svg.h"

namespace turncoat::engine {

namespace {

using rules::Color;

// In the SVG's units: the score panel above, the panel of lost discs below.
constexpr double kWidth = 800;
constexpr double kHeight = 420;
constexpr double kLeft = 62;
constexpr double kRight = kWidth - 20;
constexpr double kScoreTop = 46;
constexpr double kScoreBottom = 270;
constexpr double kLossTop = 296;
constexpr double kLossBottom = 366;

constexpr std::string_view kLight =
    ".exact,.estimate{stroke:#1c7a55;fill:none}"
    ".exact{stroke-width:3;stroke-linejoin:round;stroke-linecap:round}"
    ".estimate{stroke-width:2;stroke-dasharray:5 4}"
    ".solved{fill:#1c7a55;fill-opacity:.12}"
    ".point{fill:#1c7a55}"
    ".mistake{fill:#c9481c;stroke:#fbfbf9;stroke-width:1.5}"
    ".black{fill:#1d2125;stroke:#1d2125}"
    ".white{fill:#ffffff;stroke:#4a5058}";
constexpr std::string_view kDark =
    ".exact,.estimate{stroke:#56c596}.solved{fill:#56c596}.point{fill:#56c596}"
    ".mistake{fill:#ff8a5c;stroke:#16191c}.black{fill:#000000;stroke:#aab2b9}"
    ".white{fill:#f2f2ee;stroke:#f2f2ee}";

// A round number of discs, about a quarter of the range.
int tick_step(double range) {
  for (const int step : {1, 2, 4, 8, 16, 32}) {
    if (range <= 4 * step) return step;
  }
  return 64;
}

class Graph {
 public:
  explicit Graph(const Analysis& analysis)
      : analysis_(analysis),
        plies_(analysis.game.ply()),
        page_(kWidth, kHeight, fmt::format("Black's score over {} moves", plies_), kLight, kDark) {
    double most_score = 4;
    double most_loss = 4;
    for (int ply = 0; ply <= plies_; ++ply) {
      if (const auto score = black_score(ply)) most_score = std::max(most_score, std::abs(*score));
      most_loss = std::max(most_loss, at(ply).loss.value_or(0));
    }
    score_step_ = tick_step(most_score);
    score_range_ = std::ceil(most_score / score_step_) * score_step_;
    loss_step_ = tick_step(most_loss) * 2;
    loss_range_ = std::ceil(most_loss / loss_step_) * loss_step_;
  }

  std::string draw() {
    draw_heading();
    draw_axes();
    draw_solved();
    draw_scores();
    draw_losses();
    return page_.finish();
  }

 private:
  const PositionAnalysis& at(int ply) const { return analysis_.positions[static_cast<std::size_t>(ply)]; }
  Color mover(int ply) const { return analysis_.game.position_at(ply).mover(); }

  std::optional<double> black_score(int ply) const {
    const auto& verdict = at(ply).verdict;
    if (!verdict) return std::nullopt;
    return mover(ply) == Color::Black ? verdict->discs : 0.0 - verdict->discs;
  }
  bool is_exact(int ply) const { return at(ply).verdict && at(ply).verdict->exact; }

  double x(double ply) const { return kLeft + (kRight - kLeft) * ply / std::max(plies_, 1); }
  double y(double score) const {
    return (kScoreTop + kScoreBottom) / 2 - (kScoreBottom - kScoreTop) / 2 * score / score_range_;
  }
  double y_loss(double loss) const { return kLossBottom - (kLossBottom - kLossTop) * loss / loss_range_; }

  void across(std::string_view kind, double at_y) {
    page_.path(kind, fmt::format("M{:.1f} {:.1f}H{:.1f}", kLeft, at_y, kRight));
  }
  void upright(double at_x) {
    page_.path("grid", fmt::format("M{0:.1f} {1:.1f}V{2:.1f}M{0:.1f} {3:.1f}V{4:.1f}", at_x, kScoreTop,
                                   kScoreBottom, kLossTop, kLossBottom));
  }

  void draw_heading() {
    std::string title = "Score for Black";
    if (analysis_.opening) title += fmt::format(" ({})", analysis_.opening->name);
    page_.text("title", kLeft, 26, title);
    double at_x = kRight - 292;
    page_.path("estimate", fmt::format("M{:.1f} 22h26", at_x));
    page_.text("", at_x + 32, 26, "estimated");
    at_x += 110;
    page_.path("exact", fmt::format("M{:.1f} 22h26", at_x));
    page_.text("", at_x + 32, 26, "solved");
    at_x += 92;
    page_.circle("mistake", at_x + 8, 22, 5);
    page_.text("", at_x + 20, 26, "mistake");
  }

  void draw_axes() {
    for (int ply = 0; ply <= plies_; ply += plies_ > 120 ? 20 : plies_ > 12 ? 10 : 1) {
      upright(x(ply));
      page_.text("middle", x(ply), kLossBottom + 18, fmt::format("{}", ply));
    }
    page_.text("middle", (kLeft + kRight) / 2, kLossBottom + 40, "move");
    for (double score = -score_range_; score <= score_range_; score += score_step_) {
      across(score == 0 ? "zero" : "grid", y(score));
      page_.text("end", kLeft - 8, y(score) + 4, score == 0 ? "0" : fmt::format("{:+.0f}", score));
    }
    for (double loss = 0; loss <= loss_range_; loss += loss_step_) {
      across(loss == 0 ? "zero" : "grid", y_loss(loss));
      page_.text("end", kLeft - 8, y_loss(loss) + 4, fmt::format("{:.0f}", loss));
    }
    page_.sideways("middle", 18, (kScoreTop + kScoreBottom) / 2, "discs");
    page_.sideways("middle", 18, (kLossTop + kLossBottom) / 2, "discs lost");
  }

  // The end of the game, from where on every position is solved.
  void draw_solved() {
    int first = plies_ + 1;
    while (first > 0 && is_exact(first - 1)) --first;
    if (first >= plies_) return;
    page_.rect("solved", x(first), kScoreTop, x(plies_) - x(first), kScoreBottom - kScoreTop);
  }

  void draw_scores() {
    for (int ply = 0; ply < plies_;) {
      if (!black_score(ply) || !black_score(ply + 1)) {
        ++ply;
        continue;
      }
      const bool exact = is_exact(ply);
      std::string path = fmt::format("M{:.1f} {:.1f}", x(ply), y(*black_score(ply)));
      while (ply < plies_ && is_exact(ply) == exact && black_score(ply + 1)) {
        ++ply;
        path += fmt::format("L{:.1f} {:.1f}", x(ply), y(*black_score(ply)));
      }
      page_.path(exact ? "exact" : "estimate", path);
    }
    if (plies_ == 0 && black_score(0)) page_.circle("point", x(0), y(*black_score(0)), 5);
    for (const SideSummary& side : analysis_.sides) {
      for (const int ply : side.mistakes) {
        page_.circle("mistake", x(ply + 1), y(black_score(ply + 1).value_or(0)), 5, tip(ply));
      }
    }
  }

  std::string tip(int ply) const {
    return fmt::format("{}. {} {} lost {:.1f}", ply + 1, rules::color_name(mover(ply)),
                       at(ply).played->name(), *at(ply).loss);
  }

  void draw_losses() {
    const double width = std::min(16.0, 0.7 * (kRight - kLeft) / std::max(plies_, 1));
    for (int ply = 0; ply < plies_; ++ply) {
      const double loss = at(ply).loss.value_or(0);
      if (loss < 0.05) continue;
      page_.rect(mover(ply) == Color::Black ? "black" : "white", x(ply + 1) - width / 2, y_loss(loss), width,
                 kLossBottom - y_loss(loss), tip(ply));
    }
  }

  const Analysis& analysis_;
  int plies_;
  double score_range_ = 0;
  double loss_range_ = 0;
  int score_step_ = 1;
  int loss_step_ = 1;
  SvgPage page_;
};

}  // namespace

std::string draw_graph(const Analysis& analysis) {
  return Graph(analysis).draw();
}

}  // namespace turncoat::engine
