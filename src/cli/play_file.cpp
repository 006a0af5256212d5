#include "cli/play_file.h"

#include <filesystem>

#include "base/file.h"

namespace turncoat::cli {

Result<Saved> save_game(const std::string& path, const record::GameRecord& record) {
  std::error_code ignored;
  const bool existed = std::filesystem::exists(path, ignored);
  if (auto written = write_file(path, record.black); !written) return std::unexpected(written.error());
  return existed ? Saved::Replaced : Saved::New;
}
Result<record::GameRecord> load_game(const std::string& path, const rules::Ruleset&) {
  return fail(Error::Code::Io, "{}", path);
}
Result<record::GameRecord> game_from_moves(const rules::RulesetPtr& rules, const std::string&) {
  return record::GameRecord(rules::Game(rules));
}
std::string format_moves(const rules::Game& game) {
  std::string text;
  for (auto move : game.moves()) {
    if (!move.is_pass()) text += move.name();
  }
  return text;
}
}  // namespace turncoat::cli
