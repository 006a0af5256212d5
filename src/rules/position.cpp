#include "rules/position.h"

#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "rules/kernel/wide.h"

namespace turncoat::rules {

namespace {

enum class Cell { Black, White, Empty, Skip, Bad };

Cell read_cell(char c) {
  switch (c) {
    case 'X':
    case 'x':
    case '*':
    case 'B':
    case 'b':
      return Cell::Black;
    case 'O':
    case 'o':
    case '0':
    case 'W':
    case 'w':
      return Cell::White;
    case '-':
    case '.':
    case '_':
      return Cell::Empty;
    case ' ':
    case '\t':
    case '/':
    case '\n':
    case '\r':
      return Cell::Skip;
    default:
      return Cell::Bad;
  }
}

// Whether the last character stands alone behind a longer word, as the side to move does.
bool ends_in_a_side(std::string_view text) {
  const auto is_skipped = [&](std::size_t from_end) {
    return read_cell(text[text.size() - from_end]) == Cell::Skip;
  };
  return text.size() > 4 && is_skipped(2) && !is_skipped(3) && !is_skipped(4);
}

}  // namespace

Position::Position(RulesetPtr rules)
    : rules_(std::move(rules)), discs_{rules_->black, rules_->white}, mover_(rules_->first) {}

Position::Position(RulesetPtr rules, const SquareSet& black, const SquareSet& white, Color mover)
    : rules_(std::move(rules)), discs_{black, white}, mover_(mover) {}

Result<Position> Position::make(RulesetPtr rules, const SquareSet& black, const SquareSet& white,
                                Color mover) {
  if (const SquareSet both = black & white; !both.empty()) {
    return fail(Error::Code::Conflict, "{} is both black and white", (*both.begin()).name());
  }
  if (const SquareSet outside = (black | white) & ~rules->board(); !outside.empty()) {
    return fail(Error::Code::Range, "{} is outside the {}x{} board", (*outside.begin()).name(), rules->size,
                rules->size);
  }
  return Position(std::move(rules), black, white, mover);
}

Result<Position> Position::parse(RulesetPtr rules, std::string_view text) {
  const int size = rules->size;
  const int wanted = size * size;
  SquareSet discs[2];
  int count = 0;
  std::size_t at = 0;
  for (; at < text.size() && count < wanted; ++at) {
    const Square square(count % size, count / size);
    switch (read_cell(text[at])) {
      case Cell::Black:
        discs[0].insert(square);
        break;
      case Cell::White:
        discs[1].insert(square);
        break;
      case Cell::Empty:
        break;
      case Cell::Skip:
        continue;
      case Cell::Bad:
        return fail(Error::Code::Parse,
                    "character {} of the board, {}, is not a disc or an empty square ({})", at + 1,
                    quote(text.substr(at, 1)), square.name());
    }
    ++count;
  }
  if (count < wanted) {
    return fail(Error::Code::Parse, "the board has {} squares, {}x{} needs {}", count, size, size, wanted);
  }
  const std::string_view rest = trim(text.substr(at));
  if (rest.empty() && ends_in_a_side(trim(text))) {
    return fail(Error::Code::Parse, "the board has {} squares, {}x{} needs {}", count - 1, size, size,
                wanted);
  }
  const Cell mover = rest.size() == 1 ? read_cell(rest.front()) : Cell::Bad;
  if (mover != Cell::Black && mover != Cell::White) {
    return fail(Error::Code::Parse, "after the {} squares the side to move must follow, X or O, not {}",
                wanted, quote(rest));
  }
  return Position(std::move(rules), discs[0], discs[1], mover == Cell::Black ? Color::Black : Color::White);
}

std::string Position::to_string() const {
  std::string text;
  for (int row = 0; row < size(); ++row) {
    for (int column = 0; column < size(); ++column) {
      const Square square(column, row);
      text += discs_[0].contains(square) ? 'X' : discs_[1].contains(square) ? 'O' : '-';
    }
  }
  text += ' ';
  text += disc_char(mover_);
  return text;
}

SquareSet Position::empties() const {
  return rules_->board() & ~(discs_[0] | discs_[1]);
}

SquareSet Position::moves_of(Color color) const {
  return kernel::wide_moves(rules_->board(), discs(color), discs(other(color)));
}

SquareSet Position::legal_moves() const {
  return moves_of(mover_);
}

bool Position::is_legal(Move move) const {
  if (move.is_pass()) return must_pass();
  return legal_moves().contains(move.square());
}

bool Position::must_pass() const {
  return moves_of(mover_).empty() && !moves_of(other(mover_)).empty();
}

bool Position::is_over() const {
  return moves_of(mover_).empty() && moves_of(other(mover_)).empty();
}

SquareSet Position::flips(Square square) const {
  if (!empties().contains(square)) return {};
  return kernel::wide_flips(discs(mover_), discs(other(mover_)), square);
}

Position Position::after(Move move) const {
  Position next = *this;
  next.mover_ = other(mover_);
  if (move.is_pass()) {
    TURNCOAT_CHECK(must_pass(), "a pass is only legal when it is forced");
    return next;
  }
  const SquareSet turned = flips(move.square());
  TURNCOAT_CHECK(!turned.empty(), "only legal moves are played");
  SquareSet& mine = next.discs_[index_of(mover_)];
  SquareSet& theirs = next.discs_[index_of(next.mover_)];
  mine = mine | turned;
  mine.insert(move.square());
  theirs = theirs & ~turned;
  return next;
}

int Position::score(Color color) const {
  int difference = disc_count(Color::Black) + rules_->black_bonus - disc_count(Color::White);
  if (rules_->scoring == Scoring::EmptiesToWinner) {
    const int empty = empties().size();
    if (difference > 0) difference += empty;
    if (difference < 0) difference -= empty;
  }
  return color == Color::Black ? difference : -difference;
}

}  // namespace turncoat::rules
