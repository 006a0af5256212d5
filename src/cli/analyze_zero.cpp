#include "cli/analyze_zero.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/arena.h"
#include "engine/registry.h"
#include "mcts/guided_picture.h"
#include "mcts/tree_picture.h"
#include "mcts/zero_player.h"

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

std::string names_of(const std::vector<rules::Move>& line) {
  std::vector<std::string> names;
  for (const rules::Move move : line) names.push_back(move.name());
  return join(names, " ");
}

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
                     finding.visits, names_of(finding.line));
  if (all_moves || !looked.played) print_moves(out, looked);
}

Json json_of(const Looked& looked) {
  Json json = {{"ply", looked.ply},
               {"mover", rules::color_name(looked.mover)},
               {"best", looked.choice.move.name()},
               {"played", nullptr},
               {"note", looked.choice.thought.note}};
  if (looked.played) json["played"] = looked.played->name();
  if (!looked.finding) {
    if (looked.choice.thought.score) json["exact"] = *looked.choice.thought.score;
    return json;
  }
  const mcts::GuidedFinding& finding = *looked.finding;
  json.update({{"value", finding.value},
               {"score", finding.score},
               {"visits", finding.visits},
               {"judged", finding.judged}});
  json["line"] = Json::array();
  for (const rules::Move move : finding.line) json["line"].push_back(move.name());
  json["moves"] = Json::array();
  for (const mcts::GuidedMove& move : by_visits(finding)) {
    json["moves"].push_back({{"move", move.move.name()},
                             {"visits", move.visits},
                             {"value", move.value},
                             {"score", move.score},
                             {"policy", move.prior},
                             {"improved_policy", move.policy}});
  }
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
  Json positions = Json::array();
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
      if (options.json) {
        positions.push_back(json_of(looked));
      } else {
        print_position(context.out, looked, options.all_moves);
        context.out.flush();
      }
    }
    if (looked.played) {
      if (auto played = so_far.play(*looked.played); !played) return std::unexpected(played.error());
    }
  }
  if (options.json) {
    context.out << dump(
        {{"rules", game.start().ruleset().name}, {"player", options.player}, {"positions", positions}});
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
