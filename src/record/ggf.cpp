#include "record/ggf.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "record/ggf_scanner.h"
#include "record/source_text.h"

namespace turncoat::record {

namespace {

using rules::Color;

constexpr double kHighestResult = 1000;

// How a result's suffix and our endings go together. Several endings share 'l' (left): CO tells them apart.
constexpr char suffix_of(Ending ending) {
  switch (ending) {
    case Ending::Resigned:
      return 'r';
    case Ending::Time:
      return 't';
    case Ending::Illegal:
    case Ending::Failed:
      return 'l';
    case Ending::Finished:
    case Ending::Unfinished:
      break;
  }
  return '\0';
}

std::optional<double> read_number(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  return parse_double(text);
}

Result<rules::Move> read_move(std::string_view text, int size) {
  const std::string name = to_lower(text);
  if (name == "--" || (!name.empty() && std::string_view("pass").starts_with(name))) {
    return rules::Move::pass();
  }
  const auto square = rules::Square::parse(name, size);
  if (!square) return std::unexpected(square.error());
  return *square;
}

// "8", "s8", "8k", "8r20": the size, where the game is one we play.
Result<int> read_type(std::string_view text) {
  std::string_view rest = trim(text);
  if (rest.starts_with('s') || rest.starts_with('S')) rest.remove_prefix(1);
  const std::size_t digits = std::min(rest.size(), rest.find_first_not_of("0123456789"));
  const auto size = parse_uint(rest.substr(0, digits));
  if (!size) return fail(Error::Code::Parse, "{} names no board size", quote(text));
  if (*size == 88) return fail(Error::Code::Range, "octagonal boards cannot be played here");
  if (*size < rules::kMinSize || *size > rules::kMaxSize || *size % 2 != 0) {
    return fail(Error::Code::Range, "the size must be even, from {} to {}, not {}", rules::kMinSize,
                rules::kMaxSize, quote(rest.substr(0, digits)));
  }
  if (rest.find_first_of("aA", digits) != std::string_view::npos) {
    return fail(Error::Code::Range, "games where fewer discs win cannot be played here");
  }
  return static_cast<int>(*size);
}

class GameBuilder {
 public:
  GameBuilder(std::string_view text, const GgfGame& source, const std::optional<rules::RulesetPtr>& rules)
      : text_(text), source_(source), rules_(rules) {}

  Result<GameRecord> build() const {
    if (const GgfTag* kind = find("GM")) {
      if (!equal_ignoring_case(trim(kind->value), "othello") &&
          !equal_ignoring_case(trim(kind->value), "reversi")) {
        return at(*kind, Error{Error::Code::Parse, fmt::format("{} is not Othello", quote(kind->value))});
      }
    }
    auto start = read_start();
    if (!start) return std::unexpected(start.error());
    GameRecord record{rules::Game(std::move(*start))};
    if (auto played = play_moves(record); !played) return std::unexpected(played.error());
    record.black = text_of("PB");
    record.white = text_of("PW");
    record.event = text_of("PC");
    record.date = text_of("DT");
    if (auto result = read_result(record); !result) return std::unexpected(result.error());
    return record;
  }

 private:
  const GgfTag* find(std::string_view name) const {
    const auto found = std::ranges::find(source_.tags, name, &GgfTag::name);
    return found == source_.tags.end() ? nullptr : &*found;
  }
  std::string text_of(std::string_view name) const {
    const GgfTag* tag = find(name);
    return tag == nullptr ? std::string() : clean_text(tag->value);
  }
  std::unexpected<Error> at(const GgfTag& tag, const Error& error) const {
    return fail_at(error, "{}, {}[{}]", place_in(text_, tag.at), tag.name,
                   clean_text(std::string_view(tag.value).substr(0, 24)));
  }

  Result<rules::Position> read_start() const {
    const GgfTag* board = find("BO");
    const GgfTag* type = find("TY");
    std::optional<int> size;
    if (type != nullptr) {
      const auto read = read_type(type->value);
      if (!read) return at(*type, read.error());
      size = *read;
    }
    if (board == nullptr) {
      if (!size) {
        return fail(Error::Code::Parse, "{}: the game has neither BO nor TY, so its board is not known",
                    place_in(text_, source_.at));
      }
      if (type->value.find_first_of("rR") != std::string::npos) {
        return at(*type, {Error::Code::Parse, "a random start needs a BO tag"});
      }
      return rules_ ? check_size(*type, *size, rules::Position(*rules_))
                    : rules::Position(rules::standard(*size));
    }
    const std::string_view value = trim(board->value);
    const std::size_t digits = std::min(value.size(), value.find_first_not_of("0123456789"));
    const auto board_size = read_type(value.substr(0, digits));
    if (!board_size) return at(*board, board_size.error());
    if (size && *size != *board_size) {
      return at(*board, {Error::Code::Conflict, fmt::format("TY says the size is {}", *size)});
    }
    return read_board(*board, *board_size, value.substr(digits));
  }

  Result<rules::Position> check_size(const GgfTag& tag, int size, rules::Position position) const {
    if (position.size() == size) return position;
    return at(tag, {Error::Code::Conflict, fmt::format("the size is {}, but {} is played on {}", size,
                                                       (*rules_)->name, position.size())});
  }

  Result<rules::Position> read_board(const GgfTag& tag, int size, std::string_view squares) const {
    if (rules_ && (*rules_)->size != size) return check_size(tag, size, rules::Position(*rules_));
    auto position = rules::Position::parse(rules_ ? *rules_ : rules::standard(size), squares);
    if (!position) return at(tag, position.error());
    if (rules_) return position;
    for (const std::string& name : rules::preset_names()) {
      const rules::Position start(*rules::find_ruleset(name));
      if (start.size() == size && start.to_string() == position->to_string()) return start;
    }
    return position;
  }

  Result<void> play_moves(GameRecord& record) const {
    rules::Game& game = record.game;
    bool noted = false;
    for (const GgfTag& tag : source_.tags) {
      if (tag.name != "B" && tag.name != "W") continue;
      const Color color = tag.name == "B" ? Color::Black : Color::White;
      const std::vector<std::string_view> parts = split(tag.value, '/');
      const auto move = read_move(trim(parts[0]), game.position().size());
      if (!move) return at(tag, move.error());
      if (move->is_pass() && game.is_over()) continue;
      if (color != game.position().mover() && game.pass_if_forced()) record.notes.emplace_back();
      if (color != game.position().mover()) {
        return at(tag, {Error::Code::Illegal,
                        fmt::format("it is {}'s move", rules::color_name(game.position().mover()))});
      }
      if (auto played = game.play(*move); !played) return at(tag, played.error());
      const auto note = read_note(parts);
      if (!note) return at(tag, note.error());
      record.notes.push_back(*note);
      noted = noted || *note != MoveNote{};
    }
    if (!noted) record.notes.clear();
    return {};
  }

  static Result<MoveNote> read_note(const std::vector<std::string_view>& parts) {
    MoveNote note;
    if (parts.size() > 3) return fail(Error::Code::Parse, "a move has at most move/evaluation/seconds");
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const std::string_view part = trim(parts[i]);
      if (part.empty()) continue;
      const auto number = read_number(part);
      if (!number) return fail(Error::Code::Parse, "{} is not a number", quote(part));
      (i == 1 ? note.score : note.seconds) = *number;
    }
    return note;
  }

  Result<void> read_result(GameRecord& record) const {
    record.ending = record.game.is_over() ? Ending::Finished : Ending::Unfinished;
    const GgfTag* tag = find("RE");
    if (tag == nullptr) return {};
    const std::string_view value = trim(tag->value);
    const std::size_t colon = value.find(':');
    const std::string_view number = trim(value.substr(0, colon));
    if (number.empty() || number == "?") return {};
    record.stated_score = read_number(number);
    if (!record.stated_score || std::abs(*record.stated_score) > kHighestResult) {
      return at(*tag, {Error::Code::Parse, "the result must be a disc difference or ?"});
    }
    if (colon == std::string_view::npos || *record.stated_score == 0) return {};
    const std::string suffix = to_lower(trim(value.substr(colon + 1)));
    for (const Ending ending : {Ending::Resigned, Ending::Time, Ending::Failed}) {
      if (suffix != std::string(1, suffix_of(ending))) continue;
      record.ending = ending;
      record.loser = *record.stated_score < 0 ? Color::Black : Color::White;
      if (ending == Ending::Failed) record.reason = "left the game";
      read_reason(record);
    }
    return {};
  }

  // Our own way to keep the reason: a comment that starts with the ending's name.
  void read_reason(GameRecord& record) const {
    const std::string comment = text_of("CO");
    const std::size_t colon = comment.find(": ");
    if (colon == std::string::npos) return;
    const auto ending = ending_from_name(comment.substr(0, colon));
    if (!ending || suffix_of(*ending) != suffix_of(record.ending)) return;
    record.ending = *ending;
    record.reason = comment.substr(colon + 2);
  }

  std::string_view text_;
  const GgfGame& source_;
  const std::optional<rules::RulesetPtr>& rules_;
};

std::string tag_text(std::string_view name, std::string_view value) {
  std::string text = fmt::format("{}[", name);
  for (const char c : clean_text(value)) {
    if (c == ']' || c == '\\') text += '\\';
    text += c;
  }
  return text + ']';
}

std::string board_text(const rules::Position& position) {
  std::string text = fmt::format("{}", position.size());
  const std::string squares = position.to_string();
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (squares[i] == ' ') continue;
    if (i % static_cast<std::size_t>(position.size()) == 0 || i + 1 == squares.size()) text += ' ';
    text += squares[i] == 'X' ? '*' : squares[i];
  }
  return text;
}

std::string result_text(const GameRecord& record) {
  std::optional<double> score = record.stated_score;
  if (record.loser && score.value_or(0) * (*record.loser == Color::Black ? -1 : 1) <= 0) score.reset();
  if (!score) score = black_score(record);
  if (!score) return "?";
  // Three digits are the custom; more only where they would lose something.
  std::string text = fmt::format("{:+.3f}", *score);
  if (read_number(text) != score) text = fmt::format("{:+}", *score);
  if (record.loser && suffix_of(record.ending) != '\0') text += fmt::format(":{}", suffix_of(record.ending));
  return text;
}

std::string move_text(rules::Move move, const MoveNote& note) {
  std::string text = move.is_pass() ? "PA" : move.name();
  if (note.score || note.seconds) text += note.score ? fmt::format("/{}", *note.score) : "/";
  if (note.seconds) text += fmt::format("/{}", *note.seconds);
  return text;
}

}  // namespace

Result<std::vector<GameRecord>> parse_ggf(std::string_view text,
                                          const std::optional<rules::RulesetPtr>& rules) {
  text = without_bom(text);
  const auto sources = scan_ggf(text);
  if (!sources) return std::unexpected(sources.error());
  std::vector<GameRecord> records;
  for (const GgfGame& source : *sources) {
    auto record = GameBuilder(text, source, rules).build();
    if (!record) return fail_at(record.error(), "game {}", records.size() + 1);
    records.push_back(std::move(*record));
  }
  return records;
}

std::string format_ggf(const GameRecord& record) {
  const rules::Game& game = record.game;
  std::string text = "(;GM[Othello]";
  if (!record.event.empty()) text += tag_text("PC", record.event);
  if (!record.date.empty()) text += tag_text("DT", record.date);
  if (!record.black.empty()) text += tag_text("PB", record.black);
  if (!record.white.empty()) text += tag_text("PW", record.white);
  text += tag_text("RE", result_text(record));
  const bool named_ending = record.ending == Ending::Illegal || record.ending == Ending::Failed;
  if (record.loser && (named_ending || !record.reason.empty())) {
    text += tag_text("CO", fmt::format("{}: {}", ending_name(record.ending), record.reason));
  }
  text += fmt::format("TY[{}]BO[{}]", game.start().size(), board_text(game.start()));
  for (std::size_t i = 0; i < game.moves().size(); ++i) {
    const Color mover = game.position_at(static_cast<int>(i)).mover();
    const MoveNote note = i < record.notes.size() ? record.notes[i] : MoveNote{};
    text += fmt::format("{}[{}]", mover == Color::Black ? 'B' : 'W', move_text(game.moves()[i], note));
  }
  return text + ";)";
}

}  // namespace turncoat::record
