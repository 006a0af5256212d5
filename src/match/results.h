// ResultTable: who beat whom in a tournament, added up game by game. Forfeits: how many games did not end on
// the board.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "match/outcome.h"
#include "match/ratings.h"
#include "match/schedule.h"

namespace turncoat::match {

struct Forfeits {
  std::uint64_t time = 0;
  std::uint64_t illegal = 0;
  std::uint64_t failed = 0;
  std::uint64_t resigned = 0;

  void add(const Outcome& outcome);
};

// One player's results against another.
struct Tally {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::int64_t discs = 0;  // sum of disc differences

  // The game as the side of this colour saw it.
  void add(const Outcome& outcome, rules::Color color);
  std::uint64_t games() const { return wins + draws + losses; }
  double points() const { return static_cast<double>(wins) + static_cast<double>(draws) / 2; }
};

class ResultTable {
 public:
  explicit ResultTable(int players);

  void add(const PlannedGame& planned, const Outcome& outcome);

  int players() const { return players_; }
  // `player` against `opponent`, from the side of `player`.
  const Tally& tally(int player, int opponent) const;
  // Against everybody.
  Tally total(int player) const;
  // Against everybody, with this colour.
  const Tally& total(int player, rules::Color color) const;
  const Forfeits& forfeits() const { return forfeits_; }
  // Every pair that met, once.
  std::vector<PairResult> pairs() const;

 private:
  int players_;
  std::vector<Tally> cells_;
  std::vector<Tally> colors_;  // by player, then by colour
  Forfeits forfeits_;
};

// A Markdown table; a cell is "left player's wins - top player's wins - draws".
std::string crosstable(const ResultTable& table, std::span<const std::string> names);

}  // namespace turncoat::match
