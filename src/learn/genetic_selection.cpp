#include "learn/genetic_selection.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace turncoat::learn {

namespace {

using match::PlannedGame;
using match::Tally;

void add(Tally& sum, const Tally& tally, bool turned) {
  sum.wins += turned ? tally.losses : tally.wins;
  sum.losses += turned ? tally.wins : tally.losses;
  sum.draws += tally.draws;
  sum.discs += turned ? -tally.discs : tally.discs;
}

std::vector<int> members_in_order(int members) {
  std::vector<int> order(static_cast<std::size_t>(members));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

// The winner, the other finalist, then by the round that was reached; the fitter first within a round.
Result<std::optional<Standing>> knockout(int members, std::uint64_t games, int squares,
                                         const match::PlayRound& play) {
  const auto bracket = match::play_knockout(members, games, play);
  if (!bracket) return std::unexpected(bracket.error());
  if (!bracket->winner) return std::nullopt;
  Standing standing{members_in_order(members), std::vector<Tally>(static_cast<std::size_t>(members))};
  std::vector<int> won(static_cast<std::size_t>(members));
  for (const match::KnockoutMatch& match : bracket->matches) {
    if (match.a) add(standing.tallies[static_cast<std::size_t>(*match.a)], match.tally, false);
    if (match.b) add(standing.tallies[static_cast<std::size_t>(*match.b)], match.tally, true);
    if (match.winner) won[static_cast<std::size_t>(*match.winner)] = match.round + 1;
  }
  std::ranges::stable_sort(standing.order, [&](int left, int right) {
    const auto l = static_cast<std::size_t>(left);
    const auto r = static_cast<std::size_t>(right);
    if (won[l] != won[r]) return won[l] > won[r];
    return fitness(standing.tallies[l], squares) > fitness(standing.tallies[r], squares);
  });
  return standing;
}

Result<std::optional<Standing>> all_pairings(int members, const std::vector<match::Pairing>& pairings,
                                             std::uint64_t games, const match::PlayRound& play) {
  const auto plan = match::plan_games(pairings, games);
  const auto outcomes = play(plan);
  if (!outcomes) return std::unexpected(outcomes.error());
  match::ResultTable table(members);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (!(*outcomes)[i]) return std::nullopt;
    table.add(plan[i], *(*outcomes)[i]);
  }
  Standing standing{members_in_order(members), {}};
  for (int member = 0; member < members; ++member) standing.tallies.push_back(table.total(member));
  return standing;
}

void sort_by_fitness(Standing& standing, const std::vector<Tally>& tallies, int squares) {
  std::ranges::stable_sort(standing.order, [&](int left, int right) {
    return fitness(tallies[static_cast<std::size_t>(left)], squares) >
           fitness(tallies[static_cast<std::size_t>(right)], squares);
  });
}

Result<std::optional<Standing>> round_robin(int members, std::uint64_t games, int squares,
                                            const match::PlayRound& play) {
  auto standing = all_pairings(members, match::round_robin(members), games, play);
  if (standing && *standing) sort_by_fitness(**standing, (*standing)->tallies, squares);
  return standing;
}

// The first member is the mark: it stands where half the points and no disc difference would put it.
Result<std::optional<Standing>> gauntlet(int members, std::uint64_t games, int squares,
                                         const match::PlayRound& play) {
  auto standing = all_pairings(members, match::gauntlet(members), games, play);
  if (!standing || !*standing) return standing;
  std::vector<Tally> tallies = (*standing)->tallies;
  tallies[0] = {};
  sort_by_fitness(**standing, tallies, squares);
  return standing;
}

std::uint64_t most_knockout(int members, std::uint64_t games) {
  return (std::bit_ceil(static_cast<std::uint64_t>(members)) - 1) * (games + match::kKnockoutExtraGames);
}

std::uint64_t most_round_robin(int members, std::uint64_t games) {
  return static_cast<std::uint64_t>(members) * static_cast<std::uint64_t>(members - 1) / 2 * games;
}

std::uint64_t most_gauntlet(int members, std::uint64_t games) {
  return static_cast<std::uint64_t>(members - 1) * games;
}

constexpr std::array<Selection, 3> kSelections = {{
    {"knockout", "single elimination, the survivors seeded first", knockout, most_knockout},
    {"round-robin", "all against all", round_robin, most_round_robin},
    {"gauntlet", "all against the best so far", gauntlet, most_gauntlet},
}};

}  // namespace

std::span<const Selection> selections() {
  return kSelections;
}

const Selection* find_selection(std::string_view name) {
  const auto found = std::ranges::find(kSelections, name, &Selection::name);
  return found == kSelections.end() ? nullptr : &*found;
}

double fitness(const match::Tally& tally, int squares) {
  if (tally.games() == 0) return 0.5;
  const auto games = static_cast<double>(tally.games());
  return tally.points() / games + static_cast<double>(tally.discs) / (games * squares);
}

}  // namespace turncoat::learn
