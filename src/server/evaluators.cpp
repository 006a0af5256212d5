#include "server/evaluators.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "engine/models.h"
#include "eval/pattern_set.h"
#include "rules/kernel/board64.h"

namespace turncoat::server {

namespace {

constexpr std::array<std::string_view, eval::kQualities> kQualityNames = {"corners", "moves", "discs",
                                                                          "centre", "groups"};
constexpr int kMostDiscs = 144;  // the curves are drawn up to the end of 12x12, which they were made for

double rounded(double number) {
  return std::round(number * 1000) / 1000;
}

// What the mover's disc is worth more than the other's in each digit of a shape, on average over all states
// of the other squares.
std::vector<double> digit_worth(const eval::PatternShape& shape, const std::int16_t* table) {
  const std::size_t digits = shape.squares.size();
  std::vector<std::int64_t> sums(digits, 0);
  std::vector<std::uint8_t> state(digits, 0);
  for (std::uint32_t index = 0; index < shape.states; ++index) {
    const std::int64_t weight = table[shape.offset + index];
    for (std::size_t d = 0; d < digits; ++d) sums[d] += weight * (1 - state[d]);
    for (std::size_t d = 0; d < digits && ++state[d] == 3; ++d) state[d] = 0;
  }
  std::vector<double> worth;
  for (const std::int64_t sum : sums) {
    worth.push_back(static_cast<double>(sum) / (2.0 * shape.states / 3) / eval::PatternWeights::kUnit);
  }
  return worth;
}

std::size_t digit_of(std::uint32_t place_value) {
  std::size_t digit = 0;
  for (; place_value > 1; place_value /= 3) ++digit;
  return digit;
}

Json stage_weights(const eval::PatternSet& set, const std::int16_t* table) {
  std::vector<std::vector<double>> worth;
  for (const eval::PatternShape& shape : set.shapes) worth.push_back(digit_worth(shape, table));
  Json weights = Json::array();
  for (const rules::Square square : rules::SquareSet::board(set.size)) {
    const auto bit = static_cast<std::size_t>(rules::kernel::Lattice64::bit_of(square, set.size));
    double sum = 0;
    for (std::size_t feature = 0; feature < set.features(); ++feature) {
      const std::uint16_t place_value = set.worth[bit][feature];
      if (place_value > 0) sum += worth[set.shape_of[feature]][digit_of(place_value)];
    }
    weights.push_back(rounded(sum));
  }
  return weights;
}

Answer<std::string> pattern_text(const std::string& name) {
  const auto patterns = engine::load_patterns(name);
  if (!patterns) return std::unexpected(problem_of(patterns.error()));
  const eval::PatternWeights& weights = *patterns->file->weights;
  const eval::PatternSet& set = weights.set();
  Json json = {{"name", name}, {"kind", "patterns"}, {"about", patterns->file->about}, {"size", set.size}};
  json["stages"] = Json::array();
  for (int stage = 0; stage < set.stages; ++stage) {
    const int discs = 4 + stage * eval::PatternSet::kPliesPerStage;
    json["stages"].push_back(
        {{"label", fmt::format("{}-{}", discs, discs + eval::PatternSet::kPliesPerStage - 1)},
         {"weights", stage_weights(set, weights.stage(discs))}});
  }
  json["clusters"] = nullptr;
  json["curves"] = nullptr;
  return dump(json);
}

Answer<std::string> ridge_text(const std::string& name) {
  const auto squares = engine::load_square_weights(name);
  if (!squares) return std::unexpected(problem_of(squares.error()));
  Json stages = Json::array();
  for (const eval::SquareWeights::Stage& stage : squares->stages) {
    Json weights = Json::array();
    for (const double weight : stage.weights) weights.push_back(rounded(weight));
    stages.push_back({{"label", fmt::format("{}", stage.discs)}, {"weights", weights}});
  }
  return dump({{"name", name},
               {"kind", "ridge"},
               {"about", squares->about},
               {"size", squares->size},
               {"stages", stages},
               {"clusters", nullptr},
               {"curves", nullptr}});
}

std::vector<int> ridge_sizes() {
  std::vector<int> sizes;
  for (int size = rules::kMinSize; size <= rules::kMaxSize; size += 2) {
    if (engine::find_model(fmt::format("ridge-{}.json", size))) sizes.push_back(size);
  }
  return sizes;
}

Answer<std::string> linear_text(const std::string& name) {
  const auto weights = engine::load_heuristic(name);
  if (!weights) return std::unexpected(problem_of(weights.error()));
  Json curves = Json::array();
  for (std::size_t quality = 0; quality < eval::kQualities; ++quality) {
    Json points = Json::array();
    for (int discs = 4; discs <= kMostDiscs; discs += 4) {
      points.push_back({discs, rounded(weights->weight(static_cast<eval::Quality>(quality), discs))});
    }
    curves.push_back({{"name", kQualityNames[quality]}, {"points", points}});
  }
  return dump({{"name", name},
               {"kind", "linear"},
               {"about", ""},
               {"size", nullptr},
               {"stages", Json::array()},
               {"clusters", nullptr},
               {"curves", curves}});
}

}  // namespace

std::string evaluators_text() {
  Json list = Json::array();
  for (const std::string& name : engine::shipped_pattern_names()) {
    const int size = name.ends_with("-6") ? 6 : 8;
    const eval::PatternSet* set = eval::find_pattern_set(size);
    list.push_back({{"name", name},
                    {"kind", "patterns"},
                    {"rules", fmt::format("standard-{}", size)},
                    {"stages", set == nullptr ? 0 : set->stages}});
  }
  for (const int size : ridge_sizes()) {
    const auto model = engine::load_ridge_of(size);
    if (!model) continue;
    list.push_back({{"name", fmt::format("ridge-{}", size)},
                    {"kind", "ridge"},
                    {"rules", (*model)->rules},
                    {"stages", (*model)->stages.size()}});
  }
  for (const std::string& name : engine::shipped_heuristics()) {
    list.push_back({{"name", name}, {"kind", "linear"}, {"rules", "any"}, {"stages", 1}});
  }
  return dump({{"evaluators", list}});
}

Answer<std::string> evaluator_text(const std::string& name) {
  const auto patterns = engine::shipped_pattern_names();
  if (std::ranges::find(patterns, name) != patterns.end()) return pattern_text(name);
  for (const int size : ridge_sizes()) {
    if (name == fmt::format("ridge-{}", size)) return ridge_text(name);
  }
  const auto heuristics = engine::shipped_heuristics();
  if (std::ranges::find(heuristics, name) != heuristics.end()) return linear_text(name);
  return refuse(404, "not_found", "there is no evaluator {}", quote(name));
}

}  // namespace turncoat::server
