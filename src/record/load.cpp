#include "record/load.h"

#include <algorithm>
#include <system_error>

#include "base/file.h"
#include "base/text.h"
#include "record/board_string.h"
#include "record/ggf.h"
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

Result<std::vector<GameRecord>> read_boards(std::string_view text, const Rules& rules, Loaded& loaded) {
  std::vector<GameRecord> records;
  const bool obf = text.find_first_of(";%#") != std::string_view::npos;
  if (!obf && (size_for_cells(count_cells(text)) || trim(text).find('\n') == std::string_view::npos)) {
    const auto position = parse_board(text, rules);
    if (!position) return std::unexpected(position.error());
    records.push_back(record_of(rules::Game(*position)));
    return records;
  }
  loaded.format = Format::Obf;
  auto problems = parse_obf(text, rules);
  if (!problems) return std::unexpected(problems.error());
  loaded.problems = *std::move(problems);
  for (const Problem& problem : loaded.problems) records.push_back(record_of(rules::Game(problem.position)));
  return records;
}

// More text than any single game has, however it is spaced.
constexpr std::size_t kLongestGame = 10'000;

// One game per line; or, where that does not work out, one game over all lines.
Result<std::vector<GameRecord>> read_transcripts(std::string_view text, const Rules& rules) {
  const rules::Position start(rules ? *rules : rules::standard(8));
  const bool single = trim(text).find('\n') == std::string_view::npos;
  std::vector<GameRecord> records;
  std::size_t number = 0;
  std::string all;
  std::optional<Error> first_error;
  for (const std::string_view raw : split(text, '\n')) {
    ++number;
    const std::string_view line = trim(raw);
    if (is_remark(line)) continue;
    if (all.size() <= kLongestGame) all += std::string(line) + '\n';
    if (first_error) continue;
    auto game = parse_transcript(start, line);
    if (!game) {
      const std::string place = single ? "" : fmt::format("line {}: ", number);
      first_error = Error{game.error().code, place + game.error().message};
      continue;
    }
    records.push_back(record_of(std::move(*game)));
  }
  if (!first_error) return records;
  if (records.empty() || all.size() > kLongestGame) return std::unexpected(*first_error);
  auto whole = parse_transcript(start, all);
  if (!whole) return std::unexpected(*first_error);
  records.clear();
  records.push_back(record_of(std::move(*whole)));
  return records;
}

std::string extension(const fs::path& path) {
  return to_lower(path.extension().string());
}

// The names file beside a .wtb file; an empty list where there is none.
Result<std::vector<std::string>> read_names(const fs::path& games, std::string_view wanted,
                                            WthorNameKind kind) {
  std::error_code error;
  const fs::path folder = games.has_parent_path() ? games.parent_path() : fs::path(".");
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path path = entry->path();
    if (!equal_ignoring_case(path.filename().string(), wanted)) continue;
    const auto bytes = load_file(path, kLargestFile);
    if (!bytes) return std::unexpected(bytes.error());
    auto names = parse_wthor_names(*bytes, kind);
    if (!names) return fail_at(names.error(), "{}", path.string());
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
    games = read_boards(text, rules, loaded);
  } else {
    games = read_transcripts(text, rules);
  }
  if (!games) return fail_at(games.error(), "{}", source);
  if (games->empty()) return fail(Error::Code::NotFound, "{} holds no games", source);
  loaded.games = std::move(*games);
  return loaded;
}

Result<Loaded> read_file(const fs::path& path, const Rules& rules) {
  const auto bytes = load_file(path, kLargestFile);
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
