#include "record/load.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

#include "base/text.h"
#include "record/board_string.h"
#include "record/ggf.h"
#include "record/obf.h"
#include "record/source_text.h"
#include "record/transcript.h"
#include "record/wthor.h"

namespace turncoat::record {

namespace {

using Rules = std::optional<rules::RulesetPtr>;
namespace fs = std::filesystem;

GameRecord record_of(rules::Game game) {
  GameRecord record(std::move(game));
  record.ending = record.game.is_over() ? Ending::Finished : Ending::Unfinished;
  return record;
}

bool is_remark(std::string_view line) {
  return line.empty() || line.starts_with('#') || line.starts_with('%');
}

// "(;" after an optional count.
bool looks_like_ggf(std::string_view text) {
  text = trim(text);
  if (text.starts_with('1') || text.starts_with('2')) text = trim(text.substr(1));
  return text.starts_with("(;");
}

// A board starts with at least 16 squares; no transcript does.
bool looks_like_board(std::string_view text) {
  for (const std::string_view raw : split(text, '\n')) {
    const std::string_view line = trim(raw);
    if (is_remark(line)) continue;
    const std::string_view rest = text.substr(static_cast<std::size_t>(line.data() - text.data()));
    return count_cells(rest.substr(0, rest.find_first_not_of("Xx*BbOo0Ww-._ \t\r\n/"))) >= 16;
  }
  return false;
}

Result<std::vector<GameRecord>> read_boards(std::string_view text, const Rules& rules, Format& format) {
  std::vector<GameRecord> records;
  const bool obf = text.find_first_of(";%#") != std::string_view::npos;
  if (!obf && (size_for_cells(count_cells(text)) || trim(text).find('\n') == std::string_view::npos)) {
    const auto position = parse_board(text, rules);
    if (!position) return std::unexpected(position.error());
    records.push_back(record_of(rules::Game(*position)));
    return records;
  }
  format = Format::Obf;
  const auto problems = parse_obf(text, rules);
  if (!problems) return std::unexpected(problems.error());
  for (const Problem& problem : *problems) records.push_back(record_of(rules::Game(problem.position)));
  return records;
}

// One game per line; or, where that does not work out, one game over all lines.
Result<std::vector<GameRecord>> read_transcripts(std::string_view text, const Rules& rules) {
  const rules::Position start(rules ? *rules : rules::standard(8));
  std::vector<GameRecord> records;
  std::size_t number = 0;
  std::string all;
  std::optional<Error> first_error;
  for (const std::string_view raw : split(text, '\n')) {
    ++number;
    const std::string_view line = trim(raw);
    if (is_remark(line)) continue;
    all += std::string(line) + '\n';
    if (first_error) continue;
    auto game = parse_transcript(start, line);
    if (!game) {
      first_error = Error{game.error().code, fmt::format("line {}: {}", number, game.error().message)};
      continue;
    }
    records.push_back(record_of(std::move(*game)));
  }
  if (!first_error) return records;
  if (records.empty() || all.size() > 10'000) return std::unexpected(*first_error);
  auto whole = parse_transcript(start, all);
  if (!whole) return std::unexpected(*first_error);
  records.clear();
  records.push_back(record_of(std::move(*whole)));
  return records;
}

Result<std::string> read_bytes(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    return fail(Error::Code::Io, "{} is a folder; name a file in it", path.string());
  }
  const auto size = fs::file_size(path, error);
  if (!error && size > kLargestFile) {
    return fail(Error::Code::Range, "{} has {} bytes; files above {} are not read, split it", path.string(),
                size, format_bytes(kLargestFile));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return fail(Error::Code::NotFound, "{} cannot be read: {}", path.string(),
                std::generic_category().message(errno));
  }
  // Pipes and devices have no size beforehand: count while reading.
  std::string bytes;
  std::string chunk(1 << 16, '\0');
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || file.gcount() > 0) {
    bytes.append(chunk, 0, static_cast<std::size_t>(file.gcount()));
    if (bytes.size() > kLargestFile) {
      return fail(Error::Code::Range, "{} is longer than {}, which is more than we read", path.string(),
                  format_bytes(kLargestFile));
    }
  }
  if (file.bad()) return fail(Error::Code::Io, "{} cannot be read to its end", path.string());
  return bytes;
}

std::string extension(const fs::path& path) {
  return to_lower(path.extension().string());
}

// The names file beside a .wtb file; an empty list where there is none.
Result<std::vector<std::string>> read_names(const fs::path& games, std::string_view wanted,
                                            WthorNameKind kind) {
  std::error_code error;
  const fs::path folder = games.has_parent_path() ? games.parent_path() : fs::path(".");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!equal_ignoring_case(entry.path().filename().string(), wanted)) continue;
    const auto bytes = read_bytes(entry.path());
    if (!bytes) return std::unexpected(bytes.error());
    auto names = parse_wthor_names(*bytes, kind);
    if (!names) return fail_at(names.error(), "{}", entry.path().string());
    return names;
  }
  return std::vector<std::string>{};
}

Result<Loaded> read_wthor(const fs::path& path, std::string_view bytes, const Rules& rules) {
  auto players = read_names(path, "WTH.JOU", WthorNameKind::Players);
  if (!players) return std::unexpected(players.error());
  auto tournaments = read_names(path, "WTH.TRN", WthorNameKind::Tournaments);
  if (!tournaments) return std::unexpected(tournaments.error());
  auto games = parse_wthor_games(bytes, {std::move(*players), std::move(*tournaments)});
  if (!games) return fail_at(games.error(), "{}", path.string());
  if (games->empty()) return fail(Error::Code::NotFound, "{} holds no games", path.string());
  const rules::Position start = games->front().game.start();
  if (rules && rules::Position(*rules).to_string() != start.to_string()) {
    return fail(Error::Code::Conflict, "{} holds games of {}, not of {}", path.string(), start.ruleset().name,
                (*rules)->name);
  }
  return Loaded{Format::Wthor, std::move(*games)};
}

}  // namespace

std::string_view format_name(Format format) {
  switch (format) {
    case Format::Transcript:
      return "transcript";
    case Format::Board:
      return "board";
    case Format::Obf:
      return "obf";
    case Format::Ggf:
      return "ggf";
    case Format::Wthor:
      return "wthor";
  }
  return "transcript";
}

Result<Loaded> read_text(std::string_view text, std::string_view source, const Rules& rules) {
  text = without_bom(text);
  Loaded loaded;
  Result<std::vector<GameRecord>> games;
  if (looks_like_ggf(text)) {
    loaded.format = Format::Ggf;
    games = parse_ggf(text, rules);
  } else if (looks_like_board(text)) {
    loaded.format = Format::Board;
    games = read_boards(text, rules, loaded.format);
  } else {
    games = read_transcripts(text, rules);
  }
  if (!games) return fail_at(games.error(), "{}", source);
  if (games->empty()) return fail(Error::Code::NotFound, "{} holds no games", source);
  loaded.games = std::move(*games);
  return loaded;
}

Result<Loaded> read_file(const fs::path& path, const Rules& rules) {
  const auto bytes = read_bytes(path);
  if (!bytes) return std::unexpected(bytes.error());
  const std::string kind = extension(path);
  if (kind == ".jou" || kind == ".trn") {
    return fail(Error::Code::Parse, "{} holds names only; give the .wtb file beside it", path.string());
  }
  if (kind == ".wtb" || looks_like_wthor(*bytes)) return read_wthor(path, *bytes, rules);
  if (const std::size_t nul = bytes->find('\0'); nul != std::string::npos) {
    return fail(Error::Code::Parse, "{} is not text: byte {} is zero, and it has no WTHOR header",
                path.string(), nul);
  }
  return read_text(*bytes, path.string(), rules);
}

Result<Loaded> read_games(std::string_view path_or_text, const Rules& rules) {
  // A path that the system would refuse to look up is a text.
  constexpr std::size_t kLongestPath = 4096;
  std::error_code error;
  const bool may_be_path = path_or_text.size() < kLongestPath && !path_or_text.empty() &&
                           path_or_text.find_first_of(std::string_view("\0\n", 2)) == std::string_view::npos;
  if (may_be_path && fs::exists(fs::path(path_or_text), error)) return read_file(path_or_text, rules);
  auto loaded = read_text(path_or_text, quote(trim(path_or_text), 24), rules);
  if (!loaded && may_be_path && path_or_text.find_first_of("./") != std::string_view::npos &&
      path_or_text.find(' ') == std::string_view::npos && !looks_like_board(path_or_text)) {
    return fail(Error::Code::NotFound, "there is no file {}, and as a game: {}", quote(path_or_text, 80),
                loaded.error().message);
  }
  return loaded;
}

}  // namespace turncoat::record
