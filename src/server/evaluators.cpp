#include "server/evaluators.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "engine/models.h"
#include "eval/pattern_set.h"
#include "learn/weight_plot.h"
#include "rules/kernel/board64.h"

namespace turncoat::server {

namespace {

constexpr std::array<std::string_view, eval::kQualities> kQualityNames = {"corners", "moves", "discs",
                                                                          "centre", "groups"};

constexpr int kClusters = 6;  // as turncoat plot weights makes them
constexpr std::uint64_t kClusterSeed = 1;

double rounded(double number) {
  return std::round(number * 1000) / 1000;
}

// What the mover's disc is worth more than the other's in each digit of a shape, on average over all states
// of the other squares. Each round takes the lowest digit and sums it away, so that the table shrinks to a
// third: the whole costs half as much again as reading it.
std::vector<double> digit_worth(const eval::PatternShape& shape, const std::int16_t* table) {
  std::vector<std::int64_t> left(table + shape.offset, table + shape.offset + shape.states);
  std::vector<double> worth;
  for (std::size_t digit = 0; digit < shape.squares.size(); ++digit) {
    std::int64_t difference = 0;
    std::size_t kept = 0;
    for (std::size_t at = 0; at + 2 < left.size(); at += 3) {
      difference += left[at] - left[at + 2];
      left[kept++] = left[at] + left[at + 1] + left[at + 2];
    }
    left.resize(kept);
    worth.push_back(static_cast<double>(difference) / (2.0 * shape.states / 3) / eval::PatternWeights::kUnit);
  }
  return worth;
}

std::size_t digit_of(std::uint32_t place_value) {
  std::size_t digit = 0;
  for (; place_value > 1; place_value /= 3) ++digit;
  return digit;
}

// What each square is worth in one stage, row by row.
std::vector<double> stage_weights(const eval::PatternSet& set, const std::int16_t* table) {
  std::vector<std::vector<double>> worth;
  for (const eval::PatternShape& shape : set.shapes) worth.push_back(digit_worth(shape, table));
  std::vector<double> weights;
  for (const rules::Square square : rules::SquareSet::board(set.size)) {
    const auto bit = static_cast<std::size_t>(rules::kernel::Lattice64::bit_of(square, set.size));
    double sum = 0;
    for (std::size_t feature = 0; feature < set.features(); ++feature) {
      const std::uint16_t place_value = set.worth[bit][feature];
      if (place_value > 0) sum += worth[set.shape_of[feature]][digit_of(place_value)];
    }
    weights.push_back(sum);
  }
  return weights;
}

// Squares whose weights go the same way through the game are one cluster; its curve is their mean.
std::string squares_text(const std::string& name, std::string_view kind, const eval::SquareWeights& squares,
                         int discs_per_stage) {
  const learn::Clusters clusters = learn::k_means(learn::weight_curves(squares), kClusters, kClusterSeed);
  Json stages = Json::array();
  Json curves = Json::array();
  for (std::size_t c = 0; c < clusters.centres.size(); ++c) {
    curves.push_back(
        {{"name", std::string(1, learn::cluster_letter(static_cast<int>(c)))}, {"points", Json::array()}});
  }
  for (std::size_t s = 0; s < squares.stages.size(); ++s) {
    const eval::SquareWeights::Stage& stage = squares.stages[s];
    Json weights = Json::array();
    for (const double weight : stage.weights) weights.push_back(rounded(weight));
    const int last = stage.discs + discs_per_stage - 1;
    stages.push_back(
        {{"label", discs_per_stage == 1 ? fmt::format("{}", last) : fmt::format("{}-{}", stage.discs, last)},
         {"weights", weights}});
    for (std::size_t c = 0; c < clusters.centres.size(); ++c) {
      curves[c]["points"].push_back({stage.discs, rounded(clusters.centres[c][s])});
    }
  }
  return dump({{"name", name},
               {"kind", kind},
               {"about", squares.about},
               {"size", squares.size},
               {"stages", stages},
               {"clusters", {{"k", clusters.centres.size()}, {"of", clusters.of}}},
               {"curves", curves}});
}

Answer<std::string> pattern_text(const std::string& name) {
  const auto patterns = engine::load_patterns(name);
  if (!patterns) return std::unexpected(problem_of(patterns.error()));
  const eval::PatternWeights& weights = *patterns->file->weights;
  const eval::PatternSet& set = weights.set();
  eval::SquareWeights squares{.size = set.size, .about = patterns->file->about, .stages = {}};
  for (int stage = 0; stage < set.stages; ++stage) {
    const int discs = 4 + stage * eval::PatternSet::kPliesPerStage;
    squares.stages.push_back({discs - 4, discs, stage_weights(set, weights.stage(discs))});
  }
  return squares_text(name, "patterns", squares, eval::PatternSet::kPliesPerStage);
}

Answer<std::string> ridge_text(const std::string& name) {
  const auto squares = engine::load_square_weights(name);
  if (!squares) return std::unexpected(problem_of(squares.error()));
  return squares_text(name, "ridge", *squares, 1);
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
  // Drawn to the end of the board they were made for.
  const int most_discs = name.ends_with("-8") ? 64 : 144;
  Json curves = Json::array();
  for (std::size_t quality = 0; quality < eval::kQualities; ++quality) {
    Json points = Json::array();
    for (int discs = 4; discs <= most_discs; discs += 4) {
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
