#include "cli/evolution_history.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/heuristics_table.h"
#include "eval/linear_forms.h"

namespace turncoat::cli {

using nlohmann::ordered_json;

namespace {

// 0 for what is not there: a history may have been changed by hand.
double number(const ordered_json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

}  // namespace

std::uint64_t history_step(int iteration, int generation) {
  return static_cast<std::uint64_t>(iteration) << 32 | static_cast<std::uint64_t>(generation);
}

ordered_json generation_json(const learn::GenerationReport& report,
                             const learn::EvolutionSettings& settings) {
  ordered_json json = {{"iteration", report.iteration + 1},
                       {"generation", report.generation + 1},
                       {"games", report.games},
                       {"champion", numbers_json(report.champion)}};
  if (report.strength) {
    ordered_json against = ordered_json::object();
    for (std::size_t i = 0; i < report.measured.size(); ++i) {
      const match::Tally& tally = report.measured[i];
      against[settings.panel[i].name] = {
          {"wins", tally.wins}, {"draws", tally.draws}, {"losses", tally.losses}, {"discs", tally.discs}};
    }
    json["panel"] = {{"games", report.strength->games},
                     {"score", report.strength->score},
                     {"elo", report.strength->elo.value_or(0)},
                     {"elo_error", report.strength->elo_error.value_or(0)},
                     {"against", against}};
  }
  json["population"] = ordered_json::array();
  for (const int member : report.standing.order) {
    const match::Tally& tally = report.standing.tallies[static_cast<std::size_t>(member)];
    json["population"].push_back(
        {{"member", member},
         {"wins", tally.wins},
         {"draws", tally.draws},
         {"losses", tally.losses},
         {"discs", tally.discs},
         {"values", numbers_json(report.population[static_cast<std::size_t>(member)])}});
  }
  return json;
}

ordered_json final_json(const learn::EvolutionResult& result) {
  std::vector<HeuristicRow> rows;
  for (const learn::Finalist& finalist : result.finalists) {
    rows.push_back({finalist.heuristic.name, {}, finalist.heuristic.weights});
  }
  ordered_json json = {{"final", heuristics_json(rows, result.table, result.ratings)}};
  if (result.best) {
    const learn::Finalist& best = result.finalists[static_cast<std::size_t>(*result.best)];
    json["best"] = {{"heuristic", best.heuristic.name}, {"values", numbers_json(best.heuristic.weights)}};
  }
  json["games"] = result.games;
  return json;
}

std::string generation_text(const ordered_json& entry) {
  std::string text =
      fmt::format("iteration {:.0f} generation {:2.0f} {:7.0f} games", number(entry, "iteration"),
                  number(entry, "generation"), number(entry, "games"));
  if (const auto panel = entry.find("panel"); panel != entry.end() && panel->is_object()) {
    text += fmt::format("  {:5.1f} % {:+7.1f} +-{:5.1f} Elo", 100 * number(*panel, "score"),
                        number(*panel, "elo"), number(*panel, "elo_error"));
  }
  text += ' ';
  if (const auto champion = entry.find("champion"); champion != entry.end() && champion->is_array()) {
    for (const auto& value : *champion) {
      text += fmt::format(" {}", value.is_number() ? value.get<double>() : 0.0);
    }
  }
  return text + '\n';
}

Result<Curve> read_curve(const std::string& label, const std::vector<ordered_json>& entries) {
  Curve curve{label, {}};
  double before = 0;  // games of earlier iterations
  double last = 0;
  int iteration = 0;
  try {
    for (const ordered_json& entry : entries) {
      if (!entry.contains("generation")) continue;
      if (entry.at("iteration").get<int>() != iteration) {
        iteration = entry.at("iteration").get<int>();
        before = last;
        curve.iterations.emplace_back();
      }
      last = entry.at("games").get<double>();
      if (!entry.contains("panel")) continue;
      const auto& panel = entry.at("panel");
      const double score = panel.at("score").get<double>();
      // An interval in Elo as one of the score, by the slope of the curve between them.
      const double slope = score * (1 - score) * 2.302585092994046 / 400;
      curve.iterations.back().push_back({last - before, score, panel.at("elo_error").get<double>() * slope});
    }
  } catch (const nlohmann::json::exception& error) {
    return fail(Error::Code::Parse, "the history of run {} is not one of generations: {}", label,
                error.what());
  }
  return curve;
}

}  // namespace turncoat::cli
