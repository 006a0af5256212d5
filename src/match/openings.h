// Openings: the positions a match starts from. Opening k is played twice, with colours swapped, as games 2k
// and 2k+1; a list that is too short starts over. Reading opening files is not done here.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "rules/game.h"

namespace turncoat::match {

// At most the squares of the largest board; real openings are far shorter.
inline constexpr int kMaxOpeningPlies = 200;

// `count` openings of `plies` random plies (a pass is a ply), none of them over. The same position does not
// come twice while new ones are found; after that the whole set may come again. Opening k is the same for any
// `count` above k. An error when the game ends before.
Result<std::vector<rules::Game>> random_openings(const rules::RulesetPtr& rules, int plies,
                                                 std::uint64_t count, std::uint64_t seed);

// "random:8" gives 8, "none" gives 0; nothing for other text, which may name a file. The error is for
// "random:" with a bad number.
Result<std::optional<int>> parse_random_openings(std::string_view text);

// The opening of game `game` of a pairing. Requires a list that is not empty.
inline const rules::Game& opening_of(const std::vector<rules::Game>& openings, std::uint64_t game) {
  return openings[static_cast<std::size_t>(game / 2 % openings.size())];
}

}  // namespace turncoat::match
