#include "cli/analysis_text.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "cli/moves_text.h"
#include "cli/table.h"
#include "search/selectivity.h"

namespace turncoat::cli {

namespace {

using engine::Analysis;
using engine::PositionAnalysis;
using engine::ScoredMove;
using engine::Verdict;
using nlohmann::ordered_json;
using rules::Color;
using rules::Move;

std::string_view care_of(const Verdict& verdict) {
  return search::kSelectivities[static_cast<std::size_t>(verdict.selectivity)].name;
}

// Without "-0.0".
double tenths(double discs) {
  return std::round(discs * 10) / 10 + 0.0;
}

std::string score_text(const std::optional<Verdict>& verdict) {
  if (!verdict) return "";
  return verdict->exact ? fmt::format("{:+.0f}", verdict->discs + 0.0)
                        : fmt::format("{:+.1f}", tenths(verdict->discs));
}

// "exact", "12" for so many plies, "24@98%" where a search made ProbCut's cuts.
std::string source_text(const std::optional<Verdict>& verdict) {
  if (!verdict) return "";
  if (verdict->exact) return "exact";
  if (verdict->selectivity == search::kFullWidth) return fmt::format("{}", verdict->depth);
  return fmt::format("{}@{}", verdict->depth, care_of(*verdict));
}

std::string discs_text(double discs) {
  const double rounded = tenths(discs);
  return rounded == std::round(rounded) ? fmt::format("{:.0f}", rounded) : fmt::format("{:.1f}", rounded);
}

std::string side_text(Color color) {
  return color == Color::Black ? "black" : "white";
}

void put(ordered_json& json, const std::optional<Verdict>& verdict) {
  json["score"] = verdict ? ordered_json(verdict->discs) : nullptr;
  json["exact"] = verdict && verdict->exact;
  json["depth"] = verdict ? ordered_json(verdict->depth) : nullptr;
  json["selectivity"] = verdict ? ordered_json(care_of(*verdict)) : nullptr;
}

ordered_json position_json(const Analysis& analysis, int ply, const std::vector<int>& mistakes) {
  const PositionAnalysis& here = analysis.positions[static_cast<std::size_t>(ply)];
  const rules::Position& position = analysis.game.position_at(ply);
  ordered_json json = {{"ply", ply},
                       {"position", position.to_string()},
                       {"mover", side_text(position.mover())},
                       {"empties", position.empties().size()},
                       {"done", here.done}};
  put(json, here.verdict);
  json["best"] = here.line.empty() ? ordered_json(nullptr) : ordered_json(here.line.front().name());
  json["line"] = moves_text(here.line);
  json["played"] = here.played ? ordered_json(here.played->name()) : nullptr;
  const auto played = here.played_verdict();
  json["played_score"] = played ? ordered_json(played->discs) : nullptr;
  json["loss"] = here.loss ? ordered_json(*here.loss) : nullptr;
  json["mistake"] = std::ranges::find(mistakes, ply) != mistakes.end();
  json["moves"] = ordered_json::array();
  for (const ScoredMove& scored : here.moves) {
    ordered_json move = {{"move", scored.move.name()}};
    put(move, scored.verdict);
    move["line"] = moves_text(scored.line);
    json["moves"].push_back(std::move(move));
  }
  return json;
}

std::string note(const PositionAnalysis& here, double threshold) {
  if (here.played->is_pass()) return "";
  if (here.loss && *here.loss > 0 && *here.loss >= threshold) return "mistake";
  return here.moves.size() == 1 ? "only move" : "";
}

std::string all_moves_text(const PositionAnalysis& here) {
  std::vector<std::string> parts;
  for (const ScoredMove& scored : here.moves) {
    parts.push_back(scored.verdict ? fmt::format("{} {}", scored.move.name(), score_text(scored.verdict))
                                   : scored.move.name());
  }
  return join(parts, ", ");
}

void print_game(std::ostream& out, const Analysis& analysis, const AnalysisTextOptions& options) {
  std::vector<Table::Column> columns = {
      {.title = "#", .right = true},     {.title = ""},     {.title = "move"},
      {.title = "score", .right = true}, {.title = "best"}, {.title = "score", .right = true},
      {.title = "lost", .right = true},  {.title = "by"},   {.title = "note"}};
  if (options.all_moves) columns.push_back({.title = "all moves", .longest = 1000});
  Table table(columns);
  for (int ply = 0; ply < analysis.game.ply(); ++ply) {
    const PositionAnalysis& here = analysis.positions[static_cast<std::size_t>(ply)];
    if (!here.done) continue;
    std::vector<std::string> cells = {
        fmt::format("{}", ply + 1),
        std::string(1, rules::disc_char(analysis.game.position_at(ply).mover())),
        here.played->name(),
        score_text(here.played_verdict()),
        here.line.empty() ? "" : here.line.front().name(),
        score_text(here.verdict),
        here.loss && tenths(*here.loss) > 0 ? discs_text(*here.loss) : "",
        source_text(here.verdict),
        note(here, options.threshold)};
    if (options.all_moves) cells.push_back(all_moves_text(here));
    table.add(std::move(cells));
  }
  table.print(out);
}

// Every move of the position the game stands at.
void print_position(std::ostream& out, const Analysis& analysis) {
  const PositionAnalysis& here = analysis.positions.back();
  Table table({{.title = "move"},
               {.title = "score", .right = true},
               {.title = "by"},
               {.title = "line", .longest = 1000}});
  for (const ScoredMove& scored : here.moves) {
    table.add({scored.move.name(), score_text(scored.verdict), source_text(scored.verdict),
               moves_text(scored.line)});
  }
  table.print(out);
}

void print_side(std::ostream& out, const Analysis& analysis, Color color) {
  constexpr std::size_t kWorst = 5;
  const engine::SideSummary& side = analysis.side(color);
  if (side.judged == 0) return;
  const std::size_t count = side.mistakes.size();
  out << fmt::format("{} lost {} discs", rules::color_name(color), discs_text(side.lost));
  if (side.judged < side.moves) {
    out << fmt::format(" with {} of {} moves (of the others nothing is known)", side.judged, side.moves);
  }
  out << fmt::format(", {} mistake{}", count, count == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(count, kWorst); ++i) {
    const int ply = side.mistakes[i];
    const PositionAnalysis& here = analysis.positions[static_cast<std::size_t>(ply)];
    out << fmt::format("{} {}. {} -{} ({})", i == 0 ? ":" : ",", ply + 1, here.played->name(),
                       discs_text(*here.loss), here.line.front().name());
  }
  out << (count > kWorst ? ", ...\n" : "\n");
}

void print_end(std::ostream& out, const Analysis& analysis) {
  const PositionAnalysis& last = analysis.positions.back();
  const rules::Position& position = analysis.game.position();
  if (position.is_over()) {
    out << fmt::format("the game is over: {:+} for Black\n", position.score(Color::Black));
    return;
  }
  if (analysis.game.ply() > 0 && !last.moves.empty()) {
    out << fmt::format("then, {} to move:\n", rules::color_name(position.mover()));
  }
  print_position(out, analysis);
}

}  // namespace

void print_analysis(std::ostream& out, const Analysis& analysis, const AnalysisTextOptions& options) {
  if (analysis.game.ply() > 0) print_game(out, analysis, options);
  print_end(out, analysis);
  if (!analysis.positions.front().line.empty() && analysis.game.ply() == 0) {
    out << fmt::format("best line: {}\n", moves_text(analysis.positions.front().line));
  }
  if (analysis.game.ply() > 0) {
    print_side(out, analysis, Color::Black);
    print_side(out, analysis, Color::White);
  }
  if (analysis.opening) {
    out << fmt::format("opening: {} (move {})\n", analysis.opening->name, analysis.opening->ply);
  }
}

ordered_json analysis_json(const Analysis& analysis) {
  ordered_json json;
  json["opening"] = nullptr;
  if (analysis.opening) json["opening"] = {{"name", analysis.opening->name}, {"ply", analysis.opening->ply}};
  json["positions"] = ordered_json::array();
  for (int ply = 0; ply <= analysis.game.ply(); ++ply) {
    const Color mover = analysis.game.position_at(ply).mover();
    json["positions"].push_back(position_json(analysis, ply, analysis.side(mover).mistakes));
  }
  for (const Color color : {Color::Black, Color::White}) {
    ordered_json side = {{"lost", nullptr}, {"mistakes", ordered_json::array()}};
    if (analysis.side(color).judged > 0) side["lost"] = analysis.side(color).lost;
    for (const int ply : analysis.side(color).mistakes) {
      const PositionAnalysis& here = analysis.positions[static_cast<std::size_t>(ply)];
      side["mistakes"].push_back({{"ply", ply},
                                  {"move", here.played->name()},
                                  {"best", here.line.front().name()},
                                  {"loss", *here.loss}});
    }
    json["sides"][side_text(color)] = std::move(side);
  }
  json["nodes"] = analysis.nodes;
  json["complete"] = analysis.complete;
  return json;
}

}  // namespace turncoat::cli
