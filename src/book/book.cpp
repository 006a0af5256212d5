#include "book/book.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "base/check.h"
#include "book/graph.h"

namespace turncoat::book {

namespace {

MoveGames& move_of(Entry& entry, rules::Square square) {
  const auto place = std::ranges::lower_bound(entry.moves, square.index(), {},
                                              [](const MoveGames& move) { return move.square.index(); });
  if (place != entry.moves.end() && place->square == square) return *place;
  return *entry.moves.insert(place, MoveGames{square});
}

void add(std::uint32_t& count, std::uint32_t more) {
  count = more > std::numeric_limits<std::uint32_t>::max() - count ? std::numeric_limits<std::uint32_t>::max()
                                                                   : count + more;
}

// Which of two leaves to keep: a total order, so that merging does not depend on who comes first.
auto rank(const Leaf& leaf) {
  return std::tuple(leaf.level, leaf.percent, leaf.depth, leaf.score, -leaf.square.index());
}

}  // namespace

std::uint64_t Entry::games() const {
  std::uint64_t all = 0;
  for (const MoveGames& move : moves) all += move.games();
  return all;
}

std::vector<Key> Book::keys() const {
  std::vector<Key> keys;
  keys.reserve(entries_.size());
  for (const auto& [key, entry] : entries_) keys.push_back(key);
  std::ranges::sort(keys);
  return keys;
}

const Entry* Book::find(const Key& key) const {
  const auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : &found->second;
}

Entry* Book::find(const Key& key) {
  const auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : &found->second;
}

void Book::add_game(const rules::Game& game, int black_score, int first, int last) {
  TURNCOAT_CHECK(same_game(*rules_, game.start().ruleset()), "a game of other rules");
  for (int ply = first; ply < std::min(last, game.ply()); ++ply) {
    const rules::Move move = game.moves()[static_cast<std::size_t>(ply)];
    if (move.is_pass()) continue;
    const rules::Position& position = game.position_at(ply);
    const Canonical seen = canonical(position);
    const rules::Square square =
        first_equal(position_of(rules_, seen.key), seen.symmetry(move.square(), position.size()));
    MoveGames& counted = move_of(entries_[seen.key], square);
    const int score = position.mover() == rules::Color::Black ? black_score : -black_score;
    add(score > 0 ? counted.wins : score < 0 ? counted.losses : counted.draws, 1);
  }
}

Result<void> Book::merge(const Book& other) {
  if (!same_game(*rules_, *other.rules_)) {
    return fail(Error::Code::Conflict, "a book for {} and one for {} cannot be merged", rules_->name,
                other.rules_->name);
  }
  for (const auto& [key, theirs] : other.entries_) {
    Entry& entry = entries_[key];
    for (const MoveGames& move : theirs.moves) {
      MoveGames& sum = move_of(entry, move.square);
      add(sum.wins, move.wins);
      add(sum.draws, move.draws);
      add(sum.losses, move.losses);
    }
    if (theirs.leaf && (!entry.leaf || rank(*theirs.leaf) > rank(*entry.leaf))) entry.leaf = theirs.leaf;
  }
  growth.reset();
  Graph(*this).propagate();
  return {};
}

void Book::prune(std::uint64_t least_games) {
  std::erase_if(entries_, [&](const auto& item) {
    return !item.second.value && !item.second.leaf && item.second.games() < least_games;
  });
}

}  // namespace turncoat::book
