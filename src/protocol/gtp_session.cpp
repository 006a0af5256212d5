#include "protocol/gtp_session.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "protocol/ask.h"
#include "record/text_board.h"

namespace turncoat::protocol {

namespace {

using rules::Color;

constexpr std::uint64_t kHighestId = 0x7fffffff;
constexpr double kMostSeconds = 1e8;  // three years
constexpr int kMostStones = 10'000;

// As GTP wants it: control characters go, tabs are spaces, # begins a comment.
std::string cleaned(std::string_view line) {
  std::string text;
  for (const char c : line.substr(0, line.find('#'))) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t') {
      text += ' ';
    } else if (byte >= 32 && byte != 127) {
      text += c;
    }
  }
  return text;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (const std::string_view word : split(text, ' ')) {
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

std::unexpected<Error> syntax_error(std::string_view what) {
  return fail(Error::Code::Parse, "syntax error: {}", what);
}

Result<Color> read_color(std::string_view word) {
  if (equal_ignoring_case(word, "b") || equal_ignoring_case(word, "black")) return Color::Black;
  if (equal_ignoring_case(word, "w") || equal_ignoring_case(word, "white")) return Color::White;
  return syntax_error(fmt::format("{} is not a color", quote(word)));
}

// Programs also send fractions, and less than nothing for a clock that has run out.
Result<GtpClock::Time> read_seconds(std::string_view word) {
  const auto seconds = parse_double(word);
  if (!seconds || !std::isfinite(*seconds) || *seconds > kMostSeconds) {
    return syntax_error(fmt::format("{} is not a number of seconds", quote(word)));
  }
  return std::chrono::duration_cast<GtpClock::Time>(std::chrono::duration<double>(std::max(0.0, *seconds)));
}

Result<int> read_stones(std::string_view word) {
  const auto stones = parse_uint(word);
  if (!stones || *stones > kMostStones) return syntax_error(fmt::format("{} is not a number", quote(word)));
  return static_cast<int>(*stones);
}

std::string reply(char sign, std::string_view id, std::string_view text) {
  const bool below = text.starts_with('\n');
  return fmt::format("{}{}{}{}\n\n", sign, id, text.empty() || below ? "" : " ", text);
}

}  // namespace

std::span<const GtpSession::Command> GtpSession::commands() {
  static constexpr std::array<Command, 19> kCommands = {{
      {"protocol_version", 0, &GtpSession::protocol_version},
      {"name", 0, &GtpSession::name},
      {"version", 0, &GtpSession::version},
      {"known_command", 0, &GtpSession::known_command},
      {"list_commands", 0, &GtpSession::list_commands},
      {"quit", 0, &GtpSession::quit},
      {"boardsize", 1, &GtpSession::boardsize},
      {"clear_board", 0, &GtpSession::clear_board},
      {"komi", 1, &GtpSession::komi},
      {"play", 2, &GtpSession::play},
      {"genmove", 1, &GtpSession::genmove},
      {"reg_genmove", 1, &GtpSession::reg_genmove},
      {"undo", 0, &GtpSession::undo},
      {"showboard", 0, &GtpSession::showboard},
      {"final_score", 0, &GtpSession::final_score},
      {"set_game", 1, &GtpSession::set_game},
      {"list_games", 0, &GtpSession::list_games},
      {"time_settings", 3, &GtpSession::time_settings},
      {"time_left", 3, &GtpSession::time_left},
  }};
  return kCommands;
}

GtpSession::GtpSession(Options options) : options_(std::move(options)), game_(options_.rules) {}

std::string GtpSession::handle(std::string_view line) {
  const std::string text = cleaned(line);
  const auto words = words_of(text);
  if (words.empty()) return {};
  Words rest = words;
  std::string_view id;
  if (const auto number = parse_uint(rest.front()); number && *number <= kHighestId) {
    id = rest.front();
    rest = rest.subspan(1);
  }
  const auto found =
      rest.empty() ? commands().end() : std::ranges::find(commands(), rest.front(), &Command::name);
  if (found == commands().end()) return reply('?', id, "unknown command");
  const Words arguments = rest.subspan(1);
  const Answer answer = arguments.size() < found->words
                            ? Answer(syntax_error(fmt::format("{} needs {} argument{}", found->name,
                                                              found->words, found->words == 1 ? "" : "s")))
                            : (this->*found->run)(arguments);
  return answer ? reply('=', id, *answer) : reply('?', id, printable(answer.error().message, 400));
}

std::string GtpSession::refuse_long_line() const {
  return reply('?', "", "syntax error: the line is too long");
}

GtpSession::Answer GtpSession::protocol_version(Words) {
  return "2";
}

GtpSession::Answer GtpSession::name(Words) {
  return "Turncoat";
}

GtpSession::Answer GtpSession::version(Words) {
  return TURNCOAT_VERSION;
}

GtpSession::Answer GtpSession::known_command(Words words) {
  const bool known =
      !words.empty() && std::ranges::find(commands(), words[0], &Command::name) != commands().end();
  return known ? "true" : "false";
}

GtpSession::Answer GtpSession::list_commands(Words) {
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  return join(names, "\n");
}

GtpSession::Answer GtpSession::quit(Words) {
  ended_ = true;
  return "";
}

void GtpSession::begin(rules::RulesetPtr rules) {
  game_ = rules::Game(std::move(rules));
  steps_.clear();
  clock_.restart();
  player_ready_ = false;
}

GtpSession::Answer GtpSession::boardsize(Words words) {
  const auto size = parse_uint(words[0]);
  if (!size) return syntax_error(fmt::format("{} is not a number", quote(words[0])));
  if (*size < rules::kMinSize || *size > rules::kMaxSize || *size % 2 != 0) {
    return fail(Error::Code::Range, "unacceptable size");
  }
  const int wanted = static_cast<int>(*size);
  begin(wanted == options_.rules->size ? options_.rules : rules::standard(wanted));
  return "";
}

GtpSession::Answer GtpSession::clear_board(Words) {
  begin(game_.start().ruleset_ptr());
  return "";
}

// Othello has none; programs written for Go send it all the same.
GtpSession::Answer GtpSession::komi(Words words) {
  if (!parse_double(words[0])) return syntax_error(fmt::format("{} is not a number", quote(words[0])));
  return "";
}

GtpSession::Answer GtpSession::play(Words words) {
  const auto color = read_color(words[0]);
  if (!color) return std::unexpected(color.error());
  const auto move = read_move(words[1], game_.position().size());
  if (!move) return syntax_error(move.error().message);
  // Controllers made for Go end a game by two passes.
  if (game_.is_over() && move->is_pass()) {
    steps_.push_back(0);
    return "";
  }
  auto turn = at_turn_of(*color);
  if (!turn) return std::unexpected(turn.error());
  const int before = game_.ply();
  if (const auto played = turn->play(*move); !played) {
    return fail(Error::Code::Illegal, "illegal move: {}", played.error().message);
  }
  game_ = std::move(*turn);
  steps_.push_back(game_.ply() - before);
  return "";
}

Result<rules::Game> GtpSession::at_turn_of(Color color) const {
  rules::Game game = game_;
  if (game.position().mover() != color) game.pass_if_forced();
  if (game.position().mover() != color) {
    return fail(Error::Code::Illegal, "illegal move: it is not the turn of {}", color_name(color));
  }
  return game;
}

Result<player::Choice> GtpSession::think(const rules::Game& game) {
  if (!player_ready_) {
    if (auto started = start_game(*options_.player, game.start()); !started) {
      return std::unexpected(started.error());
    }
    player_ready_ = true;
  }
  const Color mover = game.position().mover();
  player::Request request;
  request.time = clock_.budget(mover);
  request.other_time = clock_.budget(other(mover)).game;
  request.stop = options_.stop;
  const auto before = options_.now();
  auto choice = ask(*options_.player, game, request);
  clock_.charge(mover, options_.now() - before);
  // A player that failed gets a fresh start with the next question.
  if (!choice) player_ready_ = false;
  return choice;
}

GtpSession::Answer GtpSession::genmove(Words words) {
  const auto color = read_color(words[0]);
  if (!color) return std::unexpected(color.error());
  if (game_.is_over()) {
    steps_.push_back(0);
    return "pass";
  }
  auto turn = at_turn_of(*color);
  if (!turn) return std::unexpected(turn.error());
  const int before = game_.ply();
  std::string answer = "pass";
  if (!turn->pass_if_forced()) {
    const auto choice = think(*turn);
    if (!choice) return std::unexpected(choice.error());
    if (choice->resigns) return "resign";
    answer = choice->move.name();
    if (const auto played = turn->play(choice->move); !played) return std::unexpected(played.error());
  }
  game_ = std::move(*turn);
  steps_.push_back(game_.ply() - before);
  return answer;
}

GtpSession::Answer GtpSession::reg_genmove(Words words) {
  const auto color = read_color(words[0]);
  if (!color) return std::unexpected(color.error());
  if (game_.is_over()) return "pass";
  const auto turn = at_turn_of(*color);
  if (!turn) return std::unexpected(turn.error());
  if (turn->position().must_pass()) return "pass";
  const GtpClock clock = clock_;  // a question out of play costs no time
  const auto choice = think(*turn);
  clock_ = clock;
  if (!choice) return std::unexpected(choice.error());
  return choice->resigns ? "resign" : choice->move.name();
}

GtpSession::Answer GtpSession::undo(Words) {
  if (steps_.empty()) return fail(Error::Code::Range, "cannot undo");
  for (int plies = steps_.back(); plies > 0; --plies) game_.undo();
  steps_.pop_back();
  return "";
}

GtpSession::Answer GtpSession::showboard(Words) {
  record::TextBoardOptions options;
  options.show_legal = false;
  const rules::Position& position = game_.position();
  const std::string turn =
      position.is_over() ? "game over" : fmt::format("{} to move", color_name(position.mover()));
  return fmt::format("\n{}{}, Black {} White {}", record::draw_board(position, options), turn,
                     position.disc_count(Color::Black), position.disc_count(Color::White));
}

GtpSession::Answer GtpSession::final_score(Words) {
  if (!game_.is_over()) return fail(Error::Code::Range, "cannot score");
  const int score = game_.position().score(Color::Black);
  if (score == 0) return "0";
  return fmt::format("{}+{}", score > 0 ? 'B' : 'W', std::abs(score));
}

GtpSession::Answer GtpSession::set_game(Words words) {
  if (!equal_ignoring_case(words[0], "othello")) return fail(Error::Code::Range, "unsupported game");
  begin(game_.start().ruleset_ptr());
  return "";
}

GtpSession::Answer GtpSession::list_games(Words) {
  return "Othello";
}

GtpSession::Answer GtpSession::time_settings(Words words) {
  const auto main = read_seconds(words[0]);
  if (!main) return std::unexpected(main.error());
  const auto period = read_seconds(words[1]);
  if (!period) return std::unexpected(period.error());
  const auto stones = read_stones(words[2]);
  if (!stones) return std::unexpected(stones.error());
  for (const std::string_view seconds : words.first(2)) {
    if (*parse_double(seconds) < 0)
      return syntax_error(fmt::format("{} is less than no time", quote(seconds)));
  }
  clock_.set(*main, *period, *stones);
  return "";
}

GtpSession::Answer GtpSession::time_left(Words words) {
  const auto color = read_color(words[0]);
  if (!color) return std::unexpected(color.error());
  const auto left = read_seconds(words[1]);
  if (!left) return std::unexpected(left.error());
  const auto stones = read_stones(words[2]);
  if (!stones) return std::unexpected(stones.error());
  clock_.set_left(*color, *left, *stones);
  return "";
}

}  // namespace turncoat::protocol
