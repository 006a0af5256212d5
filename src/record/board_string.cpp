#include "record/board_string.h"

#include <algorithm>

#include "base/text.h"

namespace turncoat::record {

std::size_t count_cells(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return std::string_view("Xx*BbOo0Ww-._").find(c) != std::string_view::npos; }));
}

std::optional<int> size_for_cells(std::size_t cells) {
  for (int size = rules::kMinSize; size <= rules::kMaxSize; size += 2) {
    if (cells == static_cast<std::size_t>(size * size + 1)) return size;
  }
  return std::nullopt;
}

Result<rules::Position> parse_board(std::string_view text, const std::optional<rules::RulesetPtr>& rules) {
  if (rules) return rules::Position::parse(*rules, text);
  const std::size_t cells = count_cells(text);
  if (const auto size = size_for_cells(cells)) return rules::Position::parse(rules::standard(*size), text);
  // Perhaps only the side is wrong or missing: then the reader for that size tells it best.
  if (const auto size = size_for_cells(cells + 1)) {
    return rules::Position::parse(rules::standard(*size), text);
  }
  const std::size_t bad = text.find_first_not_of("Xx*BbOo0Ww-._ \t\r\n/");
  if (bad != std::string_view::npos) {
    return fail(Error::Code::Parse, "character {} of the board, {}, is not a disc or an empty square",
                bad + 1, quote(text.substr(bad, 1)));
  }
  return fail(Error::Code::Parse,
              "{} discs and empty squares, the side to move included, make no board; 4x4 has 17, 6x6 37, 8x8 "
              "65, 10x10 101, 12x12 145, 14x14 197, 16x16 257",
              cells);
}

}  // namespace turncoat::record
