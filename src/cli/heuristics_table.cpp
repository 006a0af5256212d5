#include "cli/heuristics_table.h"

#include <algorithm>
#include <numeric>

#include "base/text.h"

namespace turncoat::cli {

namespace {

std::string label_of(const HeuristicRow& row) {
  if (row.copies.empty()) return row.name;
  return fmt::format("{} = {}", row.name, join(row.copies, " = "));
}

// Enough to tell them apart; the files have all digits.
std::string short_numbers(const eval::LinearWeights& weights) {
  std::vector<std::string> numbers;
  for (const auto& quality : weights.coefficients) {
    for (int power = weights.degree; power >= 0; --power) {
      numbers.push_back(fmt::format("{:.4g}", quality[static_cast<std::size_t>(power)]));
    }
  }
  return join(numbers, " ");
}

double share(const match::Tally& tally) {
  return tally.games() == 0 ? 0.5 : tally.points() / static_cast<double>(tally.games());
}

}  // namespace

std::vector<int> by_rating(std::span<const match::Rating> ratings) {
  std::vector<int> order(ratings.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int a, int b) {
    return ratings[static_cast<std::size_t>(a)].elo > ratings[static_cast<std::size_t>(b)].elo;
  });
  return order;
}

std::string heuristics_text(std::span<const HeuristicRow> rows, const match::ResultTable& table,
                            std::span<const match::Rating> ratings) {
  std::size_t width = 9;
  for (const HeuristicRow& row : rows) width = std::max(width, label_of(row).size());
  std::string text = fmt::format("| {:<{}} | {:>11} | {:>11} | {:>7} | {:>6} | {:>6} | values |\n",
                                 "heuristic", width, "wins as O", "wins as X", "Elo", "+-95 %", "score");
  text += fmt::format("| {:-<{}} | {:->10}: | {:->10}: | {:->6}: | {:->5}: | {:->5}: | ------ |\n", "", width,
                      "", "", "", "", "");
  for (const int player : by_rating(ratings)) {
    const HeuristicRow& row = rows[static_cast<std::size_t>(player)];
    const match::Rating& rating = ratings[static_cast<std::size_t>(player)];
    const match::Tally& white = table.total(player, rules::Color::White);
    const match::Tally& black = table.total(player, rules::Color::Black);
    text += fmt::format("| {:<{}} | {:>11} | {:>11} | {:>+7.1f} | {:>6.1f} | {:>5.1f}% | {} |\n",
                        label_of(row), width, fmt::format("{}/{}", white.wins, white.games()),
                        fmt::format("{}/{}", black.wins, black.games()), rating.elo, rating.error,
                        100 * share(table.total(player)), short_numbers(row.weights));
  }
  return text;
}

nlohmann::ordered_json numbers_json(const eval::LinearWeights& weights) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& quality : weights.coefficients) {
    for (int power = weights.degree; power >= 0; --power) {
      list.push_back(quality[static_cast<std::size_t>(power)]);
    }
  }
  return list;
}

nlohmann::ordered_json heuristics_json(std::span<const HeuristicRow> rows, const match::ResultTable& table,
                                       std::span<const match::Rating> ratings) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const int player : by_rating(ratings)) {
    const HeuristicRow& row = rows[static_cast<std::size_t>(player)];
    const match::Tally& white = table.total(player, rules::Color::White);
    const match::Tally& black = table.total(player, rules::Color::Black);
    list.push_back({{"heuristic", row.name},
                    {"copies", row.copies},
                    {"wins_as_o", white.wins},
                    {"games_as_o", white.games()},
                    {"wins_as_x", black.wins},
                    {"games_as_x", black.games()},
                    {"draws", white.draws + black.draws},
                    {"elo", ratings[static_cast<std::size_t>(player)].elo},
                    {"elo_error", ratings[static_cast<std::size_t>(player)].error},
                    {"score", share(table.total(player))},
                    {"values", numbers_json(row.weights)}});
  }
  return list;
}

}  // namespace turncoat::cli
