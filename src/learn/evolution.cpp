#include "learn/evolution.h"

#include <algorithm>

#include "base/check.h"
#include "base/spec.h"
#include "eval/linear_forms.h"
#include "match/openings.h"
#include "match/runner.h"
#include "search/alphabeta.h"

namespace turncoat::learn {

namespace {

using match::PlannedGame;
using Outcomes = std::vector<std::optional<match::Outcome>>;

// A game's number: the final's bit, or iteration and generation, then its number there.
constexpr int kIterationShift = 40;
constexpr int kGenerationShift = 24;
constexpr std::uint64_t kMeasuring = std::uint64_t{1} << 23;
constexpr std::uint64_t kFinal = std::uint64_t{1} << 62;
constexpr int kFinalGameShift = 30;
constexpr std::uint64_t kMostFinalGames = 100'000;

// Enough for shallow searches, and quick to clear before every game.
constexpr std::uint64_t kTableBytes = 1 << 20;
constexpr std::uint64_t kDeepTableBytes = 16 << 20;

search::AlphaBetaParams player_params(const EvolutionSettings& settings, const eval::LinearWeights& weights) {
  search::AlphaBetaParams params;
  params.depth = settings.depth;
  params.eval = search::EvalKind::Linear;
  params.weights = eval::format_linear_numbers(weights);
  params.patience = settings.patience;
  params.tt = settings.depth == 0 || settings.depth > 4 ? kDeepTableBytes : kTableBytes;
  return params;
}

class Evolution {
 public:
  Evolution(const EvolutionSettings& settings, const EvolutionHost& host)
      : settings_(settings),
        host_(host),
        shape_(settings.genome, settings.rules),
        squares_(settings.rules->size * settings.rules->size) {}

  Result<EvolutionResult> run() {
    for (const NamedHeuristic& known : settings_.panel) add_finalist({known, std::nullopt});
    for (int iteration = 0; iteration < settings_.iterations; ++iteration) {
      const auto complete = run_iteration(iteration);
      if (!complete) return std::unexpected(complete.error());
      if (!*complete) return std::move(result_);
    }
    const auto complete = play_final();
    if (!complete) return std::unexpected(complete.error());
    result_.complete = *complete;
    return std::move(result_);
  }

 private:
  // Plays what is not known yet, with `base` added to the numbers of the games.
  Result<Outcomes> play(std::span<const PlannedGame> plan, std::uint64_t base,
                        const std::vector<eval::LinearWeights>& players, std::uint64_t games_of_pairing,
                        std::uint64_t opening_seed) {
    std::vector<PlannedGame> numbered(plan.begin(), plan.end());
    for (PlannedGame& planned : numbered) planned.item += base;
    match::RunnerOptions options;
    std::map<std::string, eval::LinearWeights> by_spec;
    for (const eval::LinearWeights& weights : players) {
      options.players.push_back(player_spec(settings_, weights));
      by_spec.emplace(options.players.back(), weights);
    }
    options.make_player = [&](const std::string& spec) -> Result<std::unique_ptr<player::Player>> {
      const eval::LinearWeights& weights = by_spec.at(spec);
      return std::make_unique<search::SearchPlayer>(search::alphabeta_settings(
          player_params(settings_, weights), [weights](const rules::Ruleset&) { return weights; }));
    };
    auto openings = match::random_openings(settings_.rules, settings_.opening_plies,
                                           (games_of_pairing + 1) / 2, opening_seed);
    if (!openings) return std::unexpected(openings.error());
    options.openings = std::move(*openings);
    options.event = "evolution";
    options.time = settings_.time;
    options.seed = settings_.seed;
    options.threads = host_.threads;
    options.stop = host_.stop;
    options.on_game = [&](const PlannedGame& planned, const record::GameRecord& record) -> Result<void> {
      return host_.on_game ? host_.on_game(planned.item, record) : Result<void>{};
    };
    auto outcomes = match::run_games(numbered, host_.finished, options);
    if (outcomes) result_.games += plan.size();
    return outcomes;
  }

  std::unique_ptr<Breeder> make_breeder(int iteration) const {
    std::vector<Genome> start;
    for (const eval::LinearWeights& weights : settings_.start) start.push_back(shape_.genome(weights));
    const Rng rng = Rng::stream(settings_.seed, static_cast<std::uint64_t>(iteration));
    if (settings_.method == EvolutionMethod::CmaEs) {
      return make_cma_es(shape_, settings_.population, settings_.sigma, start, rng);
    }
    return make_genetic(shape_, settings_.plan, start, rng);
  }

  // False when it was stopped.
  Result<bool> run_iteration(int iteration) {
    const auto breeder = make_breeder(iteration);
    for (int generation = 0; generation < settings_.generations; ++generation) {
      const std::uint64_t base = static_cast<std::uint64_t>(iteration) << kIterationShift |
                                 static_cast<std::uint64_t>(generation) << kGenerationShift;
      const auto complete = run_generation(*breeder, {iteration, generation, {}, {}, 0, {}, {}, {}}, base);
      if (!complete || !*complete) return complete;
    }
    int place = 0;
    for (const Genome& genome : breeder->finalists()) {
      const std::string name = fmt::format("{}{}", iteration + 1, place++ == 0 ? 'a' : 'b');
      add_finalist({{name, shape_.weights(genome)}, iteration});
    }
    return true;
  }

  Result<bool> run_generation(Breeder& breeder, GenerationReport report, std::uint64_t base) {
    for (const Genome& genome : breeder.population()) report.population.push_back(shape_.weights(genome));
    const match::PlayRound play_round = [&](std::span<const PlannedGame> plan) {
      deciding_games_ += plan.size();
      return play(plan, base, report.population, settings_.games + match::kKnockoutExtraGames,
                  derive_seed(settings_.seed, base));
    };
    auto standing = settings_.selection->judge(static_cast<int>(report.population.size()), settings_.games,
                                               squares_, play_round);
    if (!standing) return std::unexpected(standing.error());
    if (!*standing) return false;
    report.standing = std::move(**standing);
    report.games = deciding_games_;
    breeder.judged(report.standing);
    report.champion = shape_.weights(breeder.champion());
    const auto measured = measure(report, base);
    if (!measured || !*measured) return measured;
    if (host_.on_generation) {
      if (const auto told = host_.on_generation(report); !told) return std::unexpected(told.error());
    }
    return true;
  }

  // The champion against the panel, on the same openings in every generation: what the picture shows.
  Result<bool> measure(GenerationReport& report, std::uint64_t base) {
    if (settings_.measure_games == 0 || settings_.panel.empty()) return true;
    std::vector<eval::LinearWeights> players = {report.champion};
    for (const NamedHeuristic& known : settings_.panel) players.push_back(known.weights);
    const auto plan =
        match::plan_games(match::gauntlet(static_cast<int>(players.size())), settings_.measure_games);
    const auto outcomes = play(plan, base | kMeasuring, players, settings_.measure_games,
                               derive_seed(settings_.seed, kMeasuring));
    if (!outcomes) return std::unexpected(outcomes.error());
    report.measured.resize(settings_.panel.size());
    // A match of its own against each: games on one opening stand together.
    std::vector<match::SideResult> results;
    for (std::size_t opponent = 0; opponent < settings_.panel.size(); ++opponent) {
      for (std::size_t i = opponent; i < plan.size(); i += settings_.panel.size()) {
        const auto& outcome = (*outcomes)[i];
        if (!outcome) return false;
        const auto color = plan[i].game % 2 == 0 ? rules::Color::Black : rules::Color::White;
        report.measured[opponent].add(*outcome, color);
        results.push_back(match::first_player_result(*outcome, plan[i].game));
      }
    }
    report.strength = match::match_stats(results);
    return true;
  }

  void add_finalist(Finalist finalist) {
    const bool known = std::ranges::any_of(result_.finalists, [&](const Finalist& other) {
      return eval::same_heuristic(other.heuristic.weights, finalist.heuristic.weights);
    });
    if (!known) result_.finalists.push_back(std::move(finalist));
  }

  // All against all. Pairs are numbered so that later finalists leave the games of earlier ones as they were.
  Result<bool> play_final() {
    const auto count = static_cast<int>(result_.finalists.size());
    result_.table = match::ResultTable(count);
    std::vector<eval::LinearWeights> players;
    for (const Finalist& finalist : result_.finalists) players.push_back(finalist.heuristic.weights);
    std::vector<PlannedGame> plan;
    for (std::uint64_t game = 0; game < settings_.final_games; ++game) {
      std::uint64_t pair = 0;
      for (int later = 1; later < count; ++later) {
        for (int earlier = 0; earlier < later; ++earlier) {
          plan.push_back({game << kFinalGameShift | pair++, game, {earlier, later}});
        }
      }
    }
    const auto outcomes =
        play(plan, kFinal, players, settings_.final_games, derive_seed(settings_.seed, kFinal));
    if (!outcomes) return std::unexpected(outcomes.error());
    bool complete = true;
    for (std::size_t i = 0; i < plan.size(); ++i) {
      complete = complete && (*outcomes)[i];
      if ((*outcomes)[i]) result_.table.add(plan[i], *(*outcomes)[i]);
    }
    result_.ratings = match::fit_ratings(count, result_.table.pairs());
    for (int i = 0; i < count; ++i) {
      const auto place = static_cast<std::size_t>(i);
      if (!result_.finalists[place].iteration) continue;
      if (!result_.best ||
          result_.ratings[place].elo > result_.ratings[static_cast<std::size_t>(*result_.best)].elo) {
        result_.best = i;
      }
    }
    return complete;
  }

  const EvolutionSettings& settings_;
  const EvolutionHost& host_;
  GenomeShape shape_;
  int squares_;
  std::uint64_t deciding_games_ = 0;
  EvolutionResult result_;
};

}  // namespace

std::string player_spec(const EvolutionSettings& settings, const eval::LinearWeights& weights) {
  return format_spec({"alphabeta", changed_params(player_params(settings, weights))});
}

Result<void> check_settings(const EvolutionSettings& settings) {
  TURNCOAT_CHECK(settings.rules != nullptr && settings.selection != nullptr, "rules and a way to select");
  const bool genetic = settings.method == EvolutionMethod::Genetic;
  if (genetic && settings.plan.children() != settings.population) {
    return fail(Error::Code::Conflict, "the steps make {} heuristics and the population is {}",
                settings.plan.children(), settings.population);
  }
  const int members = settings.population + (genetic ? 0 : 1);
  if (settings.selection->most_games(members, settings.games) >= kMeasuring ||
      settings.measure_games * settings.panel.size() >= kMeasuring) {
    return fail(Error::Code::Range, "a generation would have {} games or more; ask for fewer", kMeasuring);
  }
  if (settings.final_games > kMostFinalGames) {
    return fail(Error::Code::Range, "a pairing of the final has at most {} games", kMostFinalGames);
  }
  if (settings.depth == 0 && settings.time.unlimited()) {
    return fail(Error::Code::Conflict, "without a depth the games need a clock");
  }
  const auto openings = match::random_openings(settings.rules, settings.opening_plies, 1, settings.seed);
  if (!openings) return std::unexpected(openings.error());
  return {};
}

Result<EvolutionResult> evolve(const EvolutionSettings& settings, const EvolutionHost& host) {
  return Evolution(settings, host).run();
}

}  // namespace turncoat::learn
