#include "record/animation.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/svg.h"
#include "record/board_canvas.h"
#include "record/source_text.h"

namespace turncoat::record {

namespace {

using rules::Color;
using rules::Game;
using rules::Move;
using rules::Square;

constexpr int kFooter = 84;
constexpr double kLastMoves = 4;    // the end is shown as long as so many moves take
constexpr double kTurn = 0.36;      // of a move's time, for one disc
constexpr double kStagger = 0.045;  // of a move's time, for each square farther from the move
constexpr double kInstant = 0.001;  // per cent of the whole

std::string_view look(Color color) {
  return color == Color::Black ? "fill:#16181a;stroke:#3d4246" : "fill:#f6f4ee;stroke:#b9b5a8";
}

std::string shortened(std::string_view name, std::size_t most) {
  std::string text = clean_text(name);
  std::size_t letters = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
    if (begins && ++letters > most) return text.substr(0, at) + "…";
  }
  return text;
}

class Animation {
 public:
  Animation(const GameRecord& record, const AnimationOptions& options)
      : record_(record),
        game_(record.game),
        beat_(std::clamp(static_cast<double>(options.per_move.count()) / 1000, 0.1, 10.0)),
        canvas_(game_.start().size(),
                {.square_pixels = options.square_pixels, .footer = kFooter, .title = title(record)}) {}

  std::string draw() {
    for (const Square square : game_.start().ruleset().board()) follow(square);
    canvas_.style(style());
    for (const Disc& disc : discs_) {
      canvas_.circle(disc.last == Color::Black ? "disc black" : "disc white", disc.square, BoardCanvas::kDisc,
                     disc.moves ? fmt::format("style=\"animation-name:{}\"", disc.square.name()) : "");
    }
    if (game_.ply() > 0) canvas_.circle("last", 0, 0, BoardCanvas::kMark);
    draw_footer();
    return canvas_.finish();
  }

 private:
  struct Disc {
    Square square;
    Color last;
    bool moves;
  };

  static std::string title(const GameRecord& record) {
    return fmt::format("{} - {}, {} moves", record.black.empty() ? "Black" : clean_text(record.black),
                       record.white.empty() ? "White" : clean_text(record.white), record.game.ply());
  }
  static std::optional<Color> disc_at(const rules::Position& position, Square square) {
    if (position.discs(Color::Black).contains(square)) return Color::Black;
    if (position.discs(Color::White).contains(square)) return Color::White;
    return std::nullopt;
  }

  double beats() const { return game_.ply() + 1 + kLastMoves; }
  double seconds() const { return beats() * beat_; }
  // When ply `ply` is played, in per cent of the whole; `later` in moves.
  double when(int ply, double later = 0) const { return 100 * (ply + 1 + later) / beats(); }

  // The life of one square's disc, as keyframes. What a disc looks like without them is its last state.
  void follow(Square square) {
    std::optional<Color> color = disc_at(game_.start(), square);
    std::string frames = color ? fmt::format("0%{{{}}}", look(*color)) : "";
    bool moves = false;
    for (int ply = 0; ply < game_.ply(); ++ply) {
      const std::optional<Color> next = disc_at(game_.position_at(ply + 1), square);
      if (next == color || !next) continue;
      moves = true;
      const Move move = game_.moves()[static_cast<std::size_t>(ply)];
      if (!color) {
        frames += fmt::format("0%{{opacity:0;{}}}{:.3f}%{{opacity:0}}{:.3f}%{{opacity:1}}", look(*next),
                              when(ply), when(ply) + kInstant);
      } else {
        const int distance = std::max(std::abs(move.square().row() - square.row()),
                                      std::abs(move.square().column() - square.column()));
        const double begin = kStagger * (distance - 1);
        const double turned = when(ply, begin + kTurn / 2);
        frames += fmt::format(
            "{:.3f}%{{transform:none}}{:.3f}%{{transform:scaleX(0);{}}}{:.3f}%{{{}}}{:.3f}%{{transform:none}"
            "}",
            when(ply, begin), turned, look(*color), turned + kInstant, look(*next), when(ply, begin + kTurn));
      }
      color = next;
    }
    if (!color) return;
    discs_.push_back({square, *color, moves});
    if (moves) frames_ += fmt::format("@keyframes {}{{{}}}\n", square.name(), frames);
  }

  std::string mark_at(int ply) const {
    const Move move = game_.moves()[static_cast<std::size_t>(ply)];
    if (move.is_pass()) return "opacity:0";
    return fmt::format("opacity:1;transform:translate({}px,{}px)", canvas_.middle(move.square().column()),
                       canvas_.middle(move.square().row()));
  }

  std::string style() const {
    const int plies = game_.ply();
    std::string css = fmt::format(
        ".disc{{transform-box:fill-box;transform-origin:center;animation:{0:.2f}s linear infinite}}"
        ".count{{font-size:44px;font-weight:600;fill:#f6f4ee}}.name{{font-size:32px;fill:#b9d3c6}}"
        ".move{{font-size:36px;fill:#b9d3c6}}.from{{text-anchor:start}}.to{{text-anchor:end}}\n",
        seconds());
    if (plies == 0) return css;
    std::string mark = "0%{opacity:0}";
    std::string strip = "0%{transform:none}";
    for (int ply = 0; ply < plies; ++ply) {
      mark += fmt::format("{:.3f}%{{{}}}", when(ply), mark_at(ply));
      strip += fmt::format("{:.3f}%{{transform:translateY({}px)}}", when(ply), -(ply + 1) * kFooter);
    }
    css += fmt::format(".last{{{};animation:last {:.2f}s step-end infinite}}", mark_at(plies - 1), seconds());
    css += fmt::format(".strip{{transform:translateY({}px);animation:strip {:.2f}s step-end infinite}}\n",
                       -plies * kFooter, seconds());
    css += fmt::format("@keyframes last{{{}}}\n@keyframes strip{{{}}}\n", mark, strip) + frames_;
    return css + "@media(prefers-reduced-motion:reduce){.disc,.last,.strip{animation:none!important}}";
  }

  // One line for each position, of which the window shows one.
  void draw_footer() {
    const int wide = canvas_.width();
    const int line = kFooter / 2;
    canvas_.raw(
        fmt::format("<svg y=\"{}\" width=\"{}\" height=\"{}\">\n", canvas_.below() - 12, wide, kFooter));
    canvas_.circle("black", 84, line, 22);
    canvas_.circle("white", wide - 42, line, 22);
    const auto letters = static_cast<std::size_t>(std::max(0, (wide / 2 - 300) / 17));
    if (letters > 5) {
      canvas_.text("name from", 182, line + 12, svg_escape(shortened(record_.black, letters)));
      canvas_.text("name to", wide - 140, line + 12, svg_escape(shortened(record_.white, letters)));
    }
    canvas_.raw("<g class=\"strip\">\n");
    for (int ply = 0; ply <= game_.ply(); ++ply) {
      const rules::Position& position = game_.position_at(ply);
      const int y = ply * kFooter + line;
      canvas_.text("count from", 118, y + 16, fmt::format("{}", position.disc_count(Color::Black)));
      canvas_.text("count to", wide - 76, y + 16, fmt::format("{}", position.disc_count(Color::White)));
      if (ply > 0) {
        canvas_.text("move", wide / 2 + 20, y + 13,
                     fmt::format("{}. {}", ply, game_.moves()[static_cast<std::size_t>(ply - 1)].name()));
      }
    }
    canvas_.raw("</g>\n</svg>\n");
  }

  const GameRecord& record_;
  const Game& game_;
  double beat_;  // seconds for each move
  BoardCanvas canvas_;
  std::vector<Disc> discs_;
  std::string frames_;
};

}  // namespace

std::string draw_animation(const GameRecord& record, const AnimationOptions& options) {
  return Animation(record, options).draw();
}

}  // namespace turncoat::record
