#include "protocol/default_players.h"

#include <algorithm>

#include "base/spec.h"
#include "engine/registry.h"

namespace turncoat::protocol {

namespace {

const ParamInfo* find_param(const engine::PlayerInfo& player, std::string_view name) {
  const auto found = std::ranges::find(player.params, name, &ParamInfo::name);
  return found == player.params.end() || found->kind != ParamInfo::Kind::Integer ? nullptr : &*found;
}

int held_to(const ParamInfo& param, int wanted) {
  const std::size_t dots = param.range_text.find("..");
  const auto high = dots == std::string::npos
                        ? std::nullopt
                        : parse_int(std::string_view(param.range_text).substr(dots + 2));
  return static_cast<int>(std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(1, high.value_or(1))));
}

}  // namespace

Result<std::string> with_depth(std::string_view text, int depth) {
  auto spec = parse_spec(text);
  if (!spec) return std::unexpected(spec.error());
  for (const engine::PlayerInfo& player : engine::list_players()) {
    // A foreign program's level may be of any scale, and not every program has one.
    if (player.name != spec->name || player.name == "gtp") continue;
    const ParamInfo* param = find_param(player, "level");
    if (param == nullptr) param = find_param(player, "depth");
    if (param == nullptr) break;
    std::erase_if(spec->values, [&](const auto& value) { return value.first == param->name; });
    spec->values.emplace_back(param->name, fmt::format("{}", held_to(*param, depth)));
  }
  return format_spec(*spec);
}

}  // namespace turncoat::protocol
