// Board strings: the squares in reading order and the side to move, as Position::parse reads them, but
// without being told the size: it follows from the number of squares. Position::to_string writes them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "rules/position.h"

namespace turncoat::record {

// Disc and empty-square characters; separators are not counted.
std::size_t count_cells(std::string_view text);

// The board whose squares and side to move make this many characters: 17, 37, 65, 101, 145, 197 or 257.
std::optional<int> size_for_cells(std::size_t cells);

// Under `rules` when given, else under the standard rules of the size found.
Result<rules::Position> parse_board(std::string_view text,
                                    const std::optional<rules::RulesetPtr>& rules = std::nullopt);

}  // namespace turncoat::record
