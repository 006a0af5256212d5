#include "cli/play_file.h"

#include <chrono>
#include <ctime>
#include <filesystem>

#include "base/file.h"
#include "record/ggf.h"
#include "record/load.h"
#include "record/transcript.h"

namespace turncoat::cli {

namespace {

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

bool begins_under(const record::Loaded& loaded, const rules::RulesetPtr& rules) {
  return loaded.format == record::Format::Transcript ||
         loaded.games.front().game.start() == rules::Position(rules);
}

LoadedGame first_of(record::Loaded loaded) {
  const std::size_t games = loaded.games.size();
  return {std::move(loaded.games.front()), games};
}

}  // namespace

Result<Saved> save_game(const std::string& path, const record::GameRecord& record) {
  std::error_code ignored;
  const bool existed = std::filesystem::exists(path, ignored);
  record::GameRecord dated = record;
  dated.date = utc_now();
  const auto written = save_file(path, record::format_ggf(dated) + "\n", Existing::Replace);
  if (!written) return std::unexpected(written.error());
  return existed ? Saved::Replaced : Saved::New;
}

Result<LoadedGame> load_game(const std::string& path, const rules::RulesetPtr& current) {
  auto here = record::read_file(path, current);
  if (here && begins_under(*here, current)) return first_of(std::move(*here));
  auto anywhere = record::read_file(path);
  if (anywhere) return first_of(std::move(*anywhere));
  // That the size is another is no reason, since it would have been taken from the file.
  const bool no_reason = here || here.error().code == Error::Code::Conflict;
  return std::unexpected(no_reason ? anywhere.error() : here.error());
}

Result<record::GameRecord> game_from_moves(const rules::RulesetPtr& rules, const std::string& transcript) {
  auto game = record::parse_transcript(rules::Position(rules), transcript);
  if (!game) return std::unexpected(game.error());
  return record::GameRecord(std::move(*game));
}

}  // namespace turncoat::cli
