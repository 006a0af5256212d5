#include "store/game_row.h"

#include <bit>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>
#include <xxhash.h>

#include "base/text.h"

namespace turncoat::store {

namespace {

using record::Ending;
using record::GameRecord;
using record::MoveNote;
using rules::Color;

bool names_a_loser(Ending ending) {
  return ending != Ending::Finished && ending != Ending::Unfinished;
}

bool finite(const std::optional<double>& number) {
  return !number || std::isfinite(*number);
}

// What GameRecord promises, asked of what goes in and of what comes out.
Result<void> check_record(const GameRecord& record) {
  const auto ending = ending_name(record.ending);
  if (record.ending == Ending::Finished && !record.game.is_over()) {
    return fail(Error::Code::Range, "it is called finished, but after move {} the game is not over",
                record.game.ply());
  }
  if (names_a_loser(record.ending) != record.loser.has_value()) {
    return fail(Error::Code::Range, "its ending is \"{}\", {} a loser", ending,
                record.loser ? "which has not" : "which needs");
  }
  if (!record.notes.empty() && record.notes.size() != record.game.moves().size()) {
    return fail(Error::Code::Range, "it has notes to {} moves, but {} moves", record.notes.size(),
                record.game.moves().size());
  }
  if (!finite(record.stated_score)) return fail(Error::Code::Range, "its stated score is not a number");
  for (std::size_t i = 0; i < record.notes.size(); ++i) {
    if (finite(record.notes[i].score) && finite(record.notes[i].seconds)) continue;
    return fail(Error::Code::Range, "the note to move {} holds something that is not a number", i + 1);
  }
  return {};
}

nlohmann::json to_json(const std::optional<double>& number) {
  return number ? nlohmann::json(*number) : nlohmann::json(nullptr);
}

std::string format_notes(const std::vector<MoveNote>& notes) {
  nlohmann::json list = nlohmann::json::array();
  for (const MoveNote& note : notes) {
    list.push_back(nlohmann::json::array({to_json(note.score), to_json(note.seconds)}));
  }
  return list.dump();
}

Result<std::vector<MoveNote>> parse_notes(const std::string& text) {
  const auto refuse = [] {
    return fail(Error::Code::Parse, "its notes are not a JSON list of [score, seconds]");
  };
  const auto list = nlohmann::json::parse(text, nullptr, false);
  if (!list.is_array()) return refuse();
  const auto number = [](const nlohmann::json& value) -> std::optional<double> {
    return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
  };
  std::vector<MoveNote> notes;
  for (const auto& pair : list) {
    if (!pair.is_array() || pair.size() != 2) return refuse();
    for (const auto& value : pair) {
      if (!value.is_number() && !value.is_null()) return refuse();
    }
    notes.push_back({number(pair[0]), number(pair[1])});
  }
  return notes;
}

std::string format_moves(std::span<const rules::Move> moves) {
  std::string text;
  for (const rules::Move move : moves) {
    if (!text.empty()) text += ' ';
    text += move.name();
  }
  return text;
}

Result<void> play_moves(rules::Game& game, std::string_view moves) {
  if (moves.empty()) return {};
  for (const std::string_view name : split(moves, ' ')) {
    rules::Move move = rules::Move::pass();
    if (name != "pass") {
      const auto square = rules::Square::parse(name, game.position().size());
      if (!square) return fail_at(square.error(), "move {}", game.ply() + 1);
      move = *square;
    }
    if (const auto played = game.play(move); !played) {
      return fail_at(played.error(), "move {}", game.ply() + 1);
    }
  }
  return {};
}

Result<std::optional<Color>> parse_loser(const std::optional<std::string>& text) {
  if (!text) return std::optional<Color>();
  if (*text == "black") return std::optional(Color::Black);
  if (*text == "white") return std::optional(Color::White);
  return fail(Error::Code::Parse, "its loser {} is neither black nor white", quote(*text));
}

}  // namespace

Result<GameRow> to_row(const GameRecord& record) {
  if (const auto sound = check_record(record); !sound) return std::unexpected(sound.error());
  const rules::Position& start = record.game.start();
  GameRow row;
  row.rules = rules::format_ruleset(start.ruleset());
  if (start != rules::Position(start.ruleset_ptr())) row.start = start.to_string();
  row.moves = format_moves(record.game.moves());
  row.black = record.black;
  row.white = record.white;
  row.event = record.event;
  row.date = record.date;
  row.ending = ending_name(record.ending);
  if (record.loser) row.loser = *record.loser == Color::Black ? "black" : "white";
  row.reason = record.reason;
  row.stated_score = record.stated_score;
  if (!record.notes.empty()) row.notes = format_notes(record.notes);
  return row;
}

Result<GameRecord> from_row(const GameRow& row, const rules::RulesetPtr& rules) {
  rules::Position start(rules);
  if (row.start) {
    auto parsed = rules::Position::parse(rules, *row.start);
    if (!parsed) return fail_at(parsed.error(), "start");
    start = std::move(*parsed);
  }
  GameRecord record{rules::Game(std::move(start))};
  if (const auto played = play_moves(record.game, row.moves); !played) {
    return std::unexpected(played.error());
  }
  record.black = row.black;
  record.white = row.white;
  record.event = row.event;
  record.date = row.date;
  const auto ending = record::ending_from_name(row.ending);
  if (!ending) return fail(Error::Code::Parse, "its ending {} is unknown", quote(row.ending));
  record.ending = *ending;
  const auto loser = parse_loser(row.loser);
  if (!loser) return std::unexpected(loser.error());
  record.loser = *loser;
  record.reason = row.reason;
  record.stated_score = row.stated_score;
  if (row.notes) {
    auto notes = parse_notes(*row.notes);
    if (!notes) return std::unexpected(notes.error());
    record.notes = std::move(*notes);
  }
  if (const auto sound = check_record(record); !sound) return std::unexpected(sound.error());
  return record;
}

std::int64_t fingerprint(const GameRow& row) {
  std::string text;
  for (const std::string* part :
       {&row.rules, &row.moves, &row.black, &row.white, &row.event, &row.date, &row.ending}) {
    text += *part;
    text += '\0';
  }
  text += row.start.value_or("");
  text += '\0';
  text += row.loser.value_or("");
  return std::bit_cast<std::int64_t>(XXH3_64bits(text.data(), text.size()));
}

}  // namespace turncoat::store
