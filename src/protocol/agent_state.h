// AgentState: what the file agent remembers from call to call, as one small text file: the game so far, the
// line it expects, and what its calls cost in the eyes of whoever keeps the clock.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "rules/game.h"

namespace turncoat::protocol {

struct AgentState {
  std::string player;                    // its spec
  rules::Game game;                      // the answered move included
  std::vector<rules::Move> line;         // expected from the answered move on, that move first; may be empty
  std::chrono::nanoseconds left{0};      // before the answered move
  std::chrono::nanoseconds spent{0};     // on it, by the agent's own watch
  std::chrono::nanoseconds overhead{0};  // the most a call was found to cost besides `spent`
};

std::string format_agent_state(const AgentState& state);

// Nothing when it is the state of a game under other rules; an error when it is no state at all.
Result<std::optional<AgentState>> parse_agent_state(std::string_view text, const rules::RulesetPtr& rules);

// `game` played on by the other side until `position` stands on the board, with the passes in between;
// nothing when that cannot be. `game` itself when it stands there already.
std::optional<rules::Game> play_on_to(const rules::Game& game, const rules::Position& position);

}  // namespace turncoat::protocol
