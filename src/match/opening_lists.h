// Opening lists: the openings of a run with the text that tells one list from another. A file's openings are
// recognised by what they are, not by the file's name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "rules/game.h"

namespace turncoat::match {

struct OpeningList {
  std::vector<rules::Game> games;  // at least one
  std::string fingerprint;
};

// Games or positions of any format we read; an error when one is over or of other rules.
Result<OpeningList> read_opening_list(const std::string& path, const rules::RulesetPtr& rules);

// The same as the shipped list of openings that leave neither side ahead, in an order that the seed decides.
Result<OpeningList> read_balanced_list(const std::string& path, const rules::RulesetPtr& rules,
                                       std::uint64_t seed);

// For `games` games of a pairing; without plies the start alone.
Result<OpeningList> random_opening_list(const rules::RulesetPtr& rules, int plies, std::uint64_t games,
                                        std::uint64_t seed);

// What is used when nobody says: "balanced" where there is such a list, else "random:8".
std::string default_openings(const rules::Ruleset& rules);

}  // namespace turncoat::match
