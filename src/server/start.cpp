#include "server/start.h"

#include <algorithm>

#include "base/text.h"

namespace turncoat::server {

namespace {

using rules::Color;
using rules::Move;

Result<rules::Position> read_board(const rules::RulesetPtr& rules, const std::string& board, Color mover) {
  const auto squares = static_cast<std::size_t>(rules->size * rules->size);
  if (board.size() != squares) {
    return fail(Error::Code::Range, "\"board\" has {} squares, but {} has {}", board.size(), rules->name,
                squares);
  }
  rules::SquareSet discs[2];
  for (std::size_t i = 0; i < squares; ++i) {
    const int index = static_cast<int>(i);
    const rules::Square square(index % rules->size, index / rules->size);
    switch (board[i]) {
      case 'X':
        discs[0].insert(square);
        break;
      case 'O':
        discs[1].insert(square);
        break;
      case '-':
        break;
      default:
        return fail(Error::Code::Parse, "\"board\" has {} at {}; squares are X, O and -",
                    quote(board.substr(i, 1)), square.name());
    }
  }
  return rules::Position::make(rules, discs[0], discs[1], mover);
}

Result<rules::Position> read_position(const Json& start, const rules::RulesetPtr& rules) {
  const auto board = optional_text_field(start, "board");
  if (!board) return std::unexpected(board.error());
  const auto mover = optional_text_field(start, "mover");
  if (!mover) return std::unexpected(mover.error());
  if (!*board) return rules::Position(rules);
  Color color = rules->first;
  if (*mover) {
    const auto parsed = parse_color(**mover);
    if (!parsed) return fail_at(parsed.error(), "\"mover\"");
    color = *parsed;
  }
  return read_board(rules, **board, color);
}

}  // namespace

Result<rules::RulesetPtr> find_preset(std::string_view name) {
  const auto names = rules::preset_names();
  if (std::ranges::find(names, name) != names.end()) return rules::find_ruleset(name);
  const std::vector<std::string> known(names.begin(), names.end());
  return fail(Error::Code::NotFound, "there is no ruleset {}{}", quote(name), did_you_mean(name, known));
}

Result<Color> parse_color(std::string_view text) {
  if (text == "black") return Color::Black;
  if (text == "white") return Color::White;
  return fail(Error::Code::Parse, "{} is neither black nor white", quote(text));
}

std::string_view color_word(Color color) {
  return color == Color::Black ? "black" : "white";
}

Result<Move> parse_move(std::string_view text, int size) {
  if (text == "pass") return Move::pass();
  const auto square = rules::Square::parse(text, size);
  if (!square) return fail(Error::Code::Illegal, "{}", square.error().message);
  return Move(*square);
}

Result<void> play_move(rules::Game& game, Move move) {
  const bool passed = !move.is_pass() && game.pass_if_forced();
  auto played = game.play(move);
  if (!played && passed) game.undo();
  return played;
}

Result<rules::Game> read_start(const Json& start, int most_moves) {
  if (auto object = check_object(start, "the start"); !object) return std::unexpected(object.error());
  const auto name = optional_text_field(start, "rules");
  if (!name) return std::unexpected(name.error());
  const auto rules = find_preset(name->value_or("standard-8"));
  if (!rules) return fail(Error::Code::Range, "{}", rules.error().message);
  auto position = read_position(start, *rules);
  if (!position) return std::unexpected(position.error());
  rules::Game game(*std::move(position));
  const Json* moves = find_field(start, "moves");
  if (moves == nullptr) return game;
  if (!moves->is_array()) return fail(Error::Code::Parse, "\"moves\" must be a list of squares");
  if (moves->size() > static_cast<std::size_t>(most_moves)) {
    return fail(Error::Code::Range, "\"moves\" has {} moves; {} are the most", moves->size(), most_moves);
  }
  int number = 0;
  for (const Json& text : *moves) {
    ++number;
    if (!text.is_string()) return fail(Error::Code::Parse, "move {} must be text", number);
    const auto move = parse_move(text.get<std::string>(), (*rules)->size);
    if (!move) return fail_at(move.error(), "move {}", number);
    if (auto played = play_move(game, *move); !played) return fail_at(played.error(), "move {}", number);
  }
  return game;
}

Json start_json(const rules::Game& game) {
  const rules::Position& start = game.start();
  Json json = {{"rules", start.ruleset().name}};
  if (start != rules::Position(start.ruleset_ptr())) {
    const std::string text = start.to_string();
    json["board"] = text.substr(0, text.find(' '));
    json["mover"] = color_word(start.mover());
  }
  json["moves"] = Json::array();
  for (const Move move : game.moves()) json["moves"].push_back(move.name());
  return json;
}

}  // namespace turncoat::server
