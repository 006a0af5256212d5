// Marks for diagrams: what the staged evaluation sees on a board, written on its squares.
#pragma once

#include <vector>

#include "record/diagram.h"

namespace turncoat::cli {

// +1 on discs that can never be turned, -1 on those that the other side could turn next.
std::vector<record::SquareLabel> stability_marks(const rules::Position& position);

// The legal moves numbered from the best on, as a search with patience sorts them.
std::vector<record::SquareLabel> order_marks(const rules::Position& position);

}  // namespace turncoat::cli
