#include <chrono>

#include "cli/arena.h"
#include "cli/commands.h"
#include "cli/depth_log.h"
#include "match/stats.h"

namespace turncoat::cli {

namespace {

struct MatchOptions {
  ArenaOptions arena;
  std::string a;
  std::string b;
  std::string sprt;
  bool depths = false;
};

// Follows the games in order and says when the test is decided.
class SprtWatch {
 public:
  explicit SprtWatch(const match::SprtParams& params) : params_(params), state_(sprt(pairs_, params)) {}

  bool decided(const match::PlannedGame& planned, const match::Outcome& outcome) {
    const double points = match::first_player_result(outcome, planned.game).points;
    if (planned.game % 2 == 0) {
      first_of_pair_ = points;
      return false;
    }
    ++pairs_[static_cast<std::size_t>(2 * (first_of_pair_ + points) + 0.5)];
    state_ = sprt(pairs_, params_);
    return state_.verdict != match::SprtVerdict::Continue;
  }

  std::string verdict() const {
    switch (state_.verdict) {
      case match::SprtVerdict::AcceptElo0:
        return "elo0";
      case match::SprtVerdict::AcceptElo1:
        return "elo1";
      case match::SprtVerdict::Continue:
        break;
    }
    return "open";
  }

  nlohmann::ordered_json json() const {
    return {{"elo0", params_.elo0},  {"elo1", params_.elo1}, {"alpha", params_.alpha},
            {"beta", params_.beta},  {"llr", state_.llr},    {"lower", state_.lower},
            {"upper", state_.upper}, {"verdict", verdict()}};
  }

  std::string text() const {
    return fmt::format("SPRT elo0 {} elo1 {}: log-likelihood ratio {:.2f} in ({:.2f}, {:.2f}), {}\n",
                       params_.elo0, params_.elo1, state_.llr, state_.lower, state_.upper,
                       verdict() == "open" ? "undecided" : verdict() + " accepted");
  }

 private:
  match::SprtParams params_;
  match::PairCounts pairs_{};
  double first_of_pair_ = 0;
  match::SprtState state_;
};

struct Report {
  match::MatchStats stats;
  ForfeitLog forfeits;
  std::optional<SprtWatch> sprt;
  std::optional<DepthLog> depths;
  double seconds = 0;
};

void print_json(Context& context, const Arena& arena, const Report& report) {
  const match::MatchStats& stats = report.stats;
  nlohmann::ordered_json json;
  json["a"] = arena.players()[0];
  json["b"] = arena.players()[1];
  json["games"] = stats.games;
  json["wins"] = stats.wins;
  json["draws"] = stats.draws;
  json["losses"] = stats.losses;
  json["score"] = stats.score;
  json["elo"] = stats.elo ? nlohmann::ordered_json(*stats.elo) : nlohmann::ordered_json();
  json["elo_error"] = stats.elo_error ? nlohmann::ordered_json(*stats.elo_error) : nlohmann::ordered_json();
  json["los"] = stats.los;
  json["disc_diff"] = stats.disc_diff;
  json["disc_diff_error"] = stats.disc_diff_error;
  report.forfeits.put_counts(json);
  arena.put_settings(json);
  json["seconds"] = report.seconds;
  if (report.sprt) json["sprt"] = report.sprt->json();
  if (report.depths) report.depths->put(json);
  context.out << dump(json);
}

void print_text(Context& context, const Arena& arena, const Report& report) {
  const match::MatchStats& stats = report.stats;
  context.out << fmt::format("{} against {}: {}\n", arena.players()[0], arena.players()[1], arena.describe());
  context.out << fmt::format("games {}  wins {}  draws {}  losses {}  score {:.1f} %\n", stats.games,
                             stats.wins, stats.draws, stats.losses, 100 * stats.score);
  if (stats.elo && stats.elo_error) {
    context.out << fmt::format("Elo {:+.1f} +- {:.1f} (95 %)  likelihood of superiority {:.1f} %\n",
                               *stats.elo, *stats.elo_error, 100 * stats.los);
    context.out << fmt::format("disc difference {:+.2f} +- {:.2f} (95 %)\n", stats.disc_diff,
                               stats.disc_diff_error);
  }
  if (report.sprt) context.out << report.sprt->text();
  context.out << report.forfeits.text();
  if (report.depths) report.depths->print(context.out);
}

Result<int> run(Context& context, const MatchOptions& options) {
  const auto started = std::chrono::steady_clock::now();
  Report report;
  if (!options.sprt.empty()) {
    const auto params = match::parse_sprt(options.sprt);
    if (!params) return fail_at(params.error(), "--sprt");
    report.sprt.emplace(*params);
  }
  ArenaRun arena_run;
  arena_run.kind = "match";
  arena_run.specs = {options.a, options.b};
  arena_run.distinct_players = false;  // against itself: a check of openings and colours
  arena_run.games_per_pairing = options.arena.games;
  auto arena = Arena::prepare(options.arena, arena_run, context);
  if (!arena) return std::unexpected(arena.error());

  if (options.depths) {
    report.depths.emplace();
    arena->watch_moves([&](const auto& planned, const auto& move) { report.depths->add(planned, move); });
  }
  const auto plan = match::plan_games(match::gauntlet(2), options.arena.games);
  Result<std::vector<std::optional<match::Outcome>>> outcomes;
  {
    Progress progress(context.err, context.progress_style(), "match", "games", plan.size());
    match::Tally tally;
    outcomes = arena->play(plan, progress, [&](const auto& planned, const auto& outcome) {
      tally.add(outcome, planned.game % 2 == 0 ? rules::Color::Black : rules::Color::White);
      progress.note(fmt::format("+{} ={} -{}", tally.wins, tally.draws, tally.losses));
      return report.sprt && report.sprt->decided(planned, outcome);
    });
  }
  if (!outcomes) return std::unexpected(outcomes.error());
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if ((*outcomes)[i]) report.forfeits.add(plan[i], *(*outcomes)[i], arena->players());
  }
  report.stats = match::match_stats(match::first_player_results(*outcomes));
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  options.arena.json ? print_json(context, *arena, report) : print_text(context, *arena, report);
  return 0;
}

}  // namespace

void add_match(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("match", "play two players against each other and measure them");
  auto options = std::make_shared<MatchOptions>();
  options->arena.games = 100;
  command->add_option("a", options->a, "the player that is measured, such as greedy (turncoat players)")
      ->required();
  command->add_option("b", options->b, "its opponent")->required();
  add_arena_options(*command, options->arena, "how many games; each opening is played with both colours");
  command->add_option("--sprt", options->sprt, "stop when elo0,elo1[,alpha,beta] is decided, such as 0,5")
      ->type_name("TEST");
  command->add_flag("--depths", options->depths,
                    "list every move played now with the depth its player finished, its nodes and its time");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
