#include "match/knockout.h"

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace turncoat::match {

namespace {

class Bracket {
 public:
  Bracket(int players, std::uint64_t games, const PlayRound& play)
      : slots_(bracket_slots(players)), games_(games), play_(play), all_matches_(slots_.size() - 1) {}

  Result<KnockoutResult> run() {
    std::vector<std::optional<int>> standing = slots_;
    for (int round = 0; standing.size() > 1; ++round) {
      const std::size_t first = result_.matches.size();
      for (std::size_t slot = 0; slot < standing.size(); slot += 2) {
        result_.matches.push_back(
            {round, standing[slot], standing[slot + 1], {}, Decider::Open, std::nullopt});
      }
      const auto complete = play_round(first);
      if (!complete) return std::unexpected(complete.error());
      if (!*complete) return std::move(result_);
      standing.clear();
      for (std::size_t m = first; m < result_.matches.size(); ++m)
        standing.push_back(result_.matches[m].winner);
    }
    result_.winner = standing.front();
    return std::move(result_);
  }

 private:
  // Plays a round's matches until all are decided. False when games are missing.
  Result<bool> play_round(std::size_t first) {
    std::vector<std::size_t> open;
    for (std::size_t m = first; m < result_.matches.size(); ++m) {
      KnockoutMatch& match = result_.matches[m];
      if (match.a && match.b) {
        open.push_back(m);
      } else {
        match.winner = match.a ? match.a : match.b;
        match.decider = Decider::Bye;
      }
    }
    std::uint64_t played = 0;
    std::uint64_t next = games_;
    while (!open.empty()) {
      const auto complete = play_games(open, played, next);
      if (!complete || !*complete) return complete;
      played += next;
      next = std::min<std::uint64_t>(2, games_ + kKnockoutExtraGames - played);
      std::erase_if(open, [&](std::size_t m) { return decide(result_.matches[m], played, next == 0); });
    }
    return true;
  }

  Result<bool> play_games(const std::vector<std::size_t>& open, std::uint64_t from, std::uint64_t count) {
    std::vector<PlannedGame> plan;
    std::vector<std::size_t> owner;
    for (std::uint64_t game = from; game < from + count; ++game) {
      for (const std::size_t m : open) {
        const KnockoutMatch& match = result_.matches[m];
        plan.push_back({game * all_matches_ + m, game, {*match.a, *match.b}});
        owner.push_back(m);
      }
    }
    const auto outcomes = play_(plan);
    if (!outcomes) return std::unexpected(outcomes.error());
    bool complete = true;
    for (std::size_t i = 0; i < plan.size(); ++i) {
      const auto& outcome = (*outcomes)[i];
      complete = complete && outcome;
      if (!outcome) continue;
      const auto color = plan[i].game % 2 == 0 ? rules::Color::Black : rules::Color::White;
      result_.matches[owner[i]].tally.add(*outcome, color);
    }
    return complete;
  }

  // True when the match has a winner, which it must have when there are no more games.
  bool decide(KnockoutMatch& match, std::uint64_t played, bool last) const {
    const Tally& tally = match.tally;
    if (tally.wins != tally.losses) {
      match.winner = tally.wins > tally.losses ? match.a : match.b;
      match.decider = played > games_ ? Decider::ExtraGames : Decider::Points;
    } else if (last && tally.discs != 0) {
      match.winner = tally.discs > 0 ? match.a : match.b;
      match.decider = Decider::Discs;
    } else if (last) {
      match.winner = std::min(*match.a, *match.b);
      match.decider = Decider::Seed;
    }
    return match.winner.has_value();
  }

  std::vector<std::optional<int>> slots_;
  std::uint64_t games_;
  const PlayRound& play_;
  std::size_t all_matches_;
  KnockoutResult result_;
};

}  // namespace

std::vector<std::optional<int>> bracket_slots(int players) {
  TURNCOAT_CHECK(players >= 1, "a bracket needs a player");
  // Each doubling puts beside every seed the one that adds up with it to the new size.
  std::vector<int> seeds = {0};
  while (static_cast<int>(seeds.size()) < players) {
    const int last = static_cast<int>(seeds.size()) * 2 - 1;
    std::vector<int> wider;
    for (const int seed : seeds) {
      wider.push_back(seed);
      wider.push_back(last - seed);
    }
    seeds = std::move(wider);
  }
  std::vector<std::optional<int>> slots;
  for (const int seed : seeds) slots.push_back(seed < players ? std::optional(seed) : std::nullopt);
  return slots;
}

std::string_view decider_name(Decider decider) {
  switch (decider) {
    case Decider::Open:
      return "open";
    case Decider::Bye:
      return "bye";
    case Decider::Points:
      return "points";
    case Decider::ExtraGames:
      return "extra games";
    case Decider::Discs:
      return "discs";
    case Decider::Seed:
      return "seed";
  }
  return "open";
}

Result<KnockoutResult> play_knockout(int players, std::uint64_t games, const PlayRound& play) {
  return Bracket(players, games, play).run();
}

}  // namespace turncoat::match
