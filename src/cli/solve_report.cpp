#include "cli/solve_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/moves_text.h"

namespace turncoat::cli {

namespace {

using nlohmann::ordered_json;

std::string_view outcome_of(int score) {
  return score > 0 ? "won" : score < 0 ? "lost" : "drawn";
}

std::string score_text(int score, bool wld) {
  return wld ? std::string(outcome_of(score)) : fmt::format("{:+}", score);
}

std::string agreement_text(const Solved& solved, bool wld) {
  const auto agrees = solved.agrees(wld);
  if (!agrees) return "";
  return *agrees ? "agrees" : fmt::format("NOT {:+}", *solved.expected);
}

void print_line(std::ostream& out, const SolvedPosition& position, const Solved& solved, bool wld) {
  const search::Finding& finding = solved.finding;
  const double rate = solved.seconds > 0 ? static_cast<double>(finding.nodes) / solved.seconds / 1e6 : 0;
  out << fmt::format("{:>4} {:>3} {:>5} {:<4} {:>15} {:>9.3f} {:>6.1f} {:<9} {}\n", position.number,
                     position.empties, score_text(*finding.score, wld), finding.move.name(), finding.nodes,
                     solved.seconds, rate, agreement_text(solved, wld), moves_text(finding.line));
}

// How many of the scores that were asked for the file gives, and with how many of them it is right.
template <class Count>
std::size_t count_scores(const SolveReport& report, const Count& counts) {
  std::size_t count = 0;
  const auto add = [&](const Solved& solved) {
    const auto agrees = solved.agrees(report.wld);
    if (agrees && counts(*agrees)) ++count;
  };
  const auto add_all = [&](const SolvedPosition& position) {
    std::ranges::for_each(position.moves, add);
    // A score without a move is not said by the moves.
    const bool by_moves =
        std::ranges::any_of(position.moves, [](const Solved& move) { return move.expected.has_value(); });
    if (!by_moves) add(position.whole);
  };
  std::ranges::for_each(report.positions, add_all);
  if (report.unfinished) add_all(*report.unfinished);
  return count;
}

// Of a search for who wins the score is only a sign.
void put_score(ordered_json& json, const search::Finding& finding, bool wld) {
  if (wld) {
    json["outcome"] = outcome_of(*finding.score);
  } else {
    json["score"] = *finding.score;
  }
}

void put_work(ordered_json& json, const Solved& solved, bool wld) {
  json["pv"] = moves_text(solved.finding.line);
  json["nodes"] = solved.finding.nodes;
  json["seconds"] = solved.seconds;
  json["expected"] = solved.expected ? ordered_json(*solved.expected) : nullptr;
  if (const auto agrees = solved.agrees(wld)) json["agrees"] = *agrees;
}

ordered_json moves_json(const std::vector<Solved>& moves, bool wld) {
  ordered_json list = ordered_json::array();
  for (const Solved& solved : moves) {
    ordered_json json = {{"move", solved.finding.move.name()}};
    put_score(json, solved.finding, wld);
    put_work(json, solved, wld);
    list.push_back(std::move(json));
  }
  return list;
}

ordered_json position_json(const SolvedPosition& position, const SolveReport& report) {
  ordered_json json = {{"number", position.number}, {"empties", position.empties}};
  put_score(json, position.whole.finding, report.wld);
  json["best"] = position.whole.finding.move.name();
  put_work(json, position.whole, report.wld);
  if (report.all_moves) json["moves"] = moves_json(position.moves, report.wld);
  return json;
}

ordered_json unfinished_json(const SolvedPosition& position, const SolveReport& report) {
  ordered_json json = {{"number", position.number}, {"empties", position.empties}};
  const auto& bounds = position.whole.finding.bounds;
  json["lower"] = bounds ? ordered_json(bounds->lower) : nullptr;
  json["upper"] = bounds ? ordered_json(bounds->upper) : nullptr;
  json["nodes"] = position.whole.finding.nodes;
  json["seconds"] = position.whole.seconds;
  if (report.all_moves) json["moves"] = moves_json(position.moves, report.wld);
  return json;
}

}  // namespace

std::optional<bool> Solved::agrees(bool wld) const {
  if (!expected || !finding.score) return std::nullopt;
  const auto sign = [](int score) { return (score > 0) - (score < 0); };
  return wld ? sign(*finding.score) == sign(*expected) : *finding.score == *expected;
}

std::uint64_t SolveReport::nodes() const {
  std::uint64_t sum = unfinished ? unfinished->whole.finding.nodes : 0;
  for (const SolvedPosition& position : positions) sum += position.whole.finding.nodes;
  return sum;
}

std::size_t SolveReport::expected() const {
  return count_scores(*this, [](bool) { return true; });
}

std::size_t SolveReport::agreeing() const {
  return count_scores(*this, [](bool agrees) { return agrees; });
}

void print_solve_title(std::ostream& out, bool all_moves) {
  out << fmt::format("   # emp score {}           nodes   seconds   Mn/s           line\n",
                     all_moves ? "move" : "best");
  out.flush();
}

void print_solved(std::ostream& out, const SolvedPosition& position, bool wld) {
  for (const Solved& move : position.moves) print_line(out, position, move, wld);
  if (position.moves.empty() && position.whole.finding.score) print_line(out, position, position.whole, wld);
  out.flush();
}

void print_solve_totals(std::ostream& out, const SolveReport& report) {
  const double rate = report.seconds > 0 ? static_cast<double>(report.nodes()) / report.seconds : 0;
  out << fmt::format("{} solved, {} nodes in {:.3f} s, {:.1f} M nodes/s", report.positions.size(),
                     report.nodes(), report.seconds, rate / 1e6);
  const std::size_t expected = report.expected();
  if (expected > 0) out << fmt::format("; {} of {} agree with the file", report.agreeing(), expected);
  out << '\n';
}

ordered_json solve_json(const SolveReport& report) {
  ordered_json json = {{"positions", ordered_json::array()}};
  for (const SolvedPosition& position : report.positions) {
    json["positions"].push_back(position_json(position, report));
  }
  json["complete"] = !report.unfinished;
  if (report.unfinished) json["unfinished"] = unfinished_json(*report.unfinished, report);
  const std::uint64_t nodes = report.nodes();
  json.update({{"solved", report.positions.size()},
               {"expected", report.expected()},
               {"agree", report.agreeing()},
               {"nodes", nodes},
               {"seconds", report.seconds},
               {"nodes_per_second", report.seconds > 0 ? static_cast<double>(nodes) / report.seconds : 0.0},
               {"threads", report.threads}});
  return json;
}

}  // namespace turncoat::cli
