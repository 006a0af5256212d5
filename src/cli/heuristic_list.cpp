#include "cli/heuristic_list.h"

#include <algorithm>

#include "base/spec.h"
#include "base/text.h"
#include "cli/evolution_history.h"
#include "cli/store_option.h"
#include "engine/models.h"
#include "eval/linear_forms.h"

namespace turncoat::cli {

namespace {

struct Named {
  std::string name;
  std::string source;  // what weights= is given
  eval::LinearWeights weights;
};

Result<Named> read_named(const std::string& text) {
  const auto weights = engine::load_heuristic(text);
  if (!weights) return std::unexpected(weights.error());
  return Named{text, text, *weights};
}

// The finalists of a run of `train genetic`, the panel's own left out.
Result<std::vector<Named>> read_run(const std::string& number, const std::string& store_file) {
  const auto id = parse_int(number);
  if (!id || *id < 1) return fail(Error::Code::Parse, "run:{} is not a run's number", number);
  const auto store = open_existing_store(store_file);
  if (!store) return std::unexpected(store.error());
  const auto history = (*store)->history_of(*id);
  if (!history) return std::unexpected(history.error());
  if (history->empty() || history->back().step != kFinalStep) {
    return fail(Error::Code::NotFound, "run {} has no final; is it a finished turncoat train genetic?", *id);
  }
  std::vector<Named> found;
  const auto json = nlohmann::ordered_json::parse(history->back().entry, nullptr, false);
  const auto list = json.is_object() ? json.find("final") : json.end();
  if (list == json.end() || !list->is_array()) {
    return fail(Error::Code::Parse, "the final of run {} is not as train genetic writes it", *id);
  }
  for (const auto& entry : *list) {
    std::vector<std::string> numbers;
    if (!entry.is_object() || !entry.contains("values") || !entry.contains("heuristic") ||
        !entry["heuristic"].is_string()) {
      return fail(Error::Code::Parse, "the final of run {} is not as train genetic writes it", *id);
    }
    for (const auto& value : entry["values"]) {
      numbers.push_back(value.is_number() ? fmt::format("{}", value.get<double>()) : value.dump());
    }
    const std::string text = join(numbers, " ");
    const auto weights = eval::parse_linear_numbers(text, fmt::format("run {}", *id));
    if (!weights) return std::unexpected(weights.error());
    found.push_back({fmt::format("run{}-{}", *id, entry["heuristic"].get<std::string>()), text, *weights});
  }
  return found;
}

Result<std::vector<Named>> read_item(const std::string& item, const std::string& store_file) {
  if (item.starts_with("run:")) return read_run(item.substr(4), store_file);
  std::vector<Named> found;
  const auto names = item == "shipped" ? engine::shipped_heuristics() : std::vector<std::string>{item};
  for (const std::string& name : names) {
    auto named = read_named(name);
    if (!named) return std::unexpected(named.error());
    found.push_back(std::move(*named));
  }
  return found;
}

}  // namespace

Result<HeuristicPlayers> read_heuristics(const std::vector<std::string>& list, const std::string& as,
                                         const std::string& store_file) {
  const auto spec = parse_spec(as);
  if (!spec) return fail_at(spec.error(), "--as");
  HeuristicPlayers players;
  for (const std::string& item : list) {
    const auto found = read_item(item, store_file);
    if (!found) return fail_at(found.error(), "--heuristics");
    for (const Named& named : *found) {
      const auto same = std::ranges::find_if(players.rows, [&](const HeuristicRow& row) {
        return eval::same_heuristic(row.weights, named.weights);
      });
      if (same != players.rows.end()) {
        if (same->name != named.name) same->copies.push_back(named.name);
        continue;
      }
      players.rows.push_back({named.name, {}, named.weights});
      Spec player = *spec;
      player.values.emplace_back("eval", "linear");
      player.values.emplace_back("weights", named.source);
      players.specs.push_back(format_spec(player));
    }
  }
  return players;
}

}  // namespace turncoat::cli
