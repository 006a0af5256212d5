// How a generation is judged, by name: which games are played, and who of its members stands before whom.
// A new way is a function and a line in genetic_selection.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "match/knockout.h"
#include "match/results.h"

namespace turncoat::learn {

struct Standing {
  std::vector<int> order;             // members by place, the best first
  std::vector<match::Tally> tallies;  // each member's games
};

struct Selection {
  std::string_view name;
  std::string_view help;
  // Nothing when games are missing because somebody stopped them. `squares` of the board weigh discs.
  Result<std::optional<Standing>> (*judge)(int members, std::uint64_t games, int squares,
                                           const match::PlayRound& play);
  // The numbers of its games lie below this.
  std::uint64_t (*most_games)(int members, std::uint64_t games);
};

std::span<const Selection> selections();
// Null when there is none of this name.
const Selection* find_selection(std::string_view name);

// Share of the points, and the disc difference as a share of the board: a little of every game's margin, so
// that two members with the same points can still be told apart. 0.5 without games.
double fitness(const match::Tally& tally, int squares);

}  // namespace turncoat::learn
