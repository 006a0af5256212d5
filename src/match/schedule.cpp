#include "match/schedule.h"

namespace turncoat::match {

std::vector<Pairing> round_robin(int players) {
  std::vector<Pairing> pairings;
  for (int a = 0; a < players; ++a) {
    for (int b = a + 1; b < players; ++b) pairings.push_back({a, b});
  }
  return pairings;
}

std::vector<Pairing> gauntlet(int players) {
  std::vector<Pairing> pairings;
  for (int b = 1; b < players; ++b) pairings.push_back({0, b});
  return pairings;
}

std::vector<PlannedGame> plan_games(std::span<const Pairing> pairings, std::uint64_t games,
                                    std::uint64_t first) {
  std::vector<PlannedGame> plan;
  plan.reserve(games * pairings.size());
  for (std::uint64_t game = first; game < first + games; ++game) {
    for (std::size_t p = 0; p < pairings.size(); ++p) {
      plan.push_back({game * pairings.size() + p, game, pairings[p]});
    }
  }
  return plan;
}

}  // namespace turncoat::match
