#include "learn/zero_rating.h"

#include <nlohmann/json.hpp>

#include "base/spec.h"
#include "engine/registry.h"
#include "match/openings.h"
#include "match/runner.h"

namespace turncoat::learn {

namespace {

// Few plies keep a small board's games fair.
int opening_plies(int size) {
  return size <= 4 ? 1 : size <= 6 ? 4 : 8;
}

match::PairResult pair_result(int a, int b, const match::MatchStats& stats) {
  return {a, b, stats.wins, stats.draws, stats.losses};
}

}  // namespace

std::string zero_spec(const std::filesystem::path& net, const ZeroMatchSettings& settings) {
  return format_spec({"zero",
                      {{"net", net.string()},
                       {"sims", fmt::format("{}", settings.sims)},
                       {"solve", fmt::format("{}", settings.solve)},
                       {"symmetry", "random"},
                       {"batch", "4"}}});
}

Result<match::MatchStats> play_match(const std::string& first, const std::string& second, std::uint64_t games,
                                     const ZeroMatchSettings& settings) {
  auto openings = match::random_openings(settings.rules, opening_plies(settings.rules->size), (games + 1) / 2,
                                         settings.seed);
  if (!openings) return std::unexpected(openings.error());
  match::RunnerOptions options;
  options.players = {first, second};
  options.make_player = [](const std::string& spec) { return engine::make_player(spec); };
  options.openings = *std::move(openings);
  options.seed = settings.seed;
  options.threads = settings.threads;
  options.stop = settings.stop;
  std::optional<Error> failed;
  options.on_game = [&](const match::PlannedGame&, const record::GameRecord& record) -> Result<void> {
    if (record.loser && record.ending != record::Ending::Finished && !record.reason.empty()) {
      return fail(Error::Code::Unavailable, "a rating game was not played out: {}", record.reason);
    }
    if (settings.on_game) settings.on_game();
    return {};
  };
  const std::vector<match::Pairing> pairing = {{0, 1}};
  const auto outcomes = match::run_games(match::plan_games(pairing, games), {}, options);
  if (!outcomes) return std::unexpected(outcomes.error());
  if (settings.stop.stop_requested()) return fail(Error::Code::Cancelled, "the match was stopped");
  return match::match_stats(match::first_player_results(*outcomes));
}

std::vector<std::string> rating_opponents(int size) {
  if (size <= 4) return {"random", "greedy", "mcts:sims=200"};
  if (size <= 6) return {"random", "greedy", "mcts:sims=200", "mcts:sims=5000"};
  return {"random", "alphabeta:depth=1", "mcts:sims=300", "mcts:sims=3000", "alphabeta:depth=5"};
}

Result<ZeroAnchors> measure_anchors(std::uint64_t games, const ZeroMatchSettings& settings) {
  ZeroAnchors anchors;
  anchors.players = rating_opponents(settings.rules->size);
  for (const match::Pairing& pairing : match::round_robin(static_cast<int>(anchors.players.size()))) {
    const auto stats = play_match(anchors.players[static_cast<std::size_t>(pairing.a)],
                                  anchors.players[static_cast<std::size_t>(pairing.b)], games, settings);
    if (!stats) return std::unexpected(stats.error());
    anchors.results.push_back(pair_result(pairing.a, pairing.b, *stats));
  }
  return anchors;
}

std::string format_anchors(const ZeroAnchors& anchors) {
  nlohmann::ordered_json json = {{"players", anchors.players}, {"results", nlohmann::ordered_json::array()}};
  for (const match::PairResult& result : anchors.results) {
    json["results"].push_back({result.a, result.b, result.wins, result.draws, result.losses});
  }
  return json.dump() + "\n";
}

Result<ZeroAnchors> parse_anchors(const std::string& text, const std::string& source) {
  const auto bad = [&] { return fail(Error::Code::Parse, "{} is not a list of results", source); };
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("players") || !json["players"].is_array() ||
      !json.contains("results") || !json["results"].is_array()) {
    return bad();
  }
  ZeroAnchors anchors;
  for (const auto& player : json["players"]) {
    if (!player.is_string()) return bad();
    anchors.players.push_back(player.get<std::string>());
  }
  for (const auto& row : json["results"]) {
    if (!row.is_array() || row.size() != 5) return bad();
    for (const auto& number : row) {
      if (!number.is_number_unsigned()) return bad();
    }
    const match::PairResult result{row[0].get<int>(), row[1].get<int>(), row[2].get<std::uint64_t>(),
                                   row[3].get<std::uint64_t>(), row[4].get<std::uint64_t>()};
    const int count = static_cast<int>(anchors.players.size());
    if (result.a < 0 || result.b < 0 || result.a >= count || result.b >= count || result.a == result.b) {
      return bad();
    }
    anchors.results.push_back(result);
  }
  return anchors;
}

Result<ZeroRating> rate_network(const std::filesystem::path& net, const ZeroAnchors& anchors,
                                std::uint64_t games, const ZeroMatchSettings& settings) {
  ZeroRating rating;
  std::vector<match::PairResult> results = anchors.results;
  const int self = static_cast<int>(anchors.players.size());
  for (int i = 0; i < self; ++i) {
    const std::string& opponent = anchors.players[static_cast<std::size_t>(i)];
    const auto stats = play_match(zero_spec(net, settings), opponent, games, settings);
    if (!stats) return std::unexpected(stats.error());
    results.push_back(pair_result(self, i, *stats));
    rating.scores.emplace_back(opponent, stats->score);
  }
  const std::vector<match::Rating> ratings = match::fit_ratings(self + 1, results);
  rating.elo = ratings.back().elo - ratings.front().elo;
  rating.error = ratings.back().error;
  return rating;
}

}  // namespace turncoat::learn
