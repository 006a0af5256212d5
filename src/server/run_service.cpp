#include "server/run_service.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <set>

#include "base/text.h"
#include "engine/models.h"
#include "match/opening_lists.h"
#include "match/openings.h"
#include "match/ratings.h"
#include "match/results.h"
#include "server/presets.h"
#include "server/run_series.h"
#include "server/start.h"
#include "store/run_settings.h"

namespace turncoat::server {

namespace {

using store::RunId;

std::vector<std::string> players_of(const store::Run& run) {
  std::vector<std::string> players;
  const auto settings = parse_json(run.settings, 16);
  if (!settings) return players;
  const Json* list = find_field(*settings, "players");
  if (list == nullptr || !list->is_array()) return players;
  for (const Json& player : *list) {
    if (player.is_string()) players.push_back(player.get<std::string>());
  }
  return players;
}

std::string title_of(const store::Run& run) {
  const std::vector<std::string> players = players_of(run);
  if (players.size() == 2) return fmt::format("{} - {}", players[0], players[1]);
  if (!players.empty()) return fmt::format("{} players", players.size());
  return run.kind;
}

Json run_json(const store::Run& run, const std::string& state) {
  return {{"id", run.id},           {"kind", run.kind},   {"title", title_of(run)},
          {"created", run.created}, {"games", run.games}, {"state", state}};
}

double rounded(double number) {
  return std::round(number * 10) / 10;
}

Result<std::string> table_text(const store::Store& store, RunId id, const std::string& state) {
  const auto runs = store.runs();
  if (!runs) return std::unexpected(runs.error());
  const auto run = std::ranges::find(*runs, id, &store::Run::id);
  if (run == runs->end()) return fail(Error::Code::NotFound, "there is no run {}", id);
  const auto results = store.results_of(id);
  if (!results) return std::unexpected(results.error());
  const auto history = store.history_of(id);
  if (!history) return std::unexpected(history.error());
  std::vector<std::string> players = players_of(*run);
  const auto place_of = [&](const std::string& name) {
    const auto found = std::ranges::find(players, name);
    if (found != players.end()) return static_cast<int>(found - players.begin());
    players.push_back(name);
    return static_cast<int>(players.size() - 1);
  };
  struct Played {
    match::PlannedGame planned;
    match::Outcome outcome;
  };
  std::vector<Played> games;
  for (const store::RunResult& result : *results) {
    if (!result.score) continue;
    const int black = place_of(result.black);
    const int white = place_of(result.white);
    if (black == white) continue;  // a player against itself tells nothing about who is stronger
    games.push_back({{result.item, 0, {black, white}}, {*result.score, record::Ending::Finished, {}, ""}});
  }
  match::ResultTable table(static_cast<int>(players.size()));
  for (const Played& game : games) table.add(game.planned, game.outcome);
  Json json = run_json(*run, state);
  json["players"] = players;
  json["crosstable"] = Json::array();
  for (int row = 0; row < table.players(); ++row) {
    Json cells = Json::array();
    for (int column = 0; column < table.players(); ++column) {
      const match::Tally& tally = table.tally(row, column);
      cells.push_back({{"wins", tally.wins}, {"draws", tally.draws}, {"losses", tally.losses}});
    }
    json["crosstable"].push_back(cells);
  }
  json["ratings"] = Json::array();
  const auto ratings = match::fit_ratings(table.players(), table.pairs());
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    json["ratings"].push_back(
        {{"name", players[i]}, {"elo", rounded(ratings[i].elo)}, {"error", rounded(ratings[i].error)}});
  }
  json["series"] = series_of(*history);
  return dump(json);
}

Result<match::OpeningList> read_openings(const rules::RulesetPtr& rules, std::uint64_t games,
                                         std::uint64_t seed) {
  const std::string wanted = match::default_openings(*rules);
  if (wanted == "balanced") {
    const auto path = engine::find_model("openings-8.txt");
    if (path) return match::read_balanced_list(path->string(), rules, seed);
  }
  return match::random_opening_list(rules, rules->size == 4 ? 2 : 8, games, seed);
}

auto answered(RunService::Done done) {
  return [done = std::move(done)](Result<std::string> text) {
    if (text) {
      done(*std::move(text));
    } else {
      done(std::unexpected(problem_of(text.error())));
    }
  };
}

}  // namespace

struct RunService::Tournament {
  std::vector<std::string> players;
  rules::RulesetPtr rules;
  std::uint64_t games = 0;  // of each pairing
  TimeControl time;
  std::uint64_t seed = 1;
  std::stop_source stop;
  std::optional<Throttle> updates;
};

std::string RunService::state_of(RunId id) const {
  return running_.contains(id) ? "running" : "done";
}

void RunService::list(Done done) {
  std::set<RunId> running;
  for (const auto& [id, tournament] : running_) running.insert(id);
  parts_.store.run(
      [running](const store::Store& store) -> Result<std::string> {
        const auto runs = store.runs();
        if (!runs) return std::unexpected(runs.error());
        Json list = Json::array();
        for (auto run = runs->rbegin(); run != runs->rend(); ++run) {
          list.push_back(run_json(*run, running.contains(run->id) ? "running" : "done"));
        }
        return dump({{"runs", list}});
      },
      answered(std::move(done)));
}

void RunService::get(RunId id, Done done) {
  parts_.store.run(
      [id, state = state_of(id)](const store::Store& store) { return table_text(store, id, state); },
      answered(std::move(done)));
}

void RunService::show(RunId id) {
  if (!parts_.hub.is_watched(subject(id))) return;
  get(id, [this, id](Answer<std::string> text) {
    if (!text) return;
    parts_.hub.publish(
        subject(id), subject(id),
        std::make_shared<const std::string>(fmt::format("{{\"type\":\"run\",\"run\":{}}}", *text)));
  });
}

void RunService::start_tournament(const Json& body, Done done) {
  const auto refused = [&](const Error& error) { done(std::unexpected(problem_of(error))); };
  auto tournament = std::make_shared<Tournament>();
  const Json* players = find_field(body, "players");
  if (players == nullptr || !players->is_array())
    return refused({Error::Code::Parse, "\"players\" must be a list of specs"});
  if (players->size() < 2 || players->size() > static_cast<std::size_t>(parts_.limits.tournament_players)) {
    return refused({Error::Code::Range,
                    fmt::format("a tournament has 2 to {} players", parts_.limits.tournament_players)});
  }
  for (const Json& player : *players) {
    if (!player.is_string()) return refused({Error::Code::Parse, "\"players\" must be a list of specs"});
    auto spec = check_spec(player.get<std::string>(), parts_.limits, parts_.threads);
    if (!spec) return refused(spec.error());
    if (std::ranges::find(tournament->players, *spec) != tournament->players.end()) {
      return refused({Error::Code::Conflict, fmt::format("{} is named twice; name each player once", *spec)});
    }
    tournament->players.push_back(*std::move(spec));
  }
  const auto rules_name = optional_text_field(body, "rules");
  if (!rules_name) return refused(rules_name.error());
  const auto rules = find_preset(rules_name->value_or("standard-8"));
  if (!rules) return refused({Error::Code::Range, rules.error().message});
  tournament->rules = *rules;
  const auto pairings = static_cast<std::int64_t>(players->size() * (players->size() - 1) / 2);
  const auto most = static_cast<std::int64_t>(parts_.limits.tournament_games) / pairings;
  const auto games = optional_integer_field(body, "games", 1, most);
  if (!games) return refused(games.error());
  tournament->games = static_cast<std::uint64_t>(games->value_or(2));
  const auto time = optional_text_field(body, "time");
  if (!time) return refused(time.error());
  if (*time) {
    const auto control = parse_time_control(**time);
    if (!control) return refused(control.error());
    tournament->time = *control;
  }
  const auto seed = optional_integer_field(body, "seed", 0, std::int64_t{1} << 53);
  if (!seed) return refused(seed.error());
  tournament->seed = static_cast<std::uint64_t>(seed->value_or(1));
  if (stopped_ || running_.size() >= static_cast<std::size_t>(parts_.limits.tournaments)) {
    return done(refuse(429, "too_many", "a tournament is being played; wait or stop it"));
  }
  parts_.store.run(
      [tournament](store::Store& store) -> Result<RunId> {
        const auto openings = read_openings(tournament->rules, tournament->games, tournament->seed);
        if (!openings) return std::unexpected(openings.error());
        return store.begin_run(
            "tournament",
            store::run_settings_text({{"system", "round-robin"}}, {.players = tournament->players,
                                                                   .rules = *tournament->rules,
                                                                   .openings = openings->fingerprint,
                                                                   .time = tournament->time,
                                                                   .pace = "smooth",
                                                                   .time_margin = match::kDefaultTimeMargin,
                                                                   .seed = tournament->seed}));
      },
      [this, tournament, done = std::move(done)](Result<RunId> id) {
        if (!id) return done(std::unexpected(problem_of(id.error())));
        play(*id, tournament);
        get(*id, done);
      });
}

void RunService::play(RunId id, const std::shared_ptr<Tournament>& tournament) {
  tournament->updates.emplace(parts_.loop, parts_.limits.update_interval * 5);
  running_.emplace(id, tournament);
  const bool submitted = parts_.workers.submit(
      [this, id, tournament, &loop = parts_.loop, &thread = parts_.store, make_player = parts_.make_player,
       token = tournament->stop.get_token(), threads = std::max(1, parts_.threads / 2)] {
        const auto ended = [this, id, &loop] {
          loop.post([this, id] {
            running_.erase(id);
            show(id);
          });
        };
        auto openings = read_openings(tournament->rules, tournament->games, tournament->seed);
        if (!openings) return ended();
        match::RunnerOptions options;
        options.players = tournament->players;
        options.make_player = make_player;
        options.openings = std::move(openings->games);
        options.event = "tournament";
        options.time = tournament->time;
        options.seed = tournament->seed;
        options.threads = threads;
        options.stop = token;
        options.on_game = [&](const match::PlannedGame& planned,
                              const record::GameRecord& record) -> Result<void> {
          // Written by the store's thread, in the order they end.
          thread.run([id, item = planned.item,
                      record](store::Store& store) { return store.add_game(id, item, record); },
                     [this, id](const Result<store::GameId>& added) {
                       const auto found = running_.find(id);
                       if (found == running_.end()) return;
                       if (!added) found->second->stop.request_stop();
                       found->second->updates->offer([this, id] { show(id); });
                     });
          return {};
        };
        try {
          const auto pairings = match::round_robin(static_cast<int>(tournament->players.size()));
          (void)match::run_games(match::plan_games(pairings, tournament->games), {}, options);
        } catch (const std::exception&) {  // no memory: the games that were played are stored
        }
        ended();
      });
  if (!submitted) running_.erase(id);
}

Answer<void> RunService::stop_work(RunId id) {
  const auto found = running_.find(id);
  if (found == running_.end()) return refuse(404, "not_found", "run {} is not being worked on here", id);
  found->second->stop.request_stop();
  return {};
}

void RunService::stop() {
  stopped_ = true;
  for (const auto& [id, tournament] : running_) tournament->stop.request_stop();
}

}  // namespace turncoat::server
