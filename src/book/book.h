// Book: what is known of openings, by position. Of every move played in games, how they ended; of scored
// positions a value in discs, which follows by negamax from the scores of the positions that lead on in the
// book (the links, found by looking the children up) and of the leaf, the best move that leads out of it.
// It chooses no moves (book/choice.h) and searches nothing (book/expand.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "book/key.h"
#include "rules/game.h"

namespace turncoat::book {

// Scores are kept in these parts of a disc.
inline constexpr int kUnit = 128;
inline constexpr double discs(int score) {
  return static_cast<double>(score) / kUnit;
}

// Games that went on with a move, from the mover's side.
struct MoveGames {
  rules::Square square{0, 0};
  std::uint32_t wins = 0;
  std::uint32_t draws = 0;
  std::uint32_t losses = 0;

  std::uint64_t games() const { return std::uint64_t{wins} + draws + losses; }

  friend bool operator==(const MoveGames&, const MoveGames&) = default;
};

// The best move that led out of the book when it was searched, as `level` of the player engine looks.
struct Leaf {
  rules::Square square{0, 0};
  int score = 0;    // for the mover, in kUnit
  int level = 0;    // 0 to 255, as the other two
  int depth = 0;    // plies
  int percent = 0;  // how sure selective cuts had to be; 100: none were made

  friend bool operator==(const Leaf&, const Leaf&) = default;
};

struct Entry {
  std::vector<MoveGames> moves;  // in the order of their squares
  std::optional<int> value;      // for the mover, in kUnit; none: not scored
  std::optional<Leaf> leaf;

  std::uint64_t games() const;

  friend bool operator==(const Entry&, const Entry&) = default;
};

// How a book was grown (book/growth.h): what is needed to go on.
struct Growth {
  std::string player;  // canonical spec
  std::uint64_t seed = 1;
  int plies = 0;
  std::uint64_t games = 0;  // so far

  friend bool operator==(const Growth&, const Growth&) = default;
};

class Book {
 public:
  using Entries = std::unordered_map<Key, Entry, KeyHash>;

  explicit Book(rules::RulesetPtr rules) : rules_(std::move(rules)) {}

  const rules::RulesetPtr& rules() const { return rules_; }
  std::size_t size() const { return entries_.size(); }
  const Entries& entries() const { return entries_; }
  // Sorted: what is written or listed does not depend on the order things came in.
  std::vector<Key> keys() const;

  const Entry* find(const Key& key) const;
  Entry* find(const Key& key);
  // The entry of a key, made when it is not there. References stay good while entries are added.
  Entry& entry(const Key& key) { return entries_[key]; }

  // Counts the moves of plies [first, last) of a game with this result from Black's side: its sign. Requires
  // a game of same_game rules.
  void add_game(const rules::Game& game, int black_score, int first, int last);

  // Adds all games, keeps of every leaf the one searched with more care, and finds the values anew. An error
  // when the rules differ. In any order and grouping the outcome is the same. It has no growth.
  Result<void> merge(const Book& other);

  // Drops positions that were met in fewer games and have no score.
  void prune(std::uint64_t least_games);

  std::string about;  // where it comes from, for people
  std::optional<Growth> growth;

  friend bool operator==(const Book& a, const Book& b) {
    return *a.rules_ == *b.rules_ && a.entries_ == b.entries_ && a.about == b.about && a.growth == b.growth;
  }

 private:
  rules::RulesetPtr rules_;
  Entries entries_;
};

}  // namespace turncoat::book
