#include "book/growth.h"

#include <bit>
#include <cmath>
#include <numbers>
#include <vector>

namespace turncoat::book {

namespace {

double draw_normal(Rng& rng) {
  const double radius = std::sqrt(-2 * std::log(1 - rng.uniform()));
  return radius * std::cos(2 * std::numbers::pi * rng.uniform());
}

// Marsaglia and Tsang, "A simple method for generating gamma variables", 2000; shape >= 1.
double draw_gamma(double shape, Rng& rng) {
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = draw_normal(rng);
    const double v = std::pow(1 + c * x, 3);
    if (v <= 0) continue;
    if (std::log(1 - rng.uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

// Legal squares of the image that no counted move is equal to.
std::vector<rules::Square> untried(const rules::Position& image, const Entry& entry) {
  std::vector<rules::Square> squares;
  for (const rules::Square square : image.legal_moves()) {
    if (first_equal(image, square) != square) continue;
    bool tried = false;
    for (const MoveGames& move : entry.moves) tried = tried || move.square == square;
    if (!tried) squares.push_back(square);
  }
  return squares;
}

rules::Square likely_best(const Entry& entry, Rng& rng) {
  rules::Square best = entry.moves.front().square;
  double best_draw = -1;
  for (const MoveGames& move : entry.moves) {
    const double half = 0.5 * move.draws;
    const double drawn = draw_beta(1 + move.wins + half, 1 + move.losses + half, rng);
    if (drawn <= best_draw) continue;
    best_draw = drawn;
    best = move.square;
  }
  return best;
}

}  // namespace

int moves_allowed(std::uint64_t games) {
  return 1 + static_cast<int>(std::bit_width(games) + 1) / 2;
}

double draw_beta(double a, double b, Rng& rng) {
  const double x = draw_gamma(a, rng);
  const double y = draw_gamma(b, rng);
  return x / (x + y);
}

rules::Game draw_opening(const Book& book, int plies, Rng& rng) {
  rules::Game game(book.rules());
  while (game.ply() < plies && !game.is_over()) {
    if (game.pass_if_forced()) continue;
    const Canonical seen = canonical(game.position());
    const Entry* entry = book.find(seen.key);
    if (entry == nullptr || entry->moves.empty()) break;
    const rules::Position image = position_of(book.rules(), seen.key);
    const std::vector<rules::Square> fresh = untried(image, *entry);
    const bool widen =
        !fresh.empty() && static_cast<int>(entry->moves.size()) < moves_allowed(entry->games());
    const rules::Square square =
        widen ? fresh[rng.below(static_cast<std::uint32_t>(fresh.size()))] : likely_best(*entry, rng);
    const rules::Move move = seen.symmetry.inverse()(square, image.size());
    if (game.position().after(move).is_over() || !game.play(move)) break;
    if (widen) break;
  }
  return game;
}

}  // namespace turncoat::book
