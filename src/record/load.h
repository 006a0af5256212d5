// read_games: games out of whatever a user has, a file or pasted text, in any format that we read; the format
// is recognised. All of it or nothing: one bad game is an error with source, place and reason. A position is
// read as a game without moves.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "record/game_record.h"
#include "record/obf.h"

namespace turncoat::record {

enum class Format { Transcript, Board, Obf, Ggf, Wthor };
std::string_view format_name(Format format);

struct Loaded {
  Format format = Format::Transcript;
  std::vector<GameRecord> games;  // at least one
  // Of OBF the lines of the same positions, with what they say of them; nothing of other formats.
  std::vector<Problem> problems = {};
};

// Larger files are refused: no collection of games that we know of comes near.
inline constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;

// `source` names the text in errors. Without `rules`, transcripts are read on standard-8 and everything else
// on the board it states.
Result<Loaded> read_text(std::string_view text, std::string_view source,
                         const std::optional<rules::RulesetPtr>& rules = std::nullopt);

// A .wtb file finds its names in WTH.JOU and WTH.TRN beside it, in any case, when they are there.
Result<Loaded> read_file(const std::filesystem::path& path,
                         const std::optional<rules::RulesetPtr>& rules = std::nullopt);

// The file of that name where there is one, else the text itself.
Result<Loaded> read_games(std::string_view path_or_text,
                          const std::optional<rules::RulesetPtr>& rules = std::nullopt);

}  // namespace turncoat::record
