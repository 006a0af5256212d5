// Who plays whom, and in which order. Game g of pairing p is item g * pairings + p of the run, so that more
// games per pairing only add items at the end and leave the earlier ones, and their seeds, as they were.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace turncoat::match {

// Two players by their place in the list of players.
struct Pairing {
  int a = 0;
  int b = 0;

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

struct PlannedGame {
  std::uint64_t item = 0;  // its number in the run, which decides its seed
  std::uint64_t game = 0;  // its number in the pairing, which decides opening and colours
  Pairing pairing;

  // The pairing's first player has Black in even games.
  int black() const { return game % 2 == 0 ? pairing.a : pairing.b; }
  int white() const { return game % 2 == 0 ? pairing.b : pairing.a; }
};

// Everybody against everybody, each pair once.
std::vector<Pairing> round_robin(int players);
// The first player against all others.
std::vector<Pairing> gauntlet(int players);

// Games [first, first + games) of every pairing, in rising order of item.
std::vector<PlannedGame> plan_games(std::span<const Pairing> pairings, std::uint64_t games,
                                    std::uint64_t first = 0);

}  // namespace turncoat::match
