// Transcripts: the moves of a game as text, "f5d6c3". Read from any start position on any size, in either
// case; spaces, newlines, commas, single dashes and move numbers between the moves are skipped. A forced pass
// may be left out or written as pass, pa, ps or "--"; passes written after the end of the game are dropped.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "rules/game.h"

namespace turncoat::record {

// The whole game or an error that names the move, its place in the text and the reason.
Result<rules::Game> parse_transcript(const rules::Position& start, std::string_view text);

enum class Passes {
  Implied,  // left out, but for a pass at the very end, which nothing would imply
  Written,  // "pass"
};

// Lower case without spaces. parse_transcript reads either form back to the same game.
std::string format_transcript(const rules::Game& game, Passes passes = Passes::Implied);

}  // namespace turncoat::record
