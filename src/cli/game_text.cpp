#include "cli/game_text.h"

#include "base/text.h"

namespace turncoat::cli {

namespace {

using nlohmann::ordered_json;
using record::Ending;
using record::GameRecord;

template <class T>
ordered_json or_null(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json loser_json(const GameRecord& record) {
  if (!record.loser) return nullptr;
  return *record.loser == rules::Color::Black ? "black" : "white";
}

bool is_preset(const rules::Ruleset& rules) {
  for (const std::string& name : rules::preset_names()) {
    if (name == rules.name) return **rules::find_ruleset(name) == rules;
  }
  return false;
}

std::string describe_score(const rules::Position& end) {
  const int score = end.score(rules::Color::Black);
  const int black = end.disc_count(rules::Color::Black) + end.ruleset().black_bonus;
  const int white = end.disc_count(rules::Color::White);
  if (score == 0) return fmt::format("draw, {} to {}", black, white);
  // The loser has what stands on the board; the winner may be given the empty squares.
  return score > 0 ? fmt::format("Black wins {} to {}", white + score, white)
                   : fmt::format("White wins {} to {}", black - score, black);
}

std::string_view how_lost(Ending ending) {
  switch (ending) {
    case Ending::Resigned:
      return "resigns";
    case Ending::Time:
      return "loses on time";
    case Ending::Illegal:
      return "loses by an illegal move";
    case Ending::Failed:
      return "loses: the player failed";
    case Ending::Finished:
    case Ending::Unfinished:
      break;
  }
  return "loses";
}

}  // namespace

ordered_json summary_json(const store::StoredGame& game) {
  const GameRecord& record = game.record;
  return {{"id", game.id},
          {"run", or_null(game.run)},
          {"date", record.date},
          {"event", record.event},
          {"rules", record.game.start().ruleset().name},
          {"black", record.black},
          {"white", record.white},
          {"score", or_null(black_score(record))},
          {"ending", ending_name(record.ending)},
          {"loser", loser_json(record)}};
}

ordered_json game_json(const store::StoredGame& game) {
  const GameRecord& record = game.record;
  const rules::Position& start = record.game.start();
  ordered_json json = summary_json(game);
  json["reason"] = record.reason;
  json["stated_score"] = or_null(record.stated_score);
  if (!is_preset(start.ruleset())) json["ruleset"] = rules::format_ruleset(start.ruleset());
  json["start"] = start.to_string();
  ordered_json moves = ordered_json::array();
  for (const rules::Move move : record.game.moves()) moves.push_back(move.name());
  json["moves"] = std::move(moves);
  if (!record.notes.empty()) {
    ordered_json notes = ordered_json::array();
    for (const record::MoveNote& note : record.notes) {
      notes.push_back({{"score", or_null(note.score)}, {"seconds", or_null(note.seconds)}});
    }
    json["notes"] = std::move(notes);
  }
  return json;
}

std::string dump_json(const ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

std::string describe_result(const GameRecord& record) {
  if (record.loser) {
    const std::string reason = record.reason.empty() ? "" : " (" + record.reason + ")";
    return fmt::format("{} {}{}", rules::color_name(*record.loser), how_lost(record.ending), reason);
  }
  if (record.ending == Ending::Finished) return describe_score(record.game.position());
  return fmt::format("broken off after {} moves", record.game.ply());
}

}  // namespace turncoat::cli
