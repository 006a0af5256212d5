// Who answers when a command names no player. The one place to change it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace turncoat::protocol {

inline constexpr std::string_view kGtpPlayer = "engine";
inline constexpr std::string_view kNboardPlayer = "engine";

// For the file agent: on 12x12 with the weights that were trained there.
inline constexpr std::string_view agent_player(int size) {
  return size == 12 ? "alphabeta:eval=linear" : "alphabeta";
}

// The same player told to look so far ahead: its `level` where it has one, else its `depth`, held to the
// range it allows; unchanged when it has neither. An error when the spec is none.
Result<std::string> with_depth(std::string_view spec, int depth);

}  // namespace turncoat::protocol
