// One game, or one of its positions, in the formats that other programs read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "record/game_record.h"
#include "server/http.h"

namespace turncoat::server {

// "transcript", "ggf", "obf", "board", "svg", "animation" (the whole game), "wthor". `ply` chooses the
// position of those that show one; the last when left out. `stem` is the file's name without its ending.
Answer<Response> export_record(const record::GameRecord& record, std::string_view format,
                               std::optional<int> ply, const std::string& stem);

}  // namespace turncoat::server
