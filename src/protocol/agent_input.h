// AgentInput: what the file agent is asked, as input.txt tells it.
//   O                the side to move
//   293.1 300.0      seconds left for it and, when known, for the opponent
//   ............     the board, one row a line, X for Black, O for White, '.' for empty
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "rules/position.h"

namespace turncoat::protocol {

struct AgentInput {
  rules::Position position;
  std::chrono::nanoseconds left{0};
  std::optional<std::chrono::nanoseconds> other_left;
};

// The size is that of the rows. Under `rules` when given, else leader-12 on 12x12 and the standard rules on
// other boards. Errors name the line.
Result<AgentInput> parse_agent_input(std::string_view text, const std::optional<rules::RulesetPtr>& rules);

}  // namespace turncoat::protocol
