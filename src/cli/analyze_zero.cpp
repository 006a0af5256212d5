#include "cli/analyze_zero.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "book/opening_names.h"
#include "cli/arena.h"
#include "cli/moves_text.h"
#include "engine/registry.h"
#include "mcts/guided_picture.h"
#include "mcts/tree_picture.h"
#include "mcts/zero_player.h"
#include "record/transcript.h"

namespace turncoat::cli {

namespace {

using Json = nlohmann::ordered_json;

// One position of the game and what was found in it.
struct Looked {
  int ply = 0;
  rules::Color mover = rules::Color::Black;
  std::optional<rules::Move> played = {};
  player::Choice choice{rules::Move::pass(), {}, false};
  std::optional<mcts::GuidedFinding> finding = {};  // nothing for exact and only moves
};

std::vector<mcts::GuidedMove> by_visits(const mcts::GuidedFinding& finding) {
  std::vector<mcts::GuidedMove> moves = finding.moves;
  std::ranges::stable_sort(moves, [](const auto& a, const auto& b) {
    return std::pair(a.visits, a.prior) > std::pair(b.visits, b.prior);
  });
  return moves;
}

void print_moves(std::ostream& out, const Looked& looked) {
  out << "      move   visits    value   discs  policy\n";
  for (const mcts::GuidedMove& move : by_visits(*looked.finding)) {
    out << fmt::format("      {:<5} {:>7}  {:>+7.3f} {:>+7.1f} {:>5.1f} %{}\n", move.move.name(), move.visits,
                       move.value, move.score, 100 * move.prior,
                       looked.played == move.move ? "  played" : "");
  }
}

void print_position(std::ostream& out, const Looked& looked, bool all_moves) {
  out << fmt::format("{:>3} {} {:<5}", looked.ply + 1, rules::disc_char(looked.mover),
                     looked.played ? looked.played->name() : "");
  const player::Thought& thought = looked.choice.thought;
  if (!looked.finding) {
    out << fmt::format("  {}", thought.note);
    if (thought.score) out << fmt::format(" {:+.0f}", *thought.score);
    out << fmt::format(": {}\n", looked.choice.move.name());
    return;
  }
  const mcts::GuidedFinding& finding = *looked.finding;
  out << fmt::format("  value {:+.3f} {:+.1f} discs, {} visits: {}\n", finding.value, finding.score,
                     finding.visits, moves_text(finding.line));
  if (all_moves || !looked.played) print_moves(out, looked);
}

// The score of a move that was looked at; the only sign of others is that nobody cared to.
std::optional<double> score_of(const Looked& looked, rules::Move move) {
  if (!looked.finding) return move == looked.choice.move ? looked.choice.thought.score : std::nullopt;
  const auto found = std::ranges::find(looked.finding->moves, move, &mcts::GuidedMove::move);
  if (found == looked.finding->moves.end() || found->visits == 0) return std::nullopt;
  return found->score;
}

std::optional<double> loss_of(const Looked& looked) {
  if (!looked.played) return std::nullopt;
  const auto best = score_of(looked, looked.choice.move);
  const auto played = score_of(looked, *looked.played);
  if (!best || !played) return std::nullopt;
  return std::max(0.0, *best - *played);
}

bool is_mistake(const Looked& looked, double threshold) {
  const auto loss = loss_of(looked);
  return loss && *loss > 0 && *loss >= threshold;
}

template <class T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

void put_finding(Json& json, const mcts::GuidedFinding& finding) {
  json.update({{"value", finding.value}, {"visits", finding.visits}, {"judged", finding.judged}});
  for (const mcts::GuidedMove& move : by_visits(finding)) {
    json["moves"].push_back({{"move", move.move.name()},
                             {"score", move.visits > 0 ? Json(move.score) : Json(nullptr)},
                             {"exact", false},
                             {"visits", move.visits},
                             {"value", move.value},
                             {"policy", move.prior},
                             {"improved_policy", move.policy}});
  }
}

// As analysis_json has it for the engine, with what only zero knows at the end.
Json json_of(const Looked& looked, const rules::Position& position, double threshold) {
  const bool searched = looked.finding.has_value();
  const auto score = searched ? std::optional(looked.finding->score) : looked.choice.thought.score;
  Json json = {{"ply", looked.ply},
               {"position", position.to_string()},
               {"mover", to_lower(rules::color_name(looked.mover))},
               {"empties", position.empties().size()},
               {"done", true}};
  json["score"] = json_or_null(score);
  json["exact"] = !searched && score.has_value();
  json["best"] = position.is_over() ? Json(nullptr) : Json(looked.choice.move.name());
  json["line"] = moves_text(searched ? looked.finding->line : looked.choice.thought.line);
  json["played"] = looked.played ? Json(looked.played->name()) : Json(nullptr);
  json["played_score"] = looked.played ? json_or_null(score_of(looked, *looked.played)) : Json(nullptr);
  json["loss"] = json_or_null(loss_of(looked));
  json["mistake"] = is_mistake(looked, threshold);
  json["moves"] = Json::array();
  json["note"] = looked.choice.thought.note;
  if (searched) put_finding(json, *looked.finding);
  return json;
}

Json sides_json(const std::vector<Looked>& all, double threshold) {
  Json sides;
  for (const rules::Color color : {rules::Color::Black, rules::Color::White}) {
    double lost = 0;
    std::vector<const Looked*> mistakes;
    for (const Looked& looked : all) {
      if (looked.mover != color) continue;
      lost += loss_of(looked).value_or(0);
      if (is_mistake(looked, threshold)) mistakes.push_back(&looked);
    }
    std::ranges::stable_sort(mistakes, std::greater{}, [](const Looked* l) { return *loss_of(*l); });
    Json side = {{"lost", lost}, {"mistakes", Json::array()}};
    for (const Looked* looked : mistakes) {
      side["mistakes"].push_back({{"ply", looked->ply},
                                  {"move", looked->played->name()},
                                  {"best", looked->choice.move.name()},
                                  {"loss", *loss_of(*looked)}});
    }
    sides[to_lower(rules::color_name(color))] = std::move(side);
  }
  return sides;
}

Json game_json(const record::GameRecord& record, const std::vector<Looked>& all,
               const ZeroAnalysisOptions& options) {
  const rules::Game& game = record.game;
  Json json = {{"rules", game.start().ruleset().name},
               {"black", record.black},
               {"white", record.white},
               {"start", game.start().to_string()},
               {"game", record::format_transcript(game)},
               {"player", options.player},
               {"threshold", options.threshold},
               {"opening", nullptr},
               {"positions", Json::array()}};
  if (const auto opening = book::find_opening(game)) {
    json["opening"] = {{"name", opening->name}, {"ply", opening->ply}};
  }
  for (const Looked& looked : all) {
    json["positions"].push_back(json_of(looked, game.position_at(looked.ply), options.threshold));
  }
  json["sides"] = sides_json(all, options.threshold);
  json["complete"] = all.size() == static_cast<std::size_t>(game.ply()) + 1;
  return json;
}

}  // namespace

Result<int> analyze_zero(Context& context, const record::GameRecord& record,
                         const ZeroAnalysisOptions& options, std::string& svg) {
  auto made = engine::make_player(options.player);
  if (!made) return fail_at(made.error(), "--player");
  auto* zero = dynamic_cast<mcts::ZeroPlayer*>(made->get());
  if (zero == nullptr) {
    return fail(Error::Code::Parse,
                "--player {}: only zero can be looked into; without --player the engine analyses",
                quote(options.player));
  }
  const rules::Game& game = record.game;
  if (auto ready = zero->new_game(game.start(), 1); !ready) return std::unexpected(ready.error());
  std::vector<Looked> all;
  rules::Game so_far(game.start());
  for (int ply = 0; ply <= game.ply() && !context.stop.stop_requested(); ++ply) {
    Looked looked{.ply = ply, .mover = so_far.position().mover()};
    if (ply < game.ply()) looked.played = game.moves()[static_cast<std::size_t>(ply)];
    if (!so_far.position().legal_moves().empty()) {
      player::Request request;
      request.stop = context.stop;
      const auto choice = zero->choose(so_far, request);
      if (!choice) return std::unexpected(choice.error());
      looked.choice = *choice;
      looked.finding = zero->finding();
      // A stop may have come before anything was seen.
      if (context.stop.stop_requested()) break;
      if (!options.json) {
        print_position(context.out, looked, options.all_moves);
        context.out.flush();
      }
    }
    if (so_far.position().is_over()) {
      looked.choice.thought.score = so_far.position().score(looked.mover);
    }
    all.push_back(looked);
    if (looked.played) {
      if (auto played = so_far.play(*looked.played); !played) return std::unexpected(played.error());
    }
  }
  if (options.json) {
    context.out << dump(game_json(record, all, options));
  }
  if (!zero->finding()) return 0;
  const mcts::SavedTree picture = mcts::picture_of(zero->tree());
  svg = mcts::tree_as_svg(picture, {.depth = 3, .branches = 4});
  if (options.tree > 0 && !options.json) {
    context.out << mcts::tree_as_text(picture, {.depth = options.tree, .branches = 4});
  }
  return 0;
}

}  // namespace turncoat::cli
