// Ruleset: everything that distinguishes one Othello from another, as data: size, start, who moves first, how
// the end is counted, the usual clock. Immutable once made, and always valid: make one through the functions
// below.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/time_control.h"
#include "rules/square.h"

namespace turncoat::rules {

enum class Scoring {
  EmptiesToWinner,  // empty squares count for the side with more discs: the tournament rule
  DiscsOnly,
};

struct Ruleset {
  std::string name;
  int size = 8;
  SquareSet black;
  SquareSet white;
  Color first = Color::Black;
  int black_bonus = 0;  // added to Black's discs at the end; the tie-break point of leader-12
  Scoring scoring = Scoring::EmptiesToWinner;
  TimeControl clock;  // used when a match names none

  SquareSet board() const { return SquareSet::board(size); }

  friend bool operator==(const Ruleset&, const Ruleset&) = default;
};

// Shared by every position of a game; never null where a function takes or returns one.
using RulesetPtr = std::shared_ptr<const Ruleset>;

// standard-4 to standard-16 and leader-12, in the order they are listed to users.
std::span<const std::string> preset_names();

// A preset's name, or the path of a ruleset file.
Result<RulesetPtr> find_ruleset(std::string_view name_or_path);

// A ruleset file is TOML; docs/file-formats.md describes it. `source` is named in errors.
Result<RulesetPtr> parse_ruleset(std::string_view toml, std::string_view source);
std::string format_ruleset(const Ruleset& rules);

// The usual start on any even size. Requires 4 <= size <= 16 and size even.
RulesetPtr standard(int size);

// Same rules, but for the count at the end.
RulesetPtr with_scoring(const RulesetPtr& rules, Scoring scoring);

}  // namespace turncoat::rules
