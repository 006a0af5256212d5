// Knockout: a seeded bracket played round by round. The first player of the list is the first seed and can
// meet the second seed only in the final; when the players are not a power of two the best seeds have byes.
// A tied match goes to extra games, two at a time, then to the disc difference over all its games, then to
// the better seed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "match/outcome.h"
#include "match/results.h"
#include "match/schedule.h"

namespace turncoat::match {

// Extra games of a tied match, at most. Even, so that colours stay balanced.
inline constexpr std::uint64_t kKnockoutExtraGames = 4;

// The first round's slots from top to bottom, players by place; nothing is a bye. Slots 2m and 2m+1 meet.
// Requires players >= 1.
std::vector<std::optional<int>> bracket_slots(int players);

enum class Decider { Open, Bye, Points, ExtraGames, Discs, Seed };
std::string_view decider_name(Decider decider);

struct KnockoutMatch {
  int round = 0;         // from 0
  std::optional<int> a;  // the upper slot
  std::optional<int> b;
  Tally tally;  // from the side of a
  Decider decider = Decider::Open;
  std::optional<int> winner;
};

struct KnockoutResult {
  std::vector<KnockoutMatch>
      matches;                // round by round, top to bottom; rounds that were not reached are missing
  std::optional<int> winner;  // nothing when the run was stopped
};

// Plays the games it is given, all of one round; nothing for games that were not played.
using PlayRound = std::function<Result<std::vector<std::optional<Outcome>>>(std::span<const PlannedGame>)>;

// Game g of match m (numbered as in KnockoutResult) is item g * (slots - 1) + m.
Result<KnockoutResult> play_knockout(int players, std::uint64_t games, const PlayRound& play);

}  // namespace turncoat::match
