// Which players the server lends to whom: six friendly presets, and the bounds on a spec that comes over the
// network. Nothing that starts programs, reads files of one's own or takes the machine's memory away.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "engine/registry.h"
#include "server/limits.h"

namespace turncoat::server {

struct Preset {
  std::string id;
  std::string title;
  std::string spec;  // canonical
};

// From the weakest. `threads` for the strongest.
std::vector<Preset> presets(int threads);

// The players of the registry that may be asked for.
std::vector<engine::PlayerInfo> offered_players();

// The canonical spec, or why it is refused.
Result<std::string> check_spec(std::string_view spec, const Limits& limits, int threads);

}  // namespace turncoat::server
