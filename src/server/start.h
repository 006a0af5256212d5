// Start: where a request begins — a ruleset's start or a board of one's own, then moves — as a game, and
// back.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "rules/game.h"
#include "server/json.h"

namespace turncoat::server {

// Presets only: a request must not make us open files.
Result<rules::RulesetPtr> find_preset(std::string_view name);

Result<rules::Color> parse_color(std::string_view text);
std::string_view color_word(rules::Color color);  // "black", "white"

// "d3" in either case, or "pass".
Result<rules::Move> parse_move(std::string_view text, int size);

// Forced passes between the moves may be left out. At most `most_moves` of them.
Result<rules::Game> read_start(const Json& start, int most_moves);

// What read_start reads back to the same game.
Json start_json(const rules::Game& game);

// Plays the pass that must come before the move when it was left out, then the move.
Result<void> play_move(rules::Game& game, rules::Move move);

}  // namespace turncoat::server
