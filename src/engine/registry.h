// The registry: every player Turncoat has, listed by hand, and the way from spec text ("greedy",
// "gtp:command=\"edax -gtp\"") to a Player. The only module that knows them all.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/params.h"
#include "player/human_player.h"
#include "player/player.h"

namespace turncoat::engine {

struct PlayerInfo {
  std::string name;
  std::string summary;
  std::vector<ParamInfo> params;
};

// In the order they are listed to users.
std::vector<PlayerInfo> list_players();

// What a player may need from the program it runs in.
struct Environment {
  player::AskHuman ask_human;  // empty: "human" is refused
};

// Checks names, keys and ranges; starts nothing.
Result<std::unique_ptr<player::Player>> make_player(std::string_view spec,
                                                    const Environment& environment = {});

// The shortest spec text that gives the same player: defaults left out, keys in declared order.
// Runs are recognised by it.
Result<std::string> canonical_spec(std::string_view spec);

}  // namespace turncoat::engine
