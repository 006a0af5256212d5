#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "cli/arena.h"
#include "cli/commands.h"
#include "cli/heuristic_list.h"
#include "match/knockout.h"
#include "match/ratings.h"

namespace turncoat::cli {

namespace {

struct TournamentOptions {
  ArenaOptions arena;
  std::string system;
  std::vector<std::string> specs;
  std::vector<std::string> heuristics;
  std::string as = "alphabeta";
};

struct Report {
  std::vector<std::string> names;  // of the players
  std::vector<HeuristicRow> rows;  // of the players, when they were named as heuristics
  match::ResultTable table;
  ForfeitLog forfeits;
  std::optional<match::KnockoutResult> knockout;
  double seconds = 0;
};

using Outcomes = std::vector<std::optional<match::Outcome>>;

std::string_view name_of(const Report& report, int player) {
  return report.names[static_cast<std::size_t>(player)];
}

std::string round_name(std::size_t matches_in_round) {
  if (matches_in_round == 1) return "final";
  if (matches_in_round == 2) return "semi-finals";
  if (matches_in_round == 4) return "quarter-finals";
  return fmt::format("round of {}", 2 * matches_in_round);
}

std::string bracket_text(const Report& report) {
  const match::KnockoutResult& knockout = *report.knockout;
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
      text += fmt::format("  {} has a bye\n", name_of(report, *match.winner));
      continue;
    }
    text += fmt::format("  {} {:g} - {:g} {}", name_of(report, *match.a), match.tally.points(),
                        static_cast<double>(match.tally.games()) - match.tally.points(),
                        name_of(report, *match.b));
    if (match.winner) {
      text += fmt::format(": {} by {}", name_of(report, *match.winner), decider_name(match.decider));
    }
    text += '\n';
  }
  text += knockout.winner ? fmt::format("winner: {}\n", name_of(report, *knockout.winner))
                          : "stopped before there was a winner\n";
  return text;
}

nlohmann::ordered_json bracket_json(const Report& report) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const auto name = [&](const std::optional<int>& player) {
    return player ? nlohmann::ordered_json(name_of(report, *player)) : nlohmann::ordered_json();
  };
  for (const match::KnockoutMatch& match : report.knockout->matches) {
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

void print_text(Context& context, const Arena& arena, const std::string& system, const Report& report) {
  context.out << fmt::format("{} of {} players: {}\n\n", system, arena.players().size(), arena.describe());
  if (report.knockout) context.out << bracket_text(report) << '\n';
  context.out << crosstable(report.table, report.names) << '\n';

  const auto ratings = match::fit_ratings(report.table.players(), report.table.pairs());
  if (!report.rows.empty()) {
    context.out << heuristics_text(report.rows, report.table, ratings);
    if (const std::string text = report.forfeits.text(); !text.empty()) context.out << '\n' << text;
    return;
  }
  std::size_t width = 6;
  for (const std::string& player : report.names) width = std::max(width, player.size());
  context.out << fmt::format("{:<{}}  {:>8} {:>8} {:>7} {:>7} {:>7}\n", "player", width, "Elo", "+-95 %",
                             "games", "score", "discs");
  for (const int player : by_rating(ratings)) {
    const match::Rating& rating = ratings[static_cast<std::size_t>(player)];
    const match::Tally total = report.table.total(player);
    context.out << fmt::format("{:<{}}  {:>+8.1f} {:>8.1f} {:>7} {:>6.1f}% {:>+7.2f}\n",
                               name_of(report, player), width, rating.elo, rating.error, total.games(),
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
    nlohmann::ordered_json entry = {{"player", name_of(report, player)},
                                    {"elo", ratings[static_cast<std::size_t>(player)].elo},
                                    {"elo_error", ratings[static_cast<std::size_t>(player)].error}};
    put(entry, report.table.total(player));
    json["players"].push_back(std::move(entry));
  }
  json["pairings"] = nlohmann::ordered_json::array();
  std::uint64_t games = 0;
  for (const match::PairResult& pair : report.table.pairs()) {
    nlohmann::ordered_json entry = {{"a", name_of(report, pair.a)}, {"b", name_of(report, pair.b)}};
    put(entry, report.table.tally(pair.a, pair.b));
    json["pairings"].push_back(std::move(entry));
    games += pair.games();
  }
  if (!report.rows.empty()) {
    json["heuristics"] = heuristics_json(report.rows, report.table, ratings);
  }
  if (report.knockout) {
    json["bracket"] = bracket_json(report);
    json["winner"] = report.knockout->winner
                         ? nlohmann::ordered_json(name_of(report, *report.knockout->winner))
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
  HeuristicPlayers heuristics;
  if (!options.heuristics.empty()) {
    if (!options.specs.empty()) {
      return fail(Error::Code::Conflict, "give either players or --heuristics");
    }
    auto read = read_heuristics(options.heuristics, options.as, options.arena.store);
    if (!read) return std::unexpected(read.error());
    heuristics = std::move(*read);
    arena_run.specs = heuristics.specs;
  }
  if (arena_run.specs.size() < 2) {
    return fail(Error::Code::Range, "a tournament needs two players at least, and {} given",
                arena_run.specs.empty() ? "none is" : "one is");
  }
  arena_run.own_settings["system"] = options.system;
  arena_run.games_per_pairing = options.arena.games;
  if (knockout) {
    // Who meets whom depends on it, so it is part of the run.
    arena_run.own_settings["games"] = options.arena.games;
    arena_run.games_per_pairing += match::kKnockoutExtraGames;
  }
  const std::uint64_t count = arena_run.specs.size();
  arena_run.pairings = options.system == "round-robin" ? count * (count - 1) / 2 : count - 1;
  auto arena = Arena::prepare(options.arena, arena_run, context);
  if (!arena) return std::unexpected(arena.error());

  const auto players = static_cast<int>(arena->players().size());
  Report report{arena->players(), std::move(heuristics.rows), match::ResultTable(players), {}, {}, 0};
  for (std::size_t i = 0; i < report.rows.size(); ++i) report.names[i] = report.rows[i].name;
  // All games at once, or those of one round of the bracket.
  const match::PlayRound play = [&](std::span<const match::PlannedGame> plan) -> Result<Outcomes> {
    Progress progress(context.err, context.progress_style(), options.system, "games", plan.size());
    auto outcomes = arena->play(plan, progress);
    if (!outcomes) return outcomes;
    for (std::size_t i = 0; i < plan.size(); ++i) {
      if (!(*outcomes)[i]) continue;
      report.table.add(plan[i], *(*outcomes)[i]);
      report.forfeits.add(plan[i], *(*outcomes)[i], report.names);
    }
    return outcomes;
  };
  if (knockout) {
    auto result = match::play_knockout(players, options.arena.games, play);
    if (!result) return std::unexpected(result.error());
    report.knockout = std::move(*result);
  } else {
    const auto pairings =
        options.system == "gauntlet" ? match::gauntlet(players) : match::round_robin(players);
    const auto played = play(match::plan_games(pairings, options.arena.games));
    if (!played) return std::unexpected(played.error());
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
      ->expected(0, 1000)
      ->type_name("SPEC...");
  command
      ->add_option("--heuristics", options->heuristics,
                   "instead of players: linear heuristics by name, file or numbers, shipped for all that are "
                   "shipped, run:N for the finalists of a train genetic; copies are recognised")
      ->delimiter(',')
      ->type_name("LIST");
  command->add_option("--as", options->as, "the player that uses the heuristics, such as alphabeta:depth=3")
      ->type_name("SPEC")
      ->capture_default_str();
  add_arena_options(*command, options->arena, "games of each pairing");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
