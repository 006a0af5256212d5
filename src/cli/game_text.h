// A stored game as people and programs read it: JSON, a result in words.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "store/store.h"

namespace turncoat::cli {

// Everything but the moves: what a list shows.
nlohmann::ordered_json summary_json(const store::StoredGame& game);

// Everything that is stored. The ruleset is written out when its name alone does not tell it.
nlohmann::ordered_json game_json(const store::StoredGame& game);

// Names may hold any bytes; what is not UTF-8 is replaced.
std::string dump_json(const nlohmann::ordered_json& json, int indent = -1);

// "Black wins 40 to 24", "White loses on time: ...", "broken off after 12 moves".
std::string describe_result(const record::GameRecord& record);

}  // namespace turncoat::cli
