// The words and pictures of `turncoat play`, as text. Prints nothing itself.
// Every text ends in a newline but for the prompt; no line is wider than 80 columns on any board, unless a
// player's own words are.
#pragma once

#include <string>
#include <string_view>

#include "cli/play_table.h"

namespace turncoat::cli {

// The board, legal moves and last move marked, with both sides' players, discs and clocks beside it.
std::string show_table(const PlayTable& table, bool color);

// "Black (X) to move> "
std::string show_prompt(const PlayTable& table);

// The move about to be played in the current position: "White (greedy) plays c5 and turns 2."
std::string show_move(const PlayTable& table, rules::Move move);
// The same for a game one only watches: number, side, move, discs after it, the player's thought.
std::string show_watched_move(const PlayTable& table, const player::Choice& choice);

// `color` had no move.
std::string show_pass(rules::Color color);

// Who won, and by how much. Requires a game that is over.
std::string show_result(const PlayTable& table);
// The same, with why it ended and how it was counted.
std::string show_end(const PlayTable& table);

std::string show_hint(const player::Choice& choice, std::string_view adviser);
std::string show_legal_moves(const rules::Position& position);
std::string show_help();

// "human", "greedy", or the opening of a long spec.
std::string short_spec(std::string_view spec, std::size_t longest = 18);

// One word of a command line, as a shell reads it.
std::string shell_quote(const std::string& word);

// Breaks at spaces so that lines have at most 78 columns.
std::string wrap_text(std::string_view text);

}  // namespace turncoat::cli
