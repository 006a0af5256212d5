#include <algorithm>
#include <chrono>
#include <numeric>

#include "base/text.h"
#include "cli/arena.h"
#include "cli/commands.h"
#include "match/knockout.h"
#include "match/ratings.h"

namespace turncoat::cli {

namespace {

struct TournamentOptions {
  ArenaOptions arena;
  std::string system;
  std::vector<std::string> specs;
};

struct Report {
  match::ResultTable table;
  ForfeitLog forfeits;
  std::optional<match::KnockoutResult> knockout;
  double seconds = 0;
};

using Outcomes = std::vector<std::optional<match::Outcome>>;

std::string_view name_of(const Arena& arena, int player) {
  return arena.players()[static_cast<std::size_t>(player)];
}

std::string round_name(std::size_t matches_in_round) {
  if (matches_in_round == 1) return "final";
  if (matches_in_round == 2) return "semi-finals";
  if (matches_in_round == 4) return "quarter-finals";
  return fmt::format("round of {}", 2 * matches_in_round);
}

std::string bracket_text(const Arena& arena, const match::KnockoutResult& knockout) {
  std::string text;
  int round = -1;
  for (const match::KnockoutMatch& match : knockout.matches) {
    if (match.round != round) {
      round = match.round;
      const auto size =
          std::ranges::count_if(knockout.matches, [&](const auto& m) { return m.round == round; });
      text += round_name(static_cast<std::size_t>(size)) + '\n';
    }
    if (match.decider == match::Decider::Bye) {
      text += fmt::format("  {} has a bye\n", name_of(arena, *match.winner));
      continue;
    }
    text += fmt::format("  {} {:g} - {:g} {}", name_of(arena, *match.a), match.tally.points(),
                        static_cast<double>(match.tally.games()) - match.tally.points(),
                        name_of(arena, *match.b));
    if (match.winner) {
      text += fmt::format(": {} by {}", name_of(arena, *match.winner), decider_name(match.decider));
    }
    text += '\n';
  }
  text += knockout.winner ? fmt::format("winner: {}\n", name_of(arena, *knockout.winner))
                          : "stopped before there was a winner\n";
  return text;
}

nlohmann::ordered_json bracket_json(const Arena& arena, const match::KnockoutResult& knockout) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const auto name = [&](const std::optional<int>& player) {
    return player ? nlohmann::ordered_json(name_of(arena, *player)) : nlohmann::ordered_json();
  };
  for (const match::KnockoutMatch& match : knockout.matches) {
    list.push_back({{"round", match.round + 1},
                    {"a", name(match.a)},
                    {"b", name(match.b)},
                    {"wins", match.tally.wins},
                    {"draws", match.tally.draws},
                    {"losses", match.tally.losses},
                    {"disc_sum", match.tally.discs},
                    {"decided_by", decider_name(match.decider)},
                    {"winner", name(match.winner)}});
  }
  return list;
}

double mean_discs(const match::Tally& tally) {
  return tally.games() == 0 ? 0 : static_cast<double>(tally.discs) / static_cast<double>(tally.games());
}

double share(const match::Tally& tally) {
  return tally.games() == 0 ? 0.5 : tally.points() / static_cast<double>(tally.games());
}

std::vector<int> by_rating(const std::vector<match::Rating>& ratings) {
  std::vector<int> order(ratings.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int a, int b) {
    return ratings[static_cast<std::size_t>(a)].elo > ratings[static_cast<std::size_t>(b)].elo;
  });
  return order;
}

void print_text(Context& context, const Arena& arena, const std::string& system, const Report& report) {
  context.out << fmt::format("{} of {} players: {}\n\n", system, arena.players().size(), arena.describe());
  if (report.knockout) context.out << bracket_text(arena, *report.knockout) << '\n';
  context.out << crosstable(report.table, arena.players()) << '\n';

  const auto ratings = match::fit_ratings(report.table.players(), report.table.pairs());
  std::size_t width = 6;
  for (const std::string& player : arena.players()) width = std::max(width, player.size());
  context.out << fmt::format("{:<{}}  {:>8} {:>8} {:>7} {:>7} {:>7}\n", "player", width, "Elo", "+-95 %",
                             "games", "score", "discs");
  for (const int player : by_rating(ratings)) {
    const match::Rating& rating = ratings[static_cast<std::size_t>(player)];
    const match::Tally total = report.table.total(player);
    context.out << fmt::format("{:<{}}  {:>+8.1f} {:>8.1f} {:>7} {:>6.1f}% {:>+7.2f}\n",
                               name_of(arena, player), width, rating.elo, rating.error, total.games(),
                               100 * share(total), mean_discs(total));
  }
  if (const std::string text = report.forfeits.text(); !text.empty()) context.out << '\n' << text;
}

void print_json(Context& context, const Arena& arena, const std::string& system, const Report& report) {
  nlohmann::ordered_json json;
  json["system"] = system;
  const auto put = [](nlohmann::ordered_json& entry, const match::Tally& tally) {
    entry["games"] = tally.games();
    entry["wins"] = tally.wins;
    entry["draws"] = tally.draws;
    entry["losses"] = tally.losses;
    entry["score"] = share(tally);
    entry["disc_diff"] = mean_discs(tally);
  };
  const auto ratings = match::fit_ratings(report.table.players(), report.table.pairs());
  json["players"] = nlohmann::ordered_json::array();
  for (const int player : by_rating(ratings)) {
    nlohmann::ordered_json entry = {{"player", name_of(arena, player)},
                                    {"elo", ratings[static_cast<std::size_t>(player)].elo},
                                    {"elo_error", ratings[static_cast<std::size_t>(player)].error}};
    put(entry, report.table.total(player));
    json["players"].push_back(std::move(entry));
  }
  json["pairings"] = nlohmann::ordered_json::array();
  std::uint64_t games = 0;
  for (const match::PairResult& pair : report.table.pairs()) {
    nlohmann::ordered_json entry = {{"a", name_of(arena, pair.a)}, {"b", name_of(arena, pair.b)}};
    put(entry, report.table.tally(pair.a, pair.b));
    json["pairings"].push_back(std::move(entry));
    games += pair.games();
  }
  if (report.knockout) {
    json["bracket"] = bracket_json(arena, *report.knockout);
    json["winner"] = report.knockout->winner
                         ? nlohmann::ordered_json(name_of(arena, *report.knockout->winner))
                         : nlohmann::ordered_json();
  }
  json["games"] = games;
  report.forfeits.put_counts(json);
  arena.put_settings(json);
  json["seconds"] = report.seconds;
  context.out << dump(json);
}

Result<int> run(Context& context, const TournamentOptions& options) {
  const auto started = std::chrono::steady_clock::now();
  const bool knockout = options.system == "knockout";
  ArenaRun arena_run;
  arena_run.kind = "tournament";
  arena_run.specs = options.specs;
  arena_run.own_settings["system"] = options.system;
  arena_run.games_per_pairing = options.arena.games;
  if (knockout) {
    // Who meets whom depends on it, so it is part of the run.
    arena_run.own_settings["games"] = options.arena.games;
    arena_run.games_per_pairing += match::kKnockoutExtraGames;
  }
  auto arena = Arena::prepare(options.arena, arena_run, context);
  if (!arena) return std::unexpected(arena.error());

  const auto players = static_cast<int>(arena->players().size());
  const auto pairings = options.system == "gauntlet" ? match::gauntlet(players) : match::round_robin(players);
  const std::uint64_t matches = knockout ? static_cast<std::uint64_t>(players) - 1 : pairings.size();
  Report report{match::ResultTable(players), {}, {}, 0};
  {
    Progress progress(context.err, context.progress_style(), options.system, "games",
                      matches * options.arena.games);
    const match::PlayRound play = [&](std::span<const match::PlannedGame> plan) -> Result<Outcomes> {
      auto outcomes = arena->play(plan, progress);
      if (!outcomes) return outcomes;
      for (std::size_t i = 0; i < plan.size(); ++i) {
        if (!(*outcomes)[i]) continue;
        report.table.add(plan[i], *(*outcomes)[i]);
        report.forfeits.add(plan[i], *(*outcomes)[i], arena->players());
      }
      return outcomes;
    };
    if (knockout) {
      auto result = match::play_knockout(players, options.arena.games, play);
      if (!result) return std::unexpected(result.error());
      report.knockout = std::move(*result);
    } else if (const auto played = play(match::plan_games(pairings, options.arena.games)); !played) {
      return std::unexpected(played.error());
    }
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  options.arena.json ? print_json(context, *arena, options.system, report)
                     : print_text(context, *arena, options.system, report);
  return 0;
}

}  // namespace

void add_tournament(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("tournament", "play many players against each other and rate them");
  auto options = std::make_shared<TournamentOptions>();
  options->arena.games = 20;
  command
      ->add_option(
          "system", options->system,
          "round-robin: all against all; gauntlet: the first against the others; knockout: a bracket "
          "seeded in the order given")
      ->required()
      ->check(CLI::IsMember({"round-robin", "knockout", "gauntlet"}))
      ->type_name("SYSTEM");
  command->add_option("players", options->specs, "two or more players (turncoat players)")
      ->required()
      ->expected(2, 1000)
      ->type_name("SPEC...");
  add_arena_options(*command, options->arena, "games of each pairing");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
