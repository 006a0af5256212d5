#include "server/value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>

#include "rules/symmetry.h"

namespace turncoat::server {

namespace {

// The same for all eight images. Ends are counted by the ruleset, so it is part of the name.
std::string key_of(const rules::Position& position) {
  std::string least;
  for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
    std::string text = symmetry(position).to_string();
    if (least.empty() || text < least) least = std::move(text);
  }
  const rules::Ruleset& rules = position.ruleset();
  return fmt::format("{} {} {}", least, rules.black_bonus, static_cast<int>(rules.scoring));
}

std::string_view source_word(Value::Source source) {
  switch (source) {
    case Value::Source::Policy:
      return "policy";
    case Value::Source::Mcts:
      return "mcts";
    case Value::Source::Book:
      return "book";
    case Value::Source::Exact:
      return "exact";
    case Value::Source::Search:
      break;
  }
  return "search";
}

Value turned(Value value) {
  if (value.score) value.score = 0.0 - *value.score;  // no "-0"
  if (value.win_rate) value.win_rate = 1 - *value.win_rate;
  return value;
}

double rounded(double number, double parts) {
  return std::round(number * parts) / parts;
}

}  // namespace

bool is_weaker(const Value& a, const Value& b) {
  const auto rank = [](const Value& value) {
    return std::tuple(value.source, value.score.has_value(), value.depth, value.selectivity,
                      value.visits.value_or(0));
  };
  return rank(a) < rank(b);
}

Value seen_before_move(Value after, rules::Move move) {
  if (!move.is_pass()) ++after.depth;
  return turned(after);
}

Value seen_after_move(Value before, rules::Move move) {
  if (!move.is_pass()) before.depth = std::max(0, before.depth - 1);
  return turned(before);
}

int selectivity_percent(int selectivity) {
  const std::string_view name = search::kSelectivities.at(static_cast<std::size_t>(selectivity)).name;
  int percent = 100;
  std::from_chars(name.data(), name.data() + name.size(), percent);
  return percent;
}

Value value_of(const engine::Verdict& verdict) {
  Value value;
  value.score = verdict.discs;
  value.source = verdict.exact ? Value::Source::Exact : Value::Source::Search;
  value.depth = verdict.depth;
  value.selectivity = selectivity_percent(verdict.selectivity);
  return value;
}

Json value_json(const std::optional<Value>& value) {
  if (!value) return nullptr;
  Json json;
  json["score"] = value->score ? Json(rounded(*value->score, 100)) : Json(nullptr);
  json["exact"] = value->source == Value::Source::Exact;
  json["depth"] = value->depth;
  json["selectivity"] = value->selectivity;
  json["source"] = source_word(value->source);
  json["visits"] = or_null(value->visits);
  json["win_rate"] = value->win_rate ? Json(rounded(*value->win_rate, 10'000)) : Json(nullptr);
  return json;
}

Value ValueBook::keep(const rules::Position& position, const Value& value) {
  const std::string key = key_of(position);
  if (const auto found = values_.find(key); found != values_.end()) {
    by_age_.splice(by_age_.end(), by_age_, found->second.age);
    // Equally strong, the newer one: the values of one analysis then stay together.
    if (!is_weaker(value, found->second.value)) found->second.value = value;
    return found->second.value;
  }
  if (values_.size() >= most_) {
    values_.erase(by_age_.front());
    by_age_.pop_front();
  }
  by_age_.push_back(key);
  values_.emplace(key, Entry{value, std::prev(by_age_.end())});
  return value;
}

std::optional<Value> ValueBook::find(const rules::Position& position) const {
  const auto found = values_.find(key_of(position));
  return found == values_.end() ? std::nullopt : std::optional(found->second.value);
}

Value ValueBook::keep_move(const rules::Position& position, rules::Move move, const Value& value) {
  return seen_before_move(keep(position.after(move), seen_after_move(value, move)), move);
}

std::optional<Value> ValueBook::find_move(const rules::Position& position, rules::Move move) const {
  const auto found = find(position.after(move));
  return found ? std::optional(seen_before_move(*found, move)) : std::nullopt;
}

}  // namespace turncoat::server
