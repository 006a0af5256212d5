// Positions, rulesets and openings as the contract writes them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "book/opening_names.h"
#include "rules/game.h"
#include "server/json.h"

namespace turncoat::server {

std::string board_text(const rules::Position& position);
Json position_json(const rules::Position& position);
Json squares_json(const rules::SquareSet& squares);
Json moves_json(std::span<const rules::Move> moves);
Json opening_json(const std::optional<book::OpeningMatch>& opening);

// The positions of a game as one JSON list; those of an earlier call are not written again.
class PositionTexts {
 public:
  std::string list(const rules::Game& game);

 private:
  std::vector<std::pair<rules::Position, std::string>> known_;
};

// `object` with one more field, whose value is JSON text already.
std::string with_field(std::string object, std::string_view name, std::string_view json_text);

}  // namespace turncoat::server
