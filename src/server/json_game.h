// Games as the contract writes them: whole ones for those who play and watch, summaries for lists.
#pragma once

#include <string>

#include "player/player.h"
#include "server/json.h"
#include "server/json_rules.h"
#include "server/live_game.h"
#include "server/value.h"

namespace turncoat::server {

// `used` is what has gone of the mover's time. The answer is JSON text.
std::string game_text(const LiveGame& game, PositionTexts& positions, LiveGame::Time used);

Json summary_json(const store::StoredGame& game, std::string_view state, bool black_human, bool white_human);

// A player's thought about `position`, as a live message carries it. `elapsed` since it began.
struct ThoughtView {
  const rules::Position& position;
  const player::Thought& thought;
  std::chrono::nanoseconds elapsed;
  Value::Source source = Value::Source::Search;
};
Json thought_json(const ThoughtView& view);
// What the thought says of the position.
std::optional<Value> value_of(const ThoughtView& view);

}  // namespace turncoat::server
