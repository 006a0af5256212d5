#include "server/json_rules.h"

#include "base/check.h"
#include "eval/stable_discs.h"
#include "server/start.h"

namespace turncoat::server {

std::string board_text(const rules::Position& position) {
  const std::string text = position.to_string();
  return text.substr(0, text.find(' '));
}

Json squares_json(const rules::SquareSet& squares) {
  Json list = Json::array();
  for (const rules::Square square : squares) list.push_back(square.name());
  return list;
}

Json moves_json(std::span<const rules::Move> moves) {
  Json list = Json::array();
  for (const rules::Move move : moves) list.push_back(move.name());
  return list;
}

Json position_json(const rules::Position& position) {
  const bool over = position.is_over();
  Json json;
  json["board"] = board_text(position);
  json["mover"] = over ? Json(nullptr) : Json(color_word(position.mover()));
  json["black"] = position.disc_count(rules::Color::Black);
  json["white"] = position.disc_count(rules::Color::White);
  json["empties"] = position.empties().size();
  json["legal"] = Json::array();
  const rules::SquareSet legal = position.legal_moves();
  for (const rules::Square square : legal) {
    json["legal"].push_back({{"move", square.name()}, {"flips", squares_json(position.flips(square))}});
  }
  json["must_pass"] = position.must_pass();
  json["over"] = over;
  json["stable"] = squares_json(eval::stable_discs(position));
  return json;
}

Json opening_json(const std::optional<book::OpeningMatch>& opening) {
  if (!opening) return nullptr;
  return {{"name", opening->name}, {"ply", opening->ply}};
}

std::string PositionTexts::list(const rules::Game& game) {
  std::string text = "[";
  for (int ply = 0; ply <= game.ply(); ++ply) {
    const auto place = static_cast<std::size_t>(ply);
    const rules::Position& position = game.position_at(ply);
    if (place >= known_.size() || known_[place].first != position) {
      known_.erase(known_.begin() + static_cast<std::ptrdiff_t>(std::min(place, known_.size())),
                   known_.end());
      known_.emplace_back(position, dump(position_json(position)));
    }
    if (ply > 0) text += ',';
    text += known_[place].second;
  }
  return text + ']';
}

std::string with_field(std::string object, std::string_view name, std::string_view json_text) {
  TURNCOAT_CHECK(object.size() > 2 && object.ends_with('}'), "a JSON object with fields");
  object.pop_back();
  return fmt::format("{},\"{}\":{}}}", object, name, json_text);
}

}  // namespace turncoat::server
