#include "server/presets.h"

#include <algorithm>

#include "base/check.h"
#include "base/spec.h"
#include "base/text.h"

namespace turncoat::server {

namespace {

// Thinks when nobody waits for it, for as long as the game is in memory.
constexpr std::string_view kPonder = "ponder";

// "human" is a kind of side, not a player of the server; "gtp" would start any program for anybody.
bool is_offered(std::string_view name) {
  return name != "human" && name != "gtp";
}

Result<void> check_value(const ParamInfo& info, const std::string& text, const Limits& limits, int threads) {
  const auto too_much = [&](const std::string& most) {
    return fail(Error::Code::Range, "{}={} is more than this server gives; {} is the most", info.name,
                printable(text), most);
  };
  if (info.kind == ParamInfo::Kind::Bytes) {
    const auto bytes = parse_bytes(text);
    if (bytes && *bytes > limits.player_memory) return too_much(format_bytes(limits.player_memory));
  }
  if (info.kind == ParamInfo::Kind::Duration) {
    const auto time = parse_duration(text);
    if (time && *time > limits.player_time) return too_much(format_duration(limits.player_time));
  }
  if (info.name == "threads") {
    const auto number = parse_int(text);
    if (number && *number > threads) return too_much(fmt::format("{}", threads));
  }
  if (info.name == kPonder && text == "on") {
    return fail(Error::Code::Range, "players here do not think on their opponent's time: leave ponder out");
  }
  // Names of what ships with the program are fine, paths are not.
  if (info.kind == ParamInfo::Kind::Text && text.find_first_of("/\\") != std::string::npos) {
    return fail(Error::Code::Range, "{} must be a name, not a path", info.name);
  }
  return {};
}

}  // namespace

std::vector<Preset> presets(int threads) {
  // Levels and errors: docs/search.md, "Mistakes on purpose".
  std::vector<Preset> list = {
      {"beginner", "Beginner", "engine:level=2,hash=1MB,error=120,blunder=32"},
      {"casual", "Casual player", "engine:level=4,hash=1MB,error=50,blunder=16"},
      {"club", "Club player", "engine:level=6,hash=4MB,error=20"},
      {"strong", "Strong player", "engine:level=10,hash=16MB"},
      {"master", "Master", "engine:level=16,hash=32MB"},
      {"perfect", "Perfect", fmt::format("engine:level=24,threads={},hash=128MB", threads)},
  };
  for (Preset& preset : list) {
    const auto canonical = engine::canonical_spec(preset.spec);
    TURNCOAT_CHECK(canonical.has_value(), "a preset is a player");
    preset.spec = *canonical;
  }
  return list;
}

std::vector<engine::PlayerInfo> offered_players() {
  std::vector<engine::PlayerInfo> players = engine::list_players();
  std::erase_if(players, [](const engine::PlayerInfo& info) { return !is_offered(info.name); });
  for (engine::PlayerInfo& info : players) {
    std::erase_if(info.params, [](const ParamInfo& param) { return param.name == kPonder; });
  }
  return players;
}

Result<std::string> check_spec(std::string_view text, const Limits& limits, int threads) {
  const auto canonical = engine::canonical_spec(text);
  if (!canonical) return fail(Error::Code::Range, "{}", canonical.error().message);
  const auto spec = parse_spec(*canonical);
  if (!spec) return std::unexpected(spec.error());
  if (!is_offered(spec->name)) {
    return fail(Error::Code::Range, "{} does not play over the network; use it from the command line",
                spec->name);
  }
  for (const engine::PlayerInfo& info : engine::list_players()) {
    if (info.name != spec->name) continue;
    for (const ParamInfo& param : info.params) {
      for (const auto& [key, value] : spec->values) {
        if (key != param.name) continue;
        if (auto fine = check_value(param, value, limits, threads); !fine)
          return std::unexpected(fine.error());
      }
    }
  }
  return *canonical;
}

}  // namespace turncoat::server
