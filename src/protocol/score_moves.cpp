#include "protocol/score_moves.h"

#include <algorithm>

#include "base/check.h"
#include "protocol/ask.h"

namespace turncoat::protocol {

namespace {

Result<MoveScore> score_move(player::Player& player, rules::Game game, rules::Move move,
                             const player::Request& request) {
  const rules::Color mover = game.position().mover();
  MoveScore score{move, 0, false, std::nullopt, 0, {move}};
  TURNCOAT_CHECK(game.play(move).has_value(), "a legal move is legal");
  if (game.pass_if_forced()) score.line.push_back(rules::Move::pass());
  const rules::Position& position = game.position();
  if (game.is_over()) {
    score.discs = position.score(mover);
    score.exact = true;
    score.depth = 1;
    return score;
  }
  const auto choice = ask(player, game, request);
  if (!choice) return std::unexpected(choice.error());
  const player::Thought& thought = choice->thought;
  const double discs = discs_of(thought, position).value_or(0);
  score.discs = position.mover() == mover ? discs : -discs;
  score.exact = is_exact(thought, position);
  if (thought.depth) score.depth = *thought.depth + 1;
  score.nodes = thought.nodes;
  if (thought.line.empty()) {
    score.line.push_back(choice->move);
  } else {
    score.line.insert(score.line.end(), thought.line.begin(), thought.line.end());
  }
  return score;
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

Result<std::vector<MoveScore>> score_moves(
    player::Player& player, const rules::Game& game, const ScoreOptions& options,
    const std::function<void(const std::vector<MoveScore>& best_first)>& report) {
  std::vector<MoveScore> ranked;
  player::Request request;
  request.stop = options.stop;
  request.time.move = options.first_round;
  for (int round = 0; round < options.rounds; ++round, *request.time.move *= options.growth) {
    std::vector<MoveScore> next;
    const rules::SquareSet moves = game.position().legal_moves();
    for (const rules::Square square : moves) {
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
