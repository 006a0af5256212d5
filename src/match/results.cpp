#include "match/results.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"

namespace turncoat::match {

void Forfeits::add(const Outcome& outcome) {
  switch (outcome.ending) {
    case record::Ending::Time:
      ++time;
      break;
    case record::Ending::Illegal:
      ++illegal;
      break;
    case record::Ending::Failed:
      ++failed;
      break;
    case record::Ending::Resigned:
      ++resigned;
      break;
    case record::Ending::Finished:
    case record::Ending::Unfinished:
      break;
  }
}

void Tally::add(const Outcome& outcome, rules::Color color) {
  const double points = outcome.points(color);
  ++(points > 0.5 ? wins : points < 0.5 ? losses : draws);
  discs += outcome.score(color);
}

ResultTable::ResultTable(int players)
    : players_(players),
      cells_(static_cast<std::size_t>(players) * static_cast<std::size_t>(players)),
      colors_(2 * static_cast<std::size_t>(players)) {}

void ResultTable::add(const PlannedGame& planned, const Outcome& outcome) {
  TURNCOAT_CHECK(planned.black() != planned.white(), "a player does not meet itself");
  const int black = planned.black();
  const int white = planned.white();
  cells_[static_cast<std::size_t>(black * players_ + white)].add(outcome, rules::Color::Black);
  cells_[static_cast<std::size_t>(white * players_ + black)].add(outcome, rules::Color::White);
  colors_[static_cast<std::size_t>(2 * black + index_of(rules::Color::Black))].add(outcome,
                                                                                   rules::Color::Black);
  colors_[static_cast<std::size_t>(2 * white + index_of(rules::Color::White))].add(outcome,
                                                                                   rules::Color::White);
  forfeits_.add(outcome);
}

const Tally& ResultTable::total(int player, rules::Color color) const {
  return colors_[static_cast<std::size_t>(2 * player + index_of(color))];
}

const Tally& ResultTable::tally(int player, int opponent) const {
  return cells_[static_cast<std::size_t>(player * players_ + opponent)];
}

Tally ResultTable::total(int player) const {
  Tally sum;
  for (int opponent = 0; opponent < players_; ++opponent) {
    const Tally& cell = tally(player, opponent);
    sum.wins += cell.wins;
    sum.draws += cell.draws;
    sum.losses += cell.losses;
    sum.discs += cell.discs;
  }
  return sum;
}

std::vector<PairResult> ResultTable::pairs() const {
  std::vector<PairResult> pairs;
  for (int a = 0; a < players_; ++a) {
    for (int b = a + 1; b < players_; ++b) {
      const Tally& cell = tally(a, b);
      if (cell.games() > 0) pairs.push_back({a, b, cell.wins, cell.draws, cell.losses});
    }
  }
  return pairs;
}

std::string crosstable(const ResultTable& table, std::span<const std::string> names) {
  std::vector<std::string> labels;
  for (const std::string& name : names) {
    std::string label;
    for (const char c : name) label += c == '|' ? std::string("\\|") : std::string(1, c);
    labels.push_back(std::move(label));
  }
  const auto cell = [&](int left, int top) -> std::string {
    const Tally& tally = table.tally(left, top);
    if (left == top || tally.games() == 0) return "-";
    return fmt::format("{}-{}-{}", tally.wins, tally.losses, tally.draws);
  };

  std::size_t label_width = 3;
  for (const std::string& label : labels) label_width = std::max(label_width, label.size());
  std::string head = fmt::format("| {:<{}} |", "", label_width);
  std::string rule = fmt::format("| {:-<{}} |", "", label_width);
  std::vector<std::string> rows;
  for (const std::string& label : labels) rows.push_back(fmt::format("| {:<{}} |", label, label_width));
  for (int top = 0; top < table.players(); ++top) {
    const std::string& label = labels[static_cast<std::size_t>(top)];
    std::size_t width = std::max<std::size_t>(3, label.size());
    for (int left = 0; left < table.players(); ++left) width = std::max(width, cell(left, top).size());
    head += fmt::format(" {:>{}} |", label, width);
    rule += fmt::format(" {:->{}}: |", "", width - 1);
    for (int left = 0; left < table.players(); ++left) {
      rows[static_cast<std::size_t>(left)] += fmt::format(" {:>{}} |", cell(left, top), width);
    }
  }
  std::string text = head + '\n' + rule + '\n';
  for (const std::string& row : rows) text += row + '\n';
  return text;
}

}  // namespace turncoat::match
