// Names of well-known 8x8 openings. A name belongs to a position, not to an order of moves, and to all its
// eight images: transpositions and turned boards are found. It knows no scores and gives no moves.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "rules/game.h"

namespace turncoat::book {

struct Opening {
  std::string_view name;
  std::string_view moves;  // one way there from the standard start, as a transcript
};

// All that we know, in no order a caller may count on.
std::span<const Opening> openings();

// Nothing for boards of another size.
std::optional<std::string_view> opening_name(const rules::Position& position);

struct OpeningMatch {
  std::string_view name;
  int ply;  // of the named position
};

// The last position of the game that has a name.
std::optional<OpeningMatch> find_opening(const rules::Game& game);

}  // namespace turncoat::book
