// Value: what a position is worth to its mover and how that is known. ValueBook: the one value the server
// keeps for each position, symmetric positions being one; a stronger value is never replaced by a weaker.
// Lives on the loop.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/analysis.h"
#include "rules/position.h"
#include "server/json.h"

namespace turncoat::server {

struct Value {
  enum class Source { Policy, Mcts, Search, Book, Exact };  // from the weakest
  std::optional<double> score;                              // discs
  std::optional<double> win_rate;                           // in [0, 1], where discs are not known
  Source source = Source::Search;
  int depth = 0;
  int selectivity = 100;  // percent
  std::optional<std::uint64_t> visits;

  friend bool operator==(const Value&, const Value&) = default;
};

bool is_weaker(const Value& a, const Value& b);

// Of the position before `move` seen from the one who made it, and the other way round.
Value seen_before_move(Value after, rules::Move move);
Value seen_after_move(Value before, rules::Move move);

Value value_of(const engine::Verdict& verdict);
int selectivity_percent(int selectivity);

// Null for nothing.
Json value_json(const std::optional<Value>& value);

class ValueBook {
 public:
  explicit ValueBook(std::size_t most = 200'000) : most_(most) {}

  // Gives what is kept from now on: this one, or the stronger one that was there.
  Value keep(const rules::Position& position, const Value& value);
  std::optional<Value> find(const rules::Position& position) const;

  // The same for a move, whose value is that of the position it leads to. Requires a legal move.
  Value keep_move(const rules::Position& position, rules::Move move, const Value& value);
  std::optional<Value> find_move(const rules::Position& position, rules::Move move) const;

  std::size_t size() const { return values_.size(); }

 private:
  struct Entry {
    Value value;
    std::list<std::string>::iterator age;
  };
  std::size_t most_;
  std::unordered_map<std::string, Entry> values_;
  std::list<std::string> by_age_;  // the oldest first
};

}  // namespace turncoat::server
