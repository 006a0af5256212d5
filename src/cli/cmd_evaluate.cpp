#include <chrono>

#include "cli/arena.h"
#include "cli/commands.h"
#include "match/stats.h"

namespace turncoat::cli {

namespace {

struct EvaluateOptions {
  ArenaOptions arena;
  std::string player;
  std::string against = "random";
};

struct Report {
  match::MatchStats stats;
  match::MeanError win;  // shares of the games; errors are half of the 95 % interval
  match::MeanError draw;
  match::MeanError loss;
  ForfeitLog forfeits;
  double seconds = 0;
};

// The share of games that brought so many points.
match::MeanError share_of(const std::vector<match::SideResult>& results, double points) {
  std::vector<double> hits;
  for (const match::SideResult& result : results) hits.push_back(result.points == points ? 1.0 : 0.0);
  match::MeanError share = match::paired_mean(hits);
  // All alike is no proof of always: at least the end of Wilson's interval for none of so many games.
  const double z = match::kTwoSided95;
  share.error = std::max(z * share.error, z * z / (static_cast<double>(hits.size()) + z * z));
  return share;
}

void print_json(Context& context, const Arena& arena, const Report& report) {
  const match::MatchStats& stats = report.stats;
  const auto share = [](const match::MeanError& value, std::uint64_t games) {
    return nlohmann::ordered_json{{"games", games}, {"share", value.mean}, {"error", value.error}};
  };
  nlohmann::ordered_json json;
  json["player"] = arena.players()[0];
  json["against"] = arena.players()[1];
  json["games"] = stats.games;
  json["wins"] = share(report.win, stats.wins);
  json["draws"] = share(report.draw, stats.draws);
  json["losses"] = share(report.loss, stats.losses);
  json["disc_diff"] = stats.disc_diff;
  json["disc_diff_error"] = stats.disc_diff_error;
  report.forfeits.put_counts(json);
  arena.put_settings(json);
  json["seconds"] = report.seconds;
  context.out << dump(json);
}

void print_text(Context& context, const Arena& arena, const Report& report) {
  const match::MatchStats& stats = report.stats;
  const auto line = [&](std::string_view name, const match::MeanError& share, std::uint64_t games) {
    context.out << fmt::format("{:<7} {:>6.2f} % +- {:.2f}  {:>7} games\n", name, 100 * share.mean,
                               100 * share.error, games);
  };
  context.out << fmt::format("{} against {}: {}\n", arena.players()[0], arena.players()[1], arena.describe());
  line("wins", report.win, stats.wins);
  line("draws", report.draw, stats.draws);
  line("losses", report.loss, stats.losses);
  context.out << fmt::format("disc difference {:+.2f} +- {:.2f} (95 %)\n", stats.disc_diff,
                             stats.disc_diff_error);
  context.out << report.forfeits.text();
}

Result<int> run(Context& context, const EvaluateOptions& options) {
  const auto started = std::chrono::steady_clock::now();
  ArenaOptions arena_options = options.arena;
  // A measurement is cheap to make again; its games are kept where that was asked for.
  if (arena_options.store.empty() && !arena_options.resume) arena_options.no_store = true;
  // Random moves make every game another; other opponents need openings for that.
  if (arena_options.openings.empty() && options.against == "random") arena_options.openings = "none";
  ArenaRun arena_run;
  arena_run.kind = "evaluate";
  arena_run.specs = {options.player, options.against};
  arena_run.distinct_players = false;
  arena_run.games_per_pairing = arena_options.games;
  auto arena = Arena::prepare(arena_options, arena_run, context);
  if (!arena) return std::unexpected(arena.error());

  const auto plan = match::plan_games(match::gauntlet(2), arena_options.games);
  Result<std::vector<std::optional<match::Outcome>>> outcomes;
  {
    Progress progress(context.err, context.progress_style(), "evaluate", "games", plan.size());
    outcomes = arena->play(plan, progress);
  }
  if (!outcomes) return std::unexpected(outcomes.error());
  Report report;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if ((*outcomes)[i]) report.forfeits.add(plan[i], *(*outcomes)[i], arena->players());
  }
  const auto results = match::first_player_results(*outcomes);
  if (results.empty()) return fail(Error::Code::Cancelled, "stopped before a game was finished");
  report.stats = match::match_stats(results);
  report.win = share_of(results, 1);
  report.draw = share_of(results, 0.5);
  report.loss = share_of(results, 0);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  options.arena.json ? print_json(context, *arena, report) : print_text(context, *arena, report);
  return 0;
}

}  // namespace

void add_evaluate(CLI::App& app, Run& chosen) {
  CLI::App* command =
      app.add_subcommand("evaluate", "measure a player: its shares of wins, draws and losses, with errors");
  auto options = std::make_shared<EvaluateOptions>();
  options->arena.games = 10'000;
  command->add_option("player", options->player, "the player that is measured (turncoat players)")
      ->required();
  command->add_option("--against", options->against, "its opponent")
      ->type_name("PLAYER")
      ->capture_default_str();
  add_arena_options(*command, options->arena,
                    "how many games, in turn with either colour; from the start itself against random");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
