#include "server/json_game.h"

#include <charconv>
#include <cmath>

#include "base/text.h"
#include "server/start.h"

namespace turncoat::server {

namespace {

using record::Ending;
using rules::Color;

Json side_json(const Side& side) {
  return {{"kind", side.human ? "human" : "player"},
          {"spec", side.human ? Json(nullptr) : Json(side.spec)},
          {"name", side.name}};
}

Json clock_json(const LiveGame& game, LiveGame::Time used) {
  if (!game.clock()) return nullptr;
  const bool running = game.phase() == Phase::Playing;
  const auto left = [&](Color color) {
    const LiveGame::Time time = game.left(color);
    return running && color == game.mover() ? std::max(time - used, LiveGame::Time(0)).count() : time.count();
  };
  const GameClock& clock = *game.clock();
  return {{"initial_ms", clock.per_move ? Json(nullptr) : Json(clock.initial.count())},
          {"increment_ms", clock.increment.count()},
          {"per_move_ms", clock.per_move ? Json(clock.per_move->count()) : Json(nullptr)},
          {"black_ms", left(Color::Black)},
          {"white_ms", left(Color::White)},
          {"running", running ? Json(color_word(game.mover())) : Json(nullptr)}};
}

std::string_view reason_word(Ending ending) {
  switch (ending) {
    case Ending::Resigned:
      return "resigned";
    case Ending::Time:
      return "time";
    case Ending::Illegal:
    case Ending::Failed:
      return "failed";
    case Ending::Finished:
    case Ending::Unfinished:
      break;
  }
  return "finished";
}

Json winner_json(const record::GameRecord& record) {
  if (record.loser) return color_word(rules::other(*record.loser));
  const int score = black_score(record).value_or(0);
  return score == 0 ? Json(nullptr) : Json(color_word(score > 0 ? Color::Black : Color::White));
}

Json result_json(const record::GameRecord& record) {
  const auto score = black_score(record);
  if (!score) return nullptr;
  return {{"score", *score},
          {"winner", winner_json(record)},
          {"reason", reason_word(record.ending)},
          {"by", record.loser ? Json(color_word(*record.loser)) : Json(nullptr)}};
}

Json plies_json(const record::GameRecord& record) {
  Json list = Json::array();
  for (int ply = 0; ply < record.game.ply(); ++ply) {
    const auto place = static_cast<std::size_t>(ply);
    Json ms = nullptr;
    if (place < record.notes.size() && record.notes[place].seconds) {
      ms = static_cast<std::int64_t>(std::llround(std::clamp(*record.notes[place].seconds, 0.0, 1e9) * 1000));
    }
    list.push_back({{"move", record.game.moves()[place].name()},
                    {"color", color_word(record.game.position_at(ply).mover())},
                    {"ms", ms}});
  }
  return list;
}

std::string_view state_word(Phase phase) {
  return phase == Phase::Playing ? "playing" : phase == Phase::Paused ? "paused" : "over";
}

// Players tell in words what their search was: "95%", "exact", "proven win".
std::optional<int> selectivity_in(const std::string& note) {
  if (!note.ends_with('%') || note.size() > 4) return std::nullopt;
  const auto percent = parse_int(std::string_view(note).substr(0, note.size() - 1));
  return percent ? std::optional(static_cast<int>(*percent)) : std::nullopt;
}

bool is_exact(const player::Thought& thought) {
  return thought.score && (thought.note == "exact" || thought.note.starts_with("proven"));
}

}  // namespace

std::string game_text(const LiveGame& game, PositionTexts& positions, LiveGame::Time used) {
  Json json;
  json["id"] = game.id;
  json["revision"] = game.revision;
  json["rules"] = game.game().start().ruleset().name;
  json["size"] = game.game().start().size();
  json["state"] = state_word(game.phase());
  json["black"] = side_json(game.side(Color::Black));
  json["white"] = side_json(game.side(Color::White));
  json["clock"] = clock_json(game, used);
  json["plies"] = plies_json(game.record());
  json["thinking"] = game.waits_for_player();
  json["result"] = game.phase() == Phase::Over ? result_json(game.record()) : Json(nullptr);
  json["opening"] = opening_json(book::find_opening(game.game()));
  json["created"] = game.record().date;
  json["updated"] = game.updated.empty() ? game.record().date : game.updated;
  json["error"] = game.error().empty() ? Json(nullptr) : Json(game.error());
  return with_field(dump(json), "positions", positions.list(game.game()));
}

Json summary_json(const store::StoredGame& game, std::string_view state, bool black_human, bool white_human) {
  const record::GameRecord& record = game.record;
  const auto side = [](const std::string& name, bool human) {
    return Json{{"name", name}, {"kind", human ? "human" : "player"}};
  };
  const auto opening = book::find_opening(record.game);
  const auto score = black_score(record);
  Json json;
  json["id"] = game.id;
  json["rules"] = record.game.start().ruleset().name;
  json["size"] = record.game.start().size();
  json["state"] = state;
  json["black"] = side(record.black, black_human);
  json["white"] = side(record.white, white_human);
  json["score"] = or_null(score);
  json["winner"] = score ? winner_json(record) : Json(nullptr);
  json["reason"] = score ? Json(reason_word(record.ending)) : Json(nullptr);
  json["plies"] = record.game.ply();
  json["opening"] = opening ? Json(opening->name) : Json(nullptr);
  json["board"] = board_text(record.game.position());
  json["date"] = record.date;
  json["event"] = record.event;
  json["run"] = or_null(game.run);
  return json;
}

std::optional<Value> value_of(const ThoughtView& view) {
  const player::Thought& thought = view.thought;
  if (!thought.score && !thought.value) return std::nullopt;
  Value value;
  value.score = thought.score;
  if (!thought.score || view.source == Value::Source::Mcts)
    value.win_rate = (thought.value.value_or(0) + 1) / 2;
  value.source = is_exact(thought) ? Value::Source::Exact : view.source;
  value.depth = is_exact(thought) ? view.position.empties().size() : thought.depth.value_or(0);
  value.selectivity = selectivity_in(thought.note).value_or(100);
  if (view.source == Value::Source::Mcts) value.visits = thought.nodes;
  return value;
}

Json thought_json(const ThoughtView& view) {
  const player::Thought& thought = view.thought;
  const double seconds = std::chrono::duration<double>(view.elapsed).count();
  Json json;
  json["depth"] = or_null(thought.depth);
  json["selectivity"] = or_null(selectivity_in(thought.note));
  json["score"] = thought.score ? Json(std::round(*thought.score * 100) / 100) : Json(nullptr);
  json["exact"] = is_exact(thought);
  json["nodes"] = thought.nodes;
  json["nodes_per_second"] =
      seconds > 0.001 ? Json(std::llround(static_cast<double>(thought.nodes) / seconds)) : Json(nullptr);
  json["ms"] = std::chrono::duration_cast<std::chrono::milliseconds>(view.elapsed).count();
  json["line"] = moves_json(thought.line);
  json["moves"] = Json::array();
  if (!thought.line.empty()) {
    json["moves"].push_back({{"move", thought.line.front().name()},
                             {"value", value_json(value_of(view))},
                             {"line", moves_json(thought.line)}});
  }
  json["note"] = thought.note;
  return json;
}

}  // namespace turncoat::server
