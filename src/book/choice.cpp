#include "book/choice.h"

#include <algorithm>
#include <cmath>

namespace turncoat::book {

double BookMove::share() const {
  return (games.wins + 0.5 * games.draws + 1) / (static_cast<double>(games.games()) + 2);
}

double BookMove::sure_share() const {
  const double mean = share();
  return mean - 2 * std::sqrt(mean * (1 - mean) / (static_cast<double>(games.games()) + 3));
}

std::vector<BookMove> look_up(const Book& book, const rules::Position& position) {
  std::vector<BookMove> moves;
  if (!same_game(*book.rules(), position.ruleset())) return moves;
  const Canonical seen = canonical(position);
  const Entry* entry = book.find(seen.key);
  if (entry == nullptr) return moves;
  const int size = position.size();
  const rules::Position image = seen.symmetry(position);
  const auto as_it_stands = [&](rules::Square square) {
    return rules::Move(seen.symmetry.inverse()(square, size));
  };
  std::vector<Key> reached;  // equal moves lead to one key
  for (const Child& child : children_of(image)) {
    BookMove move{as_it_stands(child.square)};
    const auto played = std::ranges::find(entry->moves, child.square, &MoveGames::square);
    if (played != entry->moves.end()) move.games = *played;
    if (entry->value) {
      if (child.over) {
        move.score = -kUnit * child.position.score(child.position.mover());
      } else if (const Key key = canonical(child.position).key;
                 std::ranges::find(reached, key) == reached.end()) {
        if (const Entry* next = book.find(key); next != nullptr && next->value) {
          move.score = child.sign * *next->value;
          move.in_book = true;
          reached.push_back(key);
        }
      }
      if (!move.score && entry->leaf && entry->leaf->square == child.square) {
        move.score = entry->leaf->score;
        move.leaf = entry->leaf;
      }
    }
    if (move.score || move.games.games() > 0) moves.push_back(move);
  }
  std::ranges::stable_sort(moves, [](const BookMove& a, const BookMove& b) {
    if (a.score != b.score) return a.score > b.score;  // none is less than any
    return a.sure_share() > b.sure_share();
  });
  return moves;
}

std::optional<BookMove> choose(std::span<const BookMove> moves, double variety, Rng& rng) {
  if (moves.empty()) return std::nullopt;
  std::vector<const BookMove*> good;
  if (moves.front().score) {
    const double least = discs(*moves.front().score) - variety;
    for (const BookMove& move : moves) {
      if (move.score && move.in_book && discs(*move.score) >= least) good.push_back(&move);
    }
  } else {
    const BookMove& best = moves.front();
    // Where another move may be as good, a search sees more than a count of games that others played.
    const bool clear = std::ranges::all_of(
        moves.subspan(1), [&](const BookMove& other) { return other.share() < best.sure_share(); });
    if (!clear && variety == 0) return std::nullopt;
    const double least = best.sure_share() - variety / 100;
    for (const BookMove& move : moves) {
      if (move.games.games() >= kLeastGames && move.sure_share() >= least) good.push_back(&move);
    }
  }
  if (good.empty()) return std::nullopt;
  return *good[rng.below(static_cast<std::uint32_t>(good.size()))];
}

}  // namespace turncoat::book
