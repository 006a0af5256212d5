#include "protocol/score_moves.h"

#include <algorithm>

#include "base/check.h"
#include "protocol/ask.h"
#include "rules/symmetry.h"

namespace turncoat::protocol {

namespace {

Result<MoveScore> score_move(player::Player& player, rules::Game game, rules::Move move,
                             const player::Request& request) {
  const rules::Color side = game.position().mover();
  const auto ply = static_cast<std::size_t>(game.ply());
  TURNCOAT_CHECK(game.play(move).has_value(), "a legal move is legal");
  const auto judged = judge(player, game, side, request);
  if (!judged) return std::unexpected(judged.error());
  const auto forced = judged->game.moves().subspan(ply);
  MoveScore score{move, judged->discs.value_or(0), judged->exact, std::nullopt, judged->thought.nodes, {}};
  score.line.assign(forced.begin(), forced.end());
  score.line.insert(score.line.end(), judged->thought.line.begin(), judged->thought.line.end());
  const auto placed = std::ranges::count_if(forced, [](rules::Move m) { return !m.is_pass(); });
  score.depth = judged->thought.depth.value_or(0) + static_cast<int>(placed);
  return score;
}

// What is known of `move` when it leads to an image of a position that another move led to.
std::optional<MoveScore> score_of_image(const rules::Position& position, rules::Square square,
                                        const std::vector<MoveScore>& known) {
  const rules::Position after = position.after(square);
  for (const MoveScore& score : known) {
    const rules::Position other = position.after(score.move);
    for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
      if (symmetry(other) != after) continue;
      MoveScore image = score;
      for (rules::Move& move : image.line) move = symmetry(move, position.size());
      image.move = image.line.front() = square;
      image.nodes = 0;
      return image;
    }
  }
  return std::nullopt;
}

bool tells_the_same(const std::vector<MoveScore>& a, const std::vector<MoveScore>& b) {
  return std::ranges::equal(a, b, [](const MoveScore& x, const MoveScore& y) {
    return x.move == y.move && x.discs == y.discs && x.depth == y.depth;
  });
}

}  // namespace

std::optional<double> discs_of(const player::Thought& thought, const rules::Position& position) {
  if (thought.score) return thought.score;
  if (thought.value) return *thought.value * position.size() * position.size();
  return std::nullopt;
}

bool is_exact(const player::Thought& thought, const rules::Position& position) {
  return thought.score && thought.depth && *thought.depth >= position.empties().size();
}

Result<Judgement> judge(player::Player& player, const rules::Game& game, rules::Color side,
                        const player::Request& request) {
  Judgement judgement{game, std::nullopt, false, {}};
  rules::Game& on = judgement.game;
  for (;;) {
    if (on.pass_if_forced()) continue;
    const rules::SquareSet moves = on.position().legal_moves();
    if (moves.size() != 1) break;
    TURNCOAT_CHECK(on.play(*moves.begin()).has_value(), "a legal move is legal");
  }
  const rules::Position& position = on.position();
  if (on.is_over()) {
    judgement.discs = position.score(side);
    judgement.exact = true;
    return judgement;
  }
  auto choice = ask(player, on, request);
  if (!choice) return std::unexpected(choice.error());
  judgement.thought = std::move(choice->thought);
  if (judgement.thought.line.empty()) judgement.thought.line.push_back(choice->move);
  judgement.exact = is_exact(judgement.thought, position);
  if (const auto discs = discs_of(judgement.thought, position)) {
    judgement.discs = position.mover() == side ? *discs : 0.0 - *discs;  // no "-0"
  }
  return judgement;
}

Result<std::vector<MoveScore>> score_moves(
    player::Player& player, const rules::Game& game, const ScoreOptions& options,
    const std::function<void(const std::vector<MoveScore>& best_first)>& report) {
  std::vector<MoveScore> ranked;
  player::Request request;
  request.stop = options.stop;
  request.time.move = options.first_round;
  const int rounds = options.first_round ? options.rounds : 1;
  for (int round = 0; round < rounds; ++round) {
    if (round > 0) *request.time.move *= options.growth;
    std::vector<MoveScore> next;
    const rules::SquareSet moves = game.position().legal_moves();
    for (const rules::Square square : moves) {
      if (auto known = score_of_image(game.position(), square, next)) {
        next.push_back(*std::move(known));
        continue;
      }
      auto score = score_move(player, game, square, request);
      // A player that was told to stop has not said what it would have.
      if (options.stop.stop_requested()) return ranked;
      if (!score) return std::unexpected(score.error());
      next.push_back(std::move(*score));
    }
    std::ranges::stable_sort(next, std::greater{}, &MoveScore::discs);
    if (round > 0 && tells_the_same(ranked, next)) return ranked;
    ranked = std::move(next);
    report(ranked);
  }
  return ranked;
}

}  // namespace turncoat::protocol
