#include "record/text_board.h"

#include <fmt/format.h>

namespace turncoat::record {

namespace {

// 256-colour codes that read well on light and dark terminals alike: the board brings its own background.
constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kBoard = "\x1b[48;5;29m";
constexpr std::string_view kBlack = "\x1b[1;38;5;16m";
constexpr std::string_view kWhite = "\x1b[1;38;5;231m";
constexpr std::string_view kLegal = "\x1b[22;38;5;229m";
constexpr std::string_view kEmpty = "\x1b[22;38;5;72m";
constexpr std::string_view kBracket = "\x1b[1;38;5;220m";

class BoardText {
 public:
  BoardText(const rules::Position& position, const TextBoardOptions& options)
      : position_(position), color_(options.color) {
    if (options.show_legal) legal_ = position.legal_moves();
    if (options.last_move && !options.last_move->is_pass()) last_.insert(options.last_move->square());
  }

  std::string draw() const {
    std::string text = "  ";
    for (int column = 0; column < position_.size(); ++column) {
      text += fmt::format(" {}", static_cast<char>('a' + column));
    }
    text += '\n';
    for (int row = 0; row < position_.size(); ++row) text += fmt::format("{:2}", row + 1) + draw_row(row);
    return text;
  }

 private:
  std::string draw_row(int row) const {
    std::string text;
    if (color_) text += kBoard;
    for (int column = 0; column < position_.size(); ++column) {
      const bool after_last = column > 0 && last_.contains({column - 1, row});
      const bool is_last = last_.contains({column, row});
      if (is_last || after_last) {
        text += painted(kBracket, is_last ? '[' : ']');
      } else {
        text += ' ';
      }
      text += draw_square({column, row});
    }
    if (last_.contains({position_.size() - 1, row})) {
      text += painted(kBracket, ']');
    } else if (color_) {
      text += ' ';
    }
    if (color_) text += kReset;
    return text + '\n';
  }

  std::string draw_square(rules::Square square) const {
    if (position_.discs(rules::Color::Black).contains(square)) return painted(kBlack, 'X');
    if (position_.discs(rules::Color::White).contains(square)) return painted(kWhite, 'O');
    return legal_.contains(square) ? painted(kLegal, '+') : painted(kEmpty, '.');
  }

  std::string painted(std::string_view paint, char c) const {
    return color_ ? std::string(paint) + c : std::string(1, c);
  }

  const rules::Position& position_;
  bool color_;
  rules::SquareSet legal_;
  rules::SquareSet last_;
};

}  // namespace

std::string draw_board(const rules::Position& position, const TextBoardOptions& options) {
  return BoardText(position, options).draw();
}

}  // namespace turncoat::record
