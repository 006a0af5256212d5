#include "cli/arena.h"

#include <algorithm>

#include "base/text.h"
#include "cli/store_option.h"
#include "cli/threads_option.h"
#include "engine/models.h"
#include "engine/registry.h"
#include "match/opening_lists.h"
#include "match/openings.h"
#include "store/run_settings.h"

namespace turncoat::cli {

namespace {

constexpr std::uint64_t kMostGames = 1'000'000;  // of a run: outcomes are kept in memory
constexpr std::size_t kForfeitsShown = 5;

Result<rules::RulesetPtr> read_rules(const ArenaOptions& options) {
  auto rules = rules::find_ruleset(options.rules);
  if (!rules) return fail_at(rules.error(), "--rules");
  if (options.scoring == "empties") return rules::with_scoring(*rules, rules::Scoring::EmptiesToWinner);
  if (options.scoring == "discs") return rules::with_scoring(*rules, rules::Scoring::DiscsOnly);
  return rules;
}

// Canonical specs; wrong names and values, and players of other boards, are found here, before any game.
Result<std::vector<std::string>> read_players(const std::vector<std::string>& specs,
                                              const rules::Ruleset& rules, bool distinct) {
  std::vector<std::string> players;
  for (const std::string& spec : specs) {
    auto canonical = engine::canonical_spec(spec);
    if (!canonical) return std::unexpected(canonical.error());
    const auto made = engine::make_player(spec);
    if (!made) return std::unexpected(made.error());
    if (auto fits = (*made)->accepts(rules); !fits) return std::unexpected(fits.error());
    // Two of the same cannot be told apart in a table, and would get two ratings for one strength.
    const auto same = std::ranges::find(players, *canonical);
    if (distinct && same != players.end()) {
      return fail(Error::Code::Conflict, "players {} and {} are both {}; name each player once",
                  same - players.begin() + 1, players.size() + 1, *canonical);
    }
    players.push_back(std::move(*canonical));
  }
  return players;
}

Result<match::OpeningList> read_openings(const std::string& text, const rules::RulesetPtr& rules,
                                         std::uint64_t games, std::uint64_t seed) {
  if (text == "balanced") {
    const auto path = engine::find_model("openings-8.txt");
    if (!path) return fail_at(path.error(), "--openings balanced");
    auto openings = match::read_balanced_list(path->string(), rules, seed);
    if (!openings) return fail_at(openings.error(), "--openings balanced");
    return openings;
  }
  const auto plies = match::parse_random_openings(text);
  if (!plies) return fail_at(plies.error(), "--openings");
  if (!*plies) {
    auto openings = match::read_opening_list(text, rules);
    if (!openings) {
      return fail(openings.error().code, "--openings is balanced, random:PLIES, none or a file: {}",
                  openings.error().message);
    }
    return openings;
  }
  auto openings = match::random_opening_list(rules, **plies, games, seed);
  if (!openings) return fail_at(openings.error(), "--openings {}", text);
  return openings;
}

// "early", or "early,smooth": one for each player.
Result<std::vector<player::Pace>> read_paces(const std::string& text, std::size_t players) {
  std::vector<player::Pace> paces;
  for (const std::string_view name : split(text, ',')) {
    if (name != "smooth" && name != "early") {
      return fail(Error::Code::Parse, "--pace: {} is neither smooth nor early", quote(name));
    }
    paces.push_back(name == "early" ? player::Pace::Early : player::Pace::Smooth);
  }
  if (paces.size() > 1 && paces.size() != players) {
    return fail(Error::Code::Parse, "--pace: {} paces for {} players", paces.size(), players);
  }
  return paces;
}

}  // namespace

void add_arena_options(CLI::App& command, ArenaOptions& options, const std::string& games_help) {
  options.time_margin = format_duration(match::kDefaultTimeMargin);
  command.add_option("--games", options.games, games_help)
      ->check(CLI::Range(std::uint64_t{1}, kMostGames))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--rules", options.rules, "a ruleset's name or file")->capture_default_str();
  command
      .add_option("--scoring", options.scoring,
                  "count empties for the winner, or discs only; the ruleset's when left out")
      ->check(CLI::IsMember({"empties", "discs"}))
      ->type_name("WAY");
  command
      .add_option("--openings", options.openings,
                  "balanced, random:PLIES, none, or a file of games or positions; balanced on standard-8, "
                  "random:8 elsewhere when left out")
      ->type_name("WHAT")
      ->capture_default_str();
  command
      .add_option("--time", options.time, "1s/move, 60s/game, 60s+1s or none; the ruleset's when left out")
      ->type_name("CLOCK");
  command
      .add_option("--pace", options.pace,
                  "how a game's time is spread: smooth, most in the middle game; early, most at the start; "
                  "or one for each player, as in early,smooth")
      ->type_name("PACE")
      ->capture_default_str();
  command.add_option("--time-margin", options.time_margin, "overstepping that is forgiven")
      ->type_name("TIME")
      ->capture_default_str();
  add_threads_option(command, options.threads, kGamesAtOnce);
  command.add_option("--seed", options.seed, "decides openings and every random choice")
      ->type_name("S")
      ->capture_default_str();
  add_store_option(command, options.store);
  command.add_flag("--no-store", options.no_store, "keep no games");
  command.add_flag("--resume", options.resume, "go on with the newest run of the same settings");
  command.add_flag("--json", options.json, "print JSON");
}

Result<Arena> Arena::prepare(const ArenaOptions& options, const ArenaRun& run, Context& context) {
  if (options.no_store && options.resume) {
    return fail(Error::Code::Conflict, "--resume needs the store: leave --no-store out");
  }
  if (options.no_store && !options.store.empty()) {
    return fail(Error::Code::Conflict, "--store and --no-store contradict each other");
  }
  if (run.pairings * run.games_per_pairing > kMostGames) {
    return fail(Error::Code::Range, "{} pairings of {} games are more than {} games; ask for fewer",
                run.pairings, options.games, kMostGames);
  }
  Arena arena;
  const auto rules = read_rules(options);
  if (!rules) return std::unexpected(rules.error());
  arena.rules_ = *rules;
  auto players = read_players(run.specs, **rules, run.distinct_players);
  if (!players) return std::unexpected(players.error());
  arena.runner_.players = std::move(*players);
  arena.runner_.make_player = [](const std::string& spec) { return engine::make_player(spec); };
  arena.runner_.threads = options.threads;
  const auto margin = parse_duration(options.time_margin);
  if (!margin) return fail_at(margin.error(), "--time-margin");
  arena.runner_.time_margin = *margin;
  arena.runner_.time = arena.rules_->clock;
  if (!options.time.empty()) {
    const auto time = parse_time_control(options.time);
    if (!time) return fail_at(time.error(), "--time");
    arena.runner_.time = *time;
  }
  arena.pace_text_ = options.pace;
  auto paces = read_paces(options.pace, arena.runner_.players.size());
  if (!paces) return std::unexpected(paces.error());
  arena.runner_.paces = *std::move(paces);
  arena.runner_.seed = options.seed;
  arena.runner_.event = run.kind;
  arena.runner_.stop = context.stop;
  arena.openings_text_ = options.openings.empty() ? match::default_openings(*arena.rules_) : options.openings;
  auto openings = read_openings(arena.openings_text_, arena.rules_, run.games_per_pairing, options.seed);
  if (!openings) return std::unexpected(openings.error());
  arena.runner_.openings = std::move(openings->games);
  if (!options.no_store) {
    if (auto opened = arena.open_run(options, run, openings->fingerprint, context); !opened) {
      return std::unexpected(opened.error());
    }
  }
  return arena;
}

Result<void> Arena::open_run(const ArenaOptions& options, const ArenaRun& run, const std::string& openings,
                             Context& context) {
  auto opened = open_store(options.store);
  if (!opened) return std::unexpected(opened.error());
  store_ = std::move(*opened);

  // What decides a game, and nothing else: the number of games may grow and threads may change on resuming.
  const std::string text = store::run_settings_text(run.own_settings, {.players = runner_.players,
                                                                       .rules = *rules_,
                                                                       .openings = openings,
                                                                       .time = runner_.time,
                                                                       .pace = pace_text_,
                                                                       .time_margin = runner_.time_margin,
                                                                       .seed = runner_.seed});

  if (options.resume) {
    const auto found = store_->find_run(run.kind, text);
    if (!found) return std::unexpected(found.error());
    if (*found) {
      run_ = (*found)->id;
      const auto games = store_->games_of(run_);
      if (!games) return std::unexpected(games.error());
      for (const auto& [item, record] : *games) {
        if (const auto outcome = match::outcome_of(record)) finished_.emplace(item, *outcome);
      }
      context.err << fmt::format("resuming run {} with {} games\n", run_, finished_.size());
      return {};
    }
    context.err << "no run with these settings to resume; starting a new one\n";
  }
  const auto begun = store_->begin_run(run.kind, text);
  if (!begun) return std::unexpected(begun.error());
  run_ = *begun;
  return {};
}

Result<std::vector<std::optional<match::Outcome>>> Arena::play(
    std::span<const match::PlannedGame> plan, Progress& progress,
    const std::function<bool(const match::PlannedGame&, const match::Outcome&)>& enough) {
  progress.already_done(static_cast<std::uint64_t>(
      std::ranges::count_if(plan, [&](const auto& planned) { return finished_.contains(planned.item); })));
  match::RunnerOptions options = runner_;
  options.enough = enough;
  options.on_game = [&](const match::PlannedGame& planned, const record::GameRecord& record) -> Result<void> {
    if (store_) {
      if (const auto added = store_->add_game(run_, planned.item, record); !added) {
        return std::unexpected(added.error());
      }
    }
    progress.advance();
    return {};
  };
  return match::run_games(plan, finished_, options);
}

std::string Arena::describe() const {
  return fmt::format("{}, {}{}, openings {}, seed {}", rules_->name,
                     runner_.time.unlimited() ? "no clock" : format_time_control(runner_.time),
                     pace_text_ == "smooth" ? "" : ", pace " + pace_text_, openings_text_, runner_.seed);
}

void Arena::put_settings(nlohmann::ordered_json& json) const {
  json["rules"] = rules_->name;
  json["time"] = format_time_control(runner_.time);
  json["pace"] = pace_text_;
  json["openings"] = openings_text_;
  json["seed"] = runner_.seed;
  json["threads"] = runner_.threads;
}

void ForfeitLog::add(const match::PlannedGame& planned, const match::Outcome& outcome,
                     std::span<const std::string> players) {
  counts_.add(outcome);
  if (!outcome.loser || first_.size() == kForfeitsShown) return;
  const int loser = *outcome.loser == rules::Color::Black ? planned.black() : planned.white();
  first_.push_back(fmt::format("  game {}: {} lost ({}): {}", planned.item + 1,
                               players[static_cast<std::size_t>(loser)], ending_name(outcome.ending),
                               outcome.reason));
}

std::string ForfeitLog::text() const {
  if (first_.empty()) return "";
  const std::uint64_t all = counts_.time + counts_.illegal + counts_.failed + counts_.resigned;
  return fmt::format("not played out: {} on time, {} illegal, {} failed, {} resigned{}\n{}\n", counts_.time,
                     counts_.illegal, counts_.failed, counts_.resigned,
                     all > first_.size() ? fmt::format("; the first {}:", first_.size()) : ":",
                     join(first_, "\n"));
}

void ForfeitLog::put_counts(nlohmann::ordered_json& json) const {
  json["time_forfeits"] = counts_.time;
  json["illegal"] = counts_.illegal;
  json["failed"] = counts_.failed;
  json["resigned"] = counts_.resigned;
}

std::string dump(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace turncoat::cli
