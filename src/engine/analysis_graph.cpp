#include "engine/analysis_graph.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

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

// Plain colours, the dark ones over the light: not every viewer knows variables.
constexpr std::string_view kStyle =
    "<style>"
    "text{font-family:Inter,\"Helvetica Neue\",Arial,sans-serif;font-size:13px;fill:#626a72}"
    ".title{font-size:16px;font-weight:600;fill:#1d2125}"
    ".page{fill:#fbfbf9}"
    ".grid{stroke:#d9dcd8;stroke-width:1;fill:none}"
    ".zero{stroke:#626a72;stroke-width:1.5;fill:none}"
    ".exact,.estimate{stroke:#1c7a55;fill:none}"
    ".exact{stroke-width:3;stroke-linejoin:round;stroke-linecap:round}"
    ".estimate{stroke-width:2;stroke-dasharray:5 4}"
    ".solved{fill:#1c7a55;fill-opacity:.12}"
    ".point{fill:#1c7a55}"
    ".mistake{fill:#c9481c;stroke:#fbfbf9;stroke-width:1.5}"
    ".black{fill:#1d2125;stroke:#1d2125}"
    ".white{fill:#ffffff;stroke:#4a5058}"
    ".end{text-anchor:end}.middle{text-anchor:middle}"
    "@media(prefers-color-scheme:dark){"
    "text{fill:#9aa3ab}.title{fill:#e6e8ea}.page{fill:#16191c}.grid{stroke:#343a40}.zero{stroke:#9aa3ab}"
    ".exact,.estimate{stroke:#56c596}.solved{fill:#56c596}.point{fill:#56c596}"
    ".mistake{fill:#ff8a5c;stroke:#16191c}.black{fill:#000000;stroke:#aab2b9}"
    ".white{fill:#f2f2ee;stroke:#f2f2ee}}"
    "</style>\n";

// A round number of discs, about a quarter of the range.
int tick_step(double range) {
  for (const int step : {1, 2, 4, 8, 16, 32}) {
    if (range <= 4 * step) return step;
  }
  return 64;
}

class Graph {
 public:
  explicit Graph(const Analysis& analysis) : analysis_(analysis), plies_(analysis.game.ply()) {
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
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" role=\"img\">\n<title>Black's score over {2} moves</title>\n",
        kWidth, kHeight, plies_);
    out_ += kStyle;
    out_ += "<rect class=\"page\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n";
    draw_heading();
    draw_axes();
    draw_solved();
    draw_scores();
    draw_losses();
    return out_ + "</svg>\n";
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

  void text(std::string_view kind, double at_x, double at_y, std::string_view words) {
    out_ += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", kind, at_x, at_y, words);
  }
  void across(std::string_view kind, double at_y) {
    out_ += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", kind, kLeft, at_y, kRight);
  }
  void upright(double at_x) {
    out_ += fmt::format("<path class=\"grid\" d=\"M{0:.1f} {1:.1f}V{2:.1f}M{0:.1f} {3:.1f}V{4:.1f}\"/>\n",
                        at_x, kScoreTop, kScoreBottom, kLossTop, kLossBottom);
  }
  void sideways(double at_y, std::string_view words) {
    out_ += fmt::format("<text class=\"middle\" transform=\"translate(18 {:.1f}) rotate(-90)\">{}</text>\n",
                        at_y, words);
  }

  void draw_heading() {
    std::string title = "Score for Black";
    if (analysis_.opening) title += fmt::format(" ({})", analysis_.opening->name);
    text("title", kLeft, 26, title);
    double at_x = kRight - 292;
    out_ += fmt::format("<path class=\"estimate\" d=\"M{:.1f} 22h26\"/>\n", at_x);
    text("", at_x + 32, 26, "estimated");
    at_x += 110;
    out_ += fmt::format("<path class=\"exact\" d=\"M{:.1f} 22h26\"/>\n", at_x);
    text("", at_x + 32, 26, "solved");
    at_x += 92;
    out_ += fmt::format("<circle class=\"mistake\" cx=\"{:.1f}\" cy=\"22\" r=\"5\"/>\n", at_x + 8);
    text("", at_x + 20, 26, "mistake");
  }

  void draw_axes() {
    for (int ply = 0; ply <= plies_; ply += plies_ > 120 ? 20 : plies_ > 12 ? 10 : 1) {
      upright(x(ply));
      text("middle", x(ply), kLossBottom + 18, fmt::format("{}", ply));
    }
    text("middle", (kLeft + kRight) / 2, kLossBottom + 40, "move");
    for (double score = -score_range_; score <= score_range_; score += score_step_) {
      across(score == 0 ? "zero" : "grid", y(score));
      text("end", kLeft - 8, y(score) + 4, score == 0 ? "0" : fmt::format("{:+.0f}", score));
    }
    for (double loss = 0; loss <= loss_range_; loss += loss_step_) {
      across(loss == 0 ? "zero" : "grid", y_loss(loss));
      text("end", kLeft - 8, y_loss(loss) + 4, fmt::format("{:.0f}", loss));
    }
    sideways((kScoreTop + kScoreBottom) / 2, "discs");
    sideways((kLossTop + kLossBottom) / 2, "discs lost");
  }

  // The end of the game, from where on every position is solved.
  void draw_solved() {
    int first = plies_ + 1;
    while (first > 0 && is_exact(first - 1)) --first;
    if (first >= plies_) return;
    out_ +=
        fmt::format("<rect class=\"solved\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
                    x(first), kScoreTop, x(plies_) - x(first), kScoreBottom - kScoreTop);
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
      out_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", exact ? "exact" : "estimate", path);
    }
    if (plies_ == 0 && black_score(0)) {
      out_ += fmt::format("<circle class=\"point\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"/>\n", x(0),
                          y(*black_score(0)));
    }
    for (const SideSummary& side : analysis_.sides) {
      for (const int ply : side.mistakes) {
        out_ += fmt::format(
            "<circle class=\"mistake\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"><title>{}</title></circle>\n",
            x(ply + 1), y(black_score(ply + 1).value_or(0)), tip(ply));
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
      out_ += fmt::format(
          "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
          "height=\"{:.1f}\"><title>{}</title></rect>\n",
          mover(ply) == Color::Black ? "black" : "white", x(ply + 1) - width / 2, y_loss(loss), width,
          kLossBottom - y_loss(loss), tip(ply));
    }
  }

  const Analysis& analysis_;
  int plies_;
  double score_range_ = 0;
  double loss_range_ = 0;
  int score_step_ = 1;
  int loss_step_ = 1;
  std::string out_;
};

}  // namespace

std::string draw_graph(const Analysis& analysis) {
  return Graph(analysis).draw();
}

}  // namespace turncoat::engine
