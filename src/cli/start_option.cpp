#include "cli/start_option.h"

namespace turncoat::cli {

Result<rules::Position> start_position(const std::string& rules, const std::string& position) {
  const auto ruleset = rules::find_ruleset(rules);
  if (!ruleset) return std::unexpected(ruleset.error());
  if (position.empty()) return rules::Position(*ruleset);
  auto parsed = rules::Position::parse(*ruleset, position);
  if (!parsed) return fail_at(parsed.error(), "--position");
  return parsed;
}

}  // namespace turncoat::cli
