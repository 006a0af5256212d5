#include "record/transcript.h"

#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "record/source_text.h"

namespace turncoat::record {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

class TranscriptReader {
 public:
  TranscriptReader(const rules::Position& start, std::string_view text) : game_(start), text_(text) {}

  Result<rules::Game> read() {
    for (;;) {
      at_ = text_.find_first_not_of(" \t\r\n\f\v,;.", at_);
      if (at_ == std::string_view::npos) break;
      if (auto item = read_item(); !item) return std::unexpected(item.error());
    }
    if (number_) return refuse(*number_, "a move must follow the number");
    return std::move(game_);
  }

 private:
  char peek(std::size_t offset) const { return at_ + offset < text_.size() ? text_[at_ + offset] : '\0'; }
  std::size_t digits_from(std::size_t offset) const {
    std::size_t count = 0;
    while (is_digit(peek(offset + count))) ++count;
    return count;
  }

  std::unexpected<Error> refuse(std::size_t offset, const std::string& reason,
                                Error::Code code = Error::Code::Parse) const {
    return fail(code, "move {} ({}): {}", moves_read_ + 1, place_in(text_, offset), reason);
  }

  Result<void> read_item() {
    if (is_digit(peek(0))) return read_number();
    if (peek(0) == '-') return read_dashes();
    if (!is_letter(peek(0))) return refuse(at_, quote(text_.substr(at_, 1)) + " is not part of a move");
    return is_digit(peek(1)) ? read_square() : read_pass();
  }

  Result<void> read_number() {
    const std::size_t digits = digits_from(0);
    const bool glued = at_ > 0 && (is_letter(text_[at_ - 1]) || is_digit(text_[at_ - 1])) && !split_;
    if (glued || number_ || digits > 3) {
      return refuse(at_, quote(text_.substr(at_, digits)) + " is not a move number before a move");
    }
    split_ = false;
    number_ = at_;
    at_ += digits;
    return {};
  }

  Result<void> read_dashes() {
    std::size_t count = 1;
    while (peek(count) == '-') ++count;
    if (count == 1) {
      ++at_;
      return {};
    }
    if (count > 2) return refuse(at_, "a pass is two dashes, not more");
    return play(rules::Move::pass(), 2);
  }

  // Two digits are the row where the board has such a row: a10 on 10x10, but a1 and the number 2 in "a12." on
  // 10x10, and f5 and 2 in "f52." on 8x8.
  Result<void> read_square() {
    const int size = game_.position().size();
    const std::size_t digits = digits_from(1);
    std::size_t row_digits = 1;
    if (digits >= 2 && peek(1) != '0' && (peek(1) - '0') * 10 + (peek(2) - '0') <= size) row_digits = 2;
    if (digits > row_digits) {
      if (peek(1 + digits) != '.') row_digits = digits;
      split_ = row_digits < digits;
    }
    const auto square = rules::Square::parse(text_.substr(at_, 1 + row_digits), size);
    if (!square) return refuse(at_, square.error().message);
    return play(*square, 1 + row_digits);
  }

  Result<void> read_pass() {
    constexpr std::array<std::string_view, 3> kWords = {"pass", "pa", "ps"};
    for (const std::string_view word : kWords) {
      if (equal_ignoring_case(text_.substr(at_, word.size()), word)) {
        return play(rules::Move::pass(), word.size());
      }
    }
    std::size_t letters = 1;
    while (is_letter(peek(letters))) ++letters;
    return refuse(at_, quote(text_.substr(at_, letters), 12) + " is neither a square nor a pass");
  }

  Result<void> play(rules::Move move, std::size_t length) {
    if (!(move.is_pass() && game_.is_over())) {
      if (!move.is_pass()) game_.pass_if_forced();
      if (auto played = game_.play(move); !played) {
        return refuse(at_, played.error().message, Error::Code::Illegal);
      }
    }
    ++moves_read_;
    number_.reset();
    at_ += length;
    return {};
  }

  rules::Game game_;
  std::string_view text_;
  std::size_t at_ = 0;
  int moves_read_ = 0;                 // as written; implied passes do not count
  std::optional<std::size_t> number_;  // a move number that waits for its move
  bool split_ = false;                 // the digits ahead were cut off a square: a number right behind it
};

}  // namespace

Result<rules::Game> parse_transcript(const rules::Position& start, std::string_view text) {
  return TranscriptReader(start, text).read();
}

std::string format_transcript(const rules::Game& game, Passes passes) {
  std::string text;
  for (std::size_t i = 0; i < game.moves().size(); ++i) {
    const rules::Move move = game.moves()[i];
    const bool last = i + 1 == game.moves().size();
    if (move.is_pass() && passes == Passes::Implied && !last) continue;
    text += move.name();
  }
  return text;
}

}  // namespace turncoat::record
