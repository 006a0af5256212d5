// GGF, the Generic Game Format of game servers: games with players, clocks, evaluations and results.
//   (;GM[Othello]PC[here]PB[a]PW[b]RE[+4.000]TY[8]BO[8 -------- ... *]B[d3//0.01]W[d2/2.39/0.01];)
// Tags come in any order and unknown ones are skipped. What a GameRecord has no place for (ratings, clocks,
// komi) is not kept. docs/file-formats.md tells which tags mean what.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "record/game_record.h"

namespace turncoat::record {

// Every game of the text, one or more per line; or the first error with its game, place and reason. The games
// are played under `rules` when given, else under the preset whose start they have, else under the standard
// rules of their size.
Result<std::vector<GameRecord>> parse_ggf(std::string_view text,
                                          const std::optional<rules::RulesetPtr>& rules = std::nullopt);

// One line without its newline. The ruleset is written as size and start only.
std::string format_ggf(const GameRecord& record);

}  // namespace turncoat::record
